/* See options.h. Everything here runs before the first core starts, but for takt_argument(), which only
 * reads. */
#include "options.h"

#include <takt/console.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const no_line[] = {"takt", NULL};

/* The line, and for each word of it whether it was one of the board's. */
static const char *const *line = no_line;
static bool *is_option;

const char *const *takt_options_line(void)
{
    return line;
}

bool takt_option_number(const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *number = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
    return errno == 0 && *end == '\0' && *number >= min && *number <= max;
}

static void usage(FILE *stream, const struct takt_option *options)
{
    fprintf(stream, "usage: %s [option ...] [key=value ...]\n", line[0]);
    for (; options->name != NULL; options++)
        fprintf(stream, "  %s %-*s %s\n", options->name, (int)(18 - strlen(options->name)), options->value,
                options->help);
    fprintf(stream, "What stands after the options is for the application.\n");
}

static void refuse(const struct takt_option *options, const char *what, const char *word, const char *expects)
{
    fprintf(stderr, "%s: %s %s%s%s\n", line[0], what, word, expects != NULL ? ": expected " : "",
            expects != NULL ? expects : "");
    usage(stderr, options);
    exit(2);
}

/* The option that a word names, alone or as "--name=value". */
static const struct takt_option *find(const struct takt_option *options, const char *word)
{
    for (; options->name != NULL; options++) {
        size_t length = strlen(options->name);

        if (strncmp(word, options->name, length) == 0 && (word[length] == '\0' || word[length] == '='))
            return options;
    }
    return NULL;
}

/* Take the option at word i; returns the index of its last word. */
static int take(const struct takt_option *options, int argc, int i)
{
    const struct takt_option *option = find(options, line[i]);
    const char *value;

    if (option == NULL)
        refuse(options, "unknown option", line[i], NULL);
    is_option[i] = true;
    value = strchr(line[i], '=');
    if (value != NULL)
        value++;
    else if (++i < argc)
        value = line[i];
    else
        refuse(options, "no value for", option->name, option->expects);
    is_option[i] = true;
    if (!option->take(value))
        refuse(options, "bad value for", option->name, option->expects);
    return i;
}

void takt_options_take(int argc, char **argv, const struct takt_option *options)
{
    line = (const char *const *)argv;
    is_option = calloc((size_t)argc + 1, sizeof(*is_option));
    if (is_option == NULL)
        abort();
    for (int i = 1; i < argc; i++) {
        if (strcmp(line[i], "--help") == 0) {
            usage(stdout, options);
            exit(0);
        }
        if (strcmp(line[i], "--") == 0) {
            is_option[i] = true; /* whatever follows is the application's */
            return;
        }
        if (strncmp(line[i], "--", 2) == 0)
            i = take(options, argc, i);
    }
}

const char *takt_argument(const char *key, const char *otherwise)
{
    size_t length = strlen(key);

    for (int i = 1; is_option != NULL && line[i] != NULL; i++) {
        if (is_option[i] || strncmp(line[i], key, length) != 0)
            continue;
        if (line[i][length] == '=')
            return line[i] + length + 1;
        if (line[i][length] == '\0')
            return line[i] + length; /* a word alone: there, and empty */
    }
    return otherwise;
}

const char *takt_argument_word(unsigned number)
{
    int i = 0;

    if (is_option == NULL)
        return NULL;
    while (line[i] != NULL && number > 0)
        number -= !is_option[++i] && line[i] != NULL;
    return line[i];
}
