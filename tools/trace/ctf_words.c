/* Comments are blanks; a text in quotation marks is one word, whatever is in it. */
#include "ctf_words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void tt_word_fail(struct tt_words *words, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "takt-trace: %s, line %u: ", words->path, words->line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputs(".\n", stderr);
    longjmp(words->failed, 1);
}

static void skip_blanks(struct tt_words *words)
{
    for (;; words->at++) {
        const char *at = words->at;

        if (at[0] == '/' && at[1] == '*') {
            for (at += 2; at[0] != '\0' && (at[0] != '*' || at[1] != '/'); at++)
                words->line += *at == '\n';
            words->at = at[0] == '\0' ? at - 1 : at + 1;
        } else if (at[0] == '/' && at[1] == '/') {
            while (words->at[1] != '\0' && words->at[1] != '\n')
                words->at++;
        } else if (!isspace((unsigned char)*at)) {
            return;
        }
        words->line += *words->at == '\n';
    }
}

static void put(struct tt_words *words, size_t *used, char c)
{
    if (*used + 1 >= sizeof(words->word))
        tt_word_fail(words, "a word is longer than %zu bytes", sizeof(words->word) - 1);
    words->word[(*used)++] = c;
}

static void read_text(struct tt_words *words, size_t *used)
{
    for (words->at++; *words->at != '"'; words->at++) {
        if (*words->at == '\0')
            tt_word_fail(words, "a text does not end");
        if (*words->at == '\\' && words->at[1] != '\0')
            words->at++;
        put(words, used, *words->at);
    }
    words->at++;
    words->is_text = true;
}

void tt_word_next(struct tt_words *words)
{
    size_t used = 0;

    skip_blanks(words);
    words->is_text = false;
    if (*words->at == '"') {
        read_text(words, &used);
    } else if (isalnum((unsigned char)*words->at) || *words->at == '_') {
        while (isalnum((unsigned char)*words->at) || *words->at == '_')
            put(words, &used, *words->at++);
    } else if (words->at[0] == ':' && words->at[1] == '=') {
        put(words, &used, ':');
        put(words, &used, '=');
        words->at += 2;
    } else if (*words->at != '\0') {
        put(words, &used, *words->at++);
    }
    words->word[used] = '\0';
}

bool tt_word_is(const struct tt_words *words, const char *word)
{
    return !words->is_text && strcmp(words->word, word) == 0;
}

bool tt_word_accept(struct tt_words *words, const char *word)
{
    if (!tt_word_is(words, word))
        return false;
    tt_word_next(words);
    return true;
}

void tt_word_expect(struct tt_words *words, const char *word)
{
    if (!tt_word_accept(words, word))
        tt_word_fail(words, "'%s' was expected, not '%s'", word, words->word);
}

void tt_word_name(struct tt_words *words, char *name)
{
    if (words->word[0] == '\0')
        tt_word_fail(words, "a name was expected at the end");
    snprintf(name, TT_WORD_NAME, "%.*s", (int)TT_WORD_NAME - 1, words->word);
    tt_word_next(words);
}

uint64_t tt_word_number(struct tt_words *words)
{
    char *end;
    uint64_t value = strtoull(words->word, &end, 0);

    if (end == words->word || *end != '\0')
        tt_word_fail(words, "a number was expected, not '%s'", words->word);
    tt_word_next(words);
    return value;
}

void tt_word_skip(struct tt_words *words)
{
    unsigned depth = 0;

    do {
        if (words->word[0] == '\0' && !words->is_text)
            tt_word_fail(words, "a block does not end");
        depth += tt_word_is(words, "{");
        depth -= tt_word_is(words, "}");
        tt_word_next(words);
    } while (depth > 0);
}
