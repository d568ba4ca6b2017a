/*
 * The counts in a result of the experiment: counts_test FILE REQUESTS MODE
 *
 *   REQUESTS  that each core made in the paper's shape, over all repeats
 *   MODE      real: cores may be taken away by the machine, so shares are not judged;
 *             even: FIFO locks share so evenly that no core is behind by more than one request a repeat and
 *             task;
 *             stolen: besides, test-and-set must have passed a request by more than the others' one grant
 *             each. Where the interleavings allow that, a count that never shows it would count nothing.
 *
 * Always: in each repeat a core made all its requests, and nobody more; the long form's requests are those of
 * the tasks, and those of its histogram; nobody passes a request of the LLQ more than once for each other
 * core.
 */
#include "../results/check.h"

#include "../../tools/json.h"

#include <stdlib.h>
#include <string.h>

unsigned long checks_made, checks_failed;

static const struct json *result;
static bool even, stolen;

static const struct json *named(const char *array, const char *name)
{
    const struct json *e = json_member(result, array)->first;

    while (e != NULL && strcmp(json_member(e, "name")->string, name) != 0)
        e = e->next;
    return e;
}

/* A cell by its column's title */
static const struct json *cell(const struct json *table, const struct json *row, const char *title)
{
    const struct json *column = json_member(table, "columns")->first;
    const struct json *c = json_member(row, "cells")->first;

    for (; column != NULL && c != NULL; column = column->next, c = c->next)
        if (strcmp(json_member(column, "title")->string, title) == 0)
            return c;
    (void)printf("no column %s\n", title);
    exit(1);
}

static bool of_lock(const struct json *table, const struct json *row, const char *setup, const char *lock)
{
    return strcmp(cell(table, row, "setup")->string, setup) == 0 &&
           strcmp(cell(table, row, "lock")->string, lock) == 0;
}

static bool fifo(const char *lock)
{
    return strcmp(lock, "LLQ") == 0 || strcmp(lock, "ticket") == 0 || strcmp(lock, "MCS") == 0;
}

/* Sums of a setup's and lock's tasks, core by core */
static void test_shares(const char *setup, const char *lock, double requests, double repeats)
{
    const struct json *table = named("tables", "tasks");
    double got[64] = {0}, most = 0, fewest = 1e18, sum = 0;
    unsigned cores = 0, tasks = 0;

    for (const struct json *row = json_member(table, "rows")->first; row != NULL; row = row->next) {
        if (!of_lock(table, row, setup, lock))
            continue;
        unsigned core = (unsigned)cell(table, row, "core")->number;
        got[core] += cell(table, row, "got")->number;
        cores = core + 1 > cores ? core + 1 : cores;
        tasks++;
    }
    for (unsigned core = 0; core < cores; core++) {
        most = got[core] > most ? got[core] : most;
        fewest = got[core] < fewest ? got[core] : fewest;
        sum += got[core];
    }
    if (!CHECK(tasks > 0 && most <= requests && sum >= requests))
        return;
    if (even && fifo(lock) && !CHECK(most - fewest <= repeats * (1 + (double)tasks / cores)))
        (void)printf("  %s, %s: %.0f and %.0f\n", setup, lock, most, fewest);
}

static void test_long_form(const char *setup, const char *lock, double count)
{
    const struct json *table = named("tables", "tasks"),
                      *histogram = json_member(result, "histograms")->first;
    double sum = 0, counted = -1;
    char title[128];

    for (const struct json *row = json_member(table, "rows")->first; row != NULL; row = row->next)
        if (of_lock(table, row, setup, lock))
            sum += cell(table, row, "requests")->number;
    (void)snprintf(title, sizeof(title), "%s, %s:", setup, lock);
    for (; histogram != NULL; histogram = histogram->next)
        if (strncmp(json_member(histogram, "title")->string, title, strlen(title)) == 0)
            counted = json_member(histogram, "count")->number;
    CHECK(count > 0 && sum == count && counted == count);
}

static void test_passes(void)
{
    const struct json *table = named("tables", "long-form");
    double cores = json_member(json_member(result, "arguments"), "cores")->number, most_of_tas = 0;

    for (const struct json *row = json_member(table, "rows")->first; row != NULL; row = row->next) {
        const char *lock = cell(table, row, "lock")->string;
        double passed = cell(table, row, "passed")->number;

        if (strcmp(lock, "LLQ") == 0)
            CHECK(cell(table, row, "queued")->number <= cores - 1);
        if (strcmp(lock, "test-and-set") == 0 && passed > most_of_tas)
            most_of_tas = passed;
    }
    CHECK(json_member(named("verdicts", "passes"), "holds")->number == 1);
    if (stolen)
        CHECK(most_of_tas > cores - 1);
}

static void test_all(double requests)
{
    const struct json *table = named("tables", "long-form");
    double repeats = json_member(json_member(result, "arguments"), "repeats")->number;

    for (const struct json *row = json_member(table, "rows")->first; row != NULL; row = row->next) {
        const char *setup = cell(table, row, "setup")->string, *lock = cell(table, row, "lock")->string;

        test_shares(setup, lock, requests, repeats);
        test_long_form(setup, lock, cell(table, row, "requests")->number);
    }
    test_passes();
}

int main(int argc, char **argv)
{
    static char text[16 << 20];
    struct json_error error;
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    struct json *read;

    if (file == NULL) {
        (void)printf("usage: %s FILE REQUESTS real|even|stolen (and the file must be there)\n", argv[0]);
        return 2;
    }
    read = json_read(text, fread(text, 1, sizeof(text), file), &error);
    (void)fclose(file);
    result = read;
    if (!CHECK(result != NULL))
        return checks_end();
    stolen = strcmp(argv[3], "stolen") == 0;
    even = stolen || strcmp(argv[3], "even") == 0;
    test_all(strtod(argv[2], NULL));
    json_free(read);
    return checks_end();
}
