/* Options go to the front, files behind them, each in their order. */
#include "arguments.h"

#include <stdio.h>
#include <string.h>

const char *tt_option(const struct tt_arguments *arguments, const char *name, unsigned nth)
{
    for (unsigned i = 0; i < arguments->options; i++) {
        if (strcmp(arguments->word[2 * i], name) == 0 && nth-- == 0)
            return arguments->word[2 * i + 1];
    }
    return NULL;
}

static bool is_known(const char *known, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = strstr(known, word); at != NULL; at = strstr(at + 1, word)) {
        if (at[length] == ' ' && (at == known || at[-1] == ' '))
            return true;
    }
    return false;
}

bool tt_arguments(struct tt_arguments *arguments, char **word, unsigned words, const char *known)
{
    unsigned front = 0;

    for (unsigned i = 0; i < words; i++) {
        char *option = word[i], *value;

        if (option[0] != '-' || option[1] == '\0')
            continue;
        if (!is_known(known, option) || i + 1 == words) {
            fprintf(stderr, "takt-trace: there is no option %s here, or its value is missing.\n", option);
            return false;
        }
        value = word[++i];
        memmove(&word[front + 2], &word[front], (i - 1 - front) * sizeof(*word)); /* files that came before */
        word[front] = option;
        word[front + 1] = value;
        front += 2;
    }
    *arguments = (struct tt_arguments){
        .word = word,
        .options = front / 2,
        .path = (const char *const *)(word + front),
        .paths = words - front,
    };
    if (arguments->paths > 0) {
        const char *slash = strrchr(arguments->path[0], '/');

        arguments->name = slash != NULL ? slash + 1 : arguments->path[0];
    }
    return true;
}
