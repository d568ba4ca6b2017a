/*
 * How to get a failing run again: the command line as it was given, with the mode and the seed spelt out. The
 * line goes to stderr once, whoever finds the failure first.
 */
#include "../common/options.h"
#include "sim.h"

#include <stdio.h>
#include <string.h>

static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

    fputc(' ', stderr);
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, stderr);
        return;
    }
    fputc('\'', stderr);
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fputs("'\\''", stderr);
        else
            fputc(*word, stderr);
    }
    fputc('\'', stderr);
}

/* How many words of the line an option takes here: none if it isn't the option. */
static int spans(const char *const *line, const char *option)
{
    size_t length = strlen(option);

    if (strncmp(line[0], option, length) != 0)
        return 0;
    if (line[0][length] == '=')
        return 1;
    return line[0][length] == '\0' ? 2 : 0;
}

void takt_sim_replay(void)
{
    static bool done;
    const char *const *line = takt_options_line();

    if (done)
        return;
    done = true;
    fflush(stdout);
    fprintf(stderr, "replay:");
    print_word(*line++);
    fprintf(stderr, " --mode %s --seed %llu", takt_sim.mode, (unsigned long long)takt_sim.seed);
    while (*line != NULL) {
        int skip = spans(line, "--seed") + spans(line, "--mode");

        if (skip == 0)
            print_word(*line++);
        else
            line += skip;
    }
    fputc('\n', stderr);
}
