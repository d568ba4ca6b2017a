/*
 * The command line: options of the board begin with two hyphens, everything else is the application's. Text
 * from outside, so each word is checked whole, and a message says what is wrong, where, and what would be
 * right.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <takt/console.h>

#include "board.h"

static int word_count;
static char **word_list;

static const char usage[] =
    "usage: %s [--cores N] [--start NS] [--doctor] [--help] [key=value ...]\n"
    "  --cores N    cores of this run, 1 to %d (CONFIG_TAKT_CORES)\n"
    "  --start NS   the clock's first time in nanoseconds, to begin just before some limit\n"
    "  --doctor     say how fit this machine is as a board, and run nothing\n"
    "  key=value    goes to the application\n";

static bool number(const char *option, const char *text, int64_t least, int64_t most, int64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoll(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && *value >= least && *value <= most)
        return true;
    (void)fprintf(stderr, "%s %s: give a whole number from %lld to %lld\n", option, text, (long long)least,
                  (long long)most);
    return false;
}

/* The value of an option that is `--name value` or `--name=value`; NULL: it is another option, or has none.
 */
static const char *value_of(const char *name, int count, char **words, int *index)
{
    size_t length = strlen(name);
    const char *word = words[*index];

    if (strncmp(word, name, length) != 0 || (word[length] != '\0' && word[length] != '='))
        return NULL;
    if (word[length] == '=')
        return word + length + 1;
    if (*index + 1 < count)
        return words[++*index];
    return "";
}

static int option(int count, char **words, int *index, struct takt_board_options *options)
{
    int at = *index;
    int64_t value = 0;
    const char *text;

    if ((text = value_of("--cores", count, words, index)) != NULL) {
        if (!number(words[at], text, 1, CONFIG_TAKT_CORES, &value))
            return TAKT_BOARD_USAGE;
        options->cores = (unsigned)value;
    } else if ((text = value_of("--start", count, words, index)) != NULL) {
        if (!number(words[at], text, 0, INT64_MAX, &options->start))
            return TAKT_BOARD_USAGE;
    } else if (strcmp(words[at], "--doctor") == 0) {
        options->doctor = true;
    } else if (strcmp(words[at], "--help") == 0) {
        (void)printf(usage, words[0], CONFIG_TAKT_CORES);
        return 0;
    } else {
        (void)fprintf(stderr, "%s: no such option on the board host\n", words[at]);
        (void)fprintf(stderr, usage, words[0], CONFIG_TAKT_CORES);
        return TAKT_BOARD_USAGE;
    }
    return -1;
}

int takt_board_arguments(int count, char **words, struct takt_board_options *options)
{
    int status = -1;

    word_count = count;
    word_list = words;
    for (int i = 1; i < count && status < 0; i++) {
        if (strncmp(words[i], "--", 2) == 0)
            status = option(count, words, &i, options);
    }
    return status;
}

const char *takt_argument(const char *key, const char *otherwise)
{
    size_t length = strlen(key);

    for (int i = 1; i < word_count; i++) {
        if (strncmp(word_list[i], key, length) != 0)
            continue;
        if (word_list[i][length] == '=')
            return word_list[i] + length + 1;
        if (word_list[i][length] == '\0')
            return word_list[i] + length;
    }
    return otherwise;
}
