/*
 * A table of results: filled once, printed lined up on the console, and written into the result file from the
 * same cells, so that what one reads and what a report draws cannot differ. All memory is the caller's; texts
 * are kept by reference.
 */
#ifndef TAKT_COMMON_TABLE_H
#define TAKT_COMMON_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/** A column. A number of it is kept as value * 10^decimals. */
struct takt_column {
    const char *title;
    const char *unit; /* "" for a bare count, NULL for a column of texts */
    uint8_t decimals;
};

/** A cell: a text, a number, or nothing when text is NULL and number is false. */
struct takt_cell {
    const char *text;
    int64_t value;
    bool number;
};

#define TAKT_ROW_PAPER 1u /* figures of the paper, not measured here */
#define TAKT_ROW_APART 2u /* an empty line stands before it */

/** A table. Set the first block, zero the rest. */
struct takt_table {
    const char *name;  /* letters, digits, '-': its name in the result file */
    const char *title; /* one line */
    const char *note;  /* below the table; lines end in \n; or NULL */
    const struct takt_column *columns;
    unsigned column_count;
    struct takt_cell *cells; /* row_max * column_count */
    uint8_t *rows;           /* row_max flags */
    unsigned row_max;

    unsigned row_count, filled; /* filled: cells of the last row */
};

/** Begin the next row; the last one is filled up with empty cells. A table that is full is a bug, and
 * asserts. */
void takt_table_row(struct takt_table *table, unsigned flags);

/** Give the row's next cell. */
void takt_table_text(struct takt_table *table, const char *text);
void takt_table_number(struct takt_table *table, int64_t value);
void takt_table_none(struct takt_table *table);

/** Print it on the console. Call class: thread. */
void takt_table_print(const struct takt_table *table);

/** Print one line on the console, or several that end in \n. Call class: thread. */
void takt_say(const char *line);

#endif
