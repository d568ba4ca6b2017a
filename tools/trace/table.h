/* Rows by key, found in constant time: what statistics count per object, per pair of threads, per chain. */
#ifndef TAKT_TOOLS_TRACE_TABLE_H
#define TAKT_TOOLS_TRACE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define TT_KEYS   4
#define TT_COUNTS 6

struct tt_row {
    uint64_t key[TT_KEYS]; /* what they mean is the table's owner's */
    uint64_t count[TT_COUNTS];
    int64_t time[TT_COUNTS];
};

struct tt_table {
    struct tt_row *row;
    size_t rows, room;
    uint32_t *hash; /* places, + 1 */
    size_t hash_size;
};

/** The row of a key, an empty one if there was none. It stays where it is until the next one that was not there. */
struct tt_row *tt_row(struct tt_table *table, uint64_t a, uint64_t b, uint64_t c, uint64_t d);

/** Take a time into a count, its sum and its longest: count[n], time[n] and time[n + 1]. */
void tt_row_add(struct tt_row *row, unsigned n, int64_t time);

/** By a count or a time, the largest first: after it tt_row() may not be called. */
void tt_table_by_count(struct tt_table *table, unsigned n);
void tt_table_by_time(struct tt_table *table, unsigned n);
void tt_table_free(struct tt_table *table);

#endif
