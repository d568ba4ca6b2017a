/*
 * ./takt bench llq [quick=1] [trial=1] [verdict=1]
 *
 *   alone      all shapes, about nine minutes
 *   quick=1    a look in half a minute: fewer shapes, rounds and windows
 *   trial=1    all locks for a moment: tells whether they work, not how fast
 *   verdict=1  the status is 1 if a demand does not hold
 *
 * A bound that was broken, or two owners at a time, fail every run.
 */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_fail(const char *why, const char *what)
{
    fprintf(stderr, "bench llq: %s: %s\n", why, what);
    exit(1);
}

static bool flag(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && (strcmp(word + length, "=1") == 0 || word[length] == '\0');
}

int main(int argc, char **argv)
{
    enum bench_form form = BENCH_FULL;
    bool verdict = false, all;

    for (int i = 1; i < argc; i++) {
        if (flag(argv[i], "quick"))
            form = BENCH_QUICK;
        else if (flag(argv[i], "trial"))
            form = BENCH_TRIAL;
        else if (flag(argv[i], "verdict"))
            verdict = true;
        else {
            fprintf(stderr, "bench llq: '%s': it takes quick=1, trial=1 and verdict=1\n", argv[i]);
            return 2;
        }
    }
    bench_begin();
    bench_measure(form);
    all = bench_report(form);
    if (bench_bounds_broken() != 0)
        return 1;
    return all || !verdict ? 0 : 1;
}
