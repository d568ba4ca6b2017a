/*
 * The command line, which the debugger has: the board's own options begin with "--" and take the next word, or what
 * stands behind "=", as their value; the rest are the application's arguments. Taken before the kernel runs; after that
 * only read.
 */
#include <takt/console.h>
#include <takt/core.h>

#include <string.h>

#include "mps2.h"

#define LINE  1024
#define WORDS 64

static char line[LINE];
static const char *words[WORDS + 1]; /* the application's */
static takt_time_t start;

static bool number(const char *text, uint64_t max, uint64_t *value)
{
    *value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        if (*value > (max - (unsigned)(*text - '0')) / 10)
            return false;
        *value = *value * 10 + (unsigned)(*text - '0');
    }
    return *text == '\0';
}

static bool take_start(const char *text)
{
    uint64_t value;

    if (!number(text, INT64_MAX, &value))
        return false;
    start = (takt_time_t)value;
    return true;
}

static bool take_cores(const char *text)
{
    uint64_t value;

    return number(text, UINT32_MAX, &value) && takt_board_use_cores(value);
}

static const char *results = "build/results";

static bool take_results(const char *text)
{
    results = text;
    return *text != '\0';
}

/** One option of the board. */
struct option {
    const char *name;
    bool (*take)(const char *text);
    const char *expects;
};

static const struct option options[] = {
    {"--start", take_start, "the clock's first value: ns, from 0 to 9223372036854775807"},
    {"--cores", take_cores, "as many cores as the image is built for, or fewer where the board has several"},
    {"--results", take_results, "a folder"},
};

static bool refuse(const char *what, const char *word, const char *expects)
{
    takt_printf("%s: %s %s%s%s\n", TAKT_BOARD, what, word, expects != NULL ? ": expected " : "",
                expects != NULL ? expects : "");
    return false;
}

static const struct option *find(const char *word)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(word, options[i].name) == 0)
            return &options[i];
    }
    return NULL;
}

/* The line's next word, ended by a 0; NULL: none is left. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");

    if (*word == '\0')
        return NULL;
    *rest = word + strcspn(word, " ");
    if (**rest != '\0')
        *(*rest)++ = '\0';
    return word;
}

static bool take_option(char *word, char **rest)
{
    char *value = strchr(word, '=');
    const struct option *option;

    if (value != NULL)
        *value++ = '\0';
    else
        value = next_word(rest);
    option = find(word);
    if (option == NULL)
        return refuse("unknown option", word, NULL);
    if (value == NULL || !option->take(value))
        return refuse("bad value for", word, option->expects);
    return true;
}

bool takt_arguments_take(void)
{
    char *rest = line, *word;
    unsigned count = 0;
    bool ends = false;

    if (!takt_semihosting_line(line, sizeof line))
        return true;        /* no debugger: no arguments */
    (void)next_word(&rest); /* the program's name */
    while ((word = next_word(&rest)) != NULL) {
        if (strcmp(word, "--") == 0) {
            ends = true; /* whatever follows is the application's */
        } else if (!ends && strncmp(word, "--", 2) == 0) {
            if (!take_option(word, &rest))
                return false;
        } else if (count < WORDS) {
            words[count++] = word;
        }
    }
    words[count] = NULL; /* after a snapshot there may be more of an earlier line */
    return true;
}

takt_time_t takt_arguments_start(void)
{
    return start;
}

const char *takt_arguments_results(void)
{
    return results;
}

const char *takt_argument(const char *key, const char *otherwise)
{
    size_t length = strlen(key);

    for (unsigned i = 0; words[i] != NULL; i++) {
        if (strncmp(words[i], key, length) != 0)
            continue;
        if (words[i][length] == '=')
            return words[i] + length + 1;
        if (words[i][length] == '\0')
            return words[i] + length; /* a word alone: there, and empty */
    }
    return otherwise;
}

const char *takt_argument_word(unsigned number)
{
    if (number == 0)
        return TAKT_BOARD;
    return number <= WORDS ? words[number - 1] : NULL;
}
