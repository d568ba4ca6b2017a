/*
 * The one result schema, written as JSON text into the caller's memory (docs/results.md says what each member
 * means, tools/takt-results-check checks a file against it). No clock and no path enters, so that the same
 * seed on sim gives the same bytes.
 */
#ifndef TAKT_COMMON_RESULT_H
#define TAKT_COMMON_RESULT_H

#include "histogram.h"
#include "table.h"
#include "text.h"

#define TAKT_RESULT_SCHEMA "takt-result-1"
#define TAKT_RESULT_DEPTH  16

/** JSON under construction. */
struct takt_result {
    struct takt_text text;
    unsigned depth;
    char closer[TAKT_RESULT_DEPTH];
    bool filled[TAKT_RESULT_DEPTH]; /* the level has a member already: a comma is due */
};

/** What stands at the top of every result. */
struct takt_result_head {
    const char *experiment; /* letters, digits, '-' */
    const char *title;
    const char *board;
    const char *time_kind; /* "real", "virtual" or "instructions" */
    const char *time_note; /* what such a time is worth, one sentence */
    const char *version;
    const char *command; /* that gives this result again */
    const char *seed;    /* decimal digits, or NULL where chance has no part */
};

/** A line of a drawing: points (x, y) of a series, both as value * 10^decimals. */
struct takt_result_line {
    const char *name;
    const int64_t *x; /* NULL: 1, 2, 3 ... */
    const int64_t *y;
    unsigned count;
};

/** A drawing of lines over one pair of axes. */
struct takt_result_series {
    const char *name, *title;
    struct takt_column x, y;
};

/** A demand and whether it holds; value and wanted as value * 10^decimals. */
struct takt_result_verdict {
    const char *name, *title, *unit;
    const char *relation; /* "<=" or ">=" */
    int64_t value, wanted;
    uint8_t decimals;
    const char *basis; /* on what the value rests: amounts, medians */
};

/* Members of JSON: key is NULL inside an array. */

void takt_result_open(struct takt_result *result, const char *key, char opener);
void takt_result_close(struct takt_result *result);
void takt_result_string(struct takt_result *result, const char *key, const char *value);
void takt_result_number(struct takt_result *result, const char *key, int64_t value, unsigned decimals);
void takt_result_bool(struct takt_result *result, const char *key, bool value);
void takt_result_null(struct takt_result *result, const char *key);

/* Parts of the schema. */

/** Begin a result: the outer object and its head stand, and stay open for more. */
void takt_result_begin(struct takt_result *result, char *buffer, size_t size,
                       const struct takt_result_head *head);

/** Inside the open array "tables". */
void takt_result_table(struct takt_result *result, const struct takt_table *table);

/** Inside the open array "series": begin one, add its lines, takt_result_series_end(). */
void takt_result_series_begin(struct takt_result *result, const struct takt_result_series *series);
void takt_result_series_line(struct takt_result *result, const struct takt_result_series *series,
                             const struct takt_result_line *line);
void takt_result_series_end(struct takt_result *result);

/** Inside the open array "histograms". */
void takt_result_histogram(struct takt_result *result, const char *name, const char *title, const char *unit,
                           const struct takt_histogram *histogram);

/** Whether a demand holds. */
bool takt_result_holds(const struct takt_result_verdict *verdict);

/** An array without members: what an experiment has nothing of. */
void takt_result_empty(struct takt_result *result, const char *key);

/** The array "verdicts", whole. */
void takt_result_verdicts(struct takt_result *result, const struct takt_result_verdict *list, unsigned count);

/** Inside the open array "verdicts". */
void takt_result_verdict(struct takt_result *result, const struct takt_result_verdict *verdict);

/**
 * Close everything and write <experiment>-<board>.json through takt_result_write().
 * Call class: thread. @return as takt_result_write(); -ENOSPC: the buffer was too small, nothing was written
 */
int takt_result_end(struct takt_result *result, const struct takt_result_head *head);

#endif
