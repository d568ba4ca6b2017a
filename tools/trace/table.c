/* Open addressing, doubled when half full. */
#include "table.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(const uint64_t *key)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;

    for (unsigned i = 0; i < TT_KEYS; i++)
        hash = (hash ^ key[i] ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return (size_t)(hash >> 17);
}

static uint32_t *place_of(struct tt_table *table, const uint64_t *key)
{
    size_t mask = table->hash_size - 1;
    size_t i = hash_of(key) & mask;

    while (table->hash[i] != 0 &&
           memcmp(table->row[table->hash[i] - 1].key, key, sizeof(table->row->key)) != 0)
        i = (i + 1) & mask;
    return &table->hash[i];
}

static void rehash(struct tt_table *table)
{
    free(table->hash);
    table->hash_size = table->hash_size == 0 ? 64 : table->hash_size * 2;
    table->hash = tt_must(calloc(table->hash_size, sizeof(*table->hash)));
    for (size_t i = 0; i < table->rows; i++)
        *place_of(table, table->row[i].key) = (uint32_t)i + 1;
}

struct tt_row *tt_row(struct tt_table *table, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    const uint64_t key[TT_KEYS] = {a, b, c, d};
    uint32_t *place;

    if (table->rows * 2 >= table->hash_size)
        rehash(table);
    place = place_of(table, key);
    if (*place == 0) {
        table->row = tt_grow(table->row, table->rows, &table->room, sizeof(*table->row));
        table->row[table->rows] = (struct tt_row){.key = {a, b, c, d}};
        *place = (uint32_t)++table->rows;
    }
    return &table->row[*place - 1];
}

void tt_row_add(struct tt_row *row, unsigned n, int64_t time)
{
    row->count[n]++;
    row->time[n] += time;
    if (time > row->time[n + 1])
        row->time[n + 1] = time;
}

static unsigned sorted_by;

static int by_count(const void *a, const void *b)
{
    const struct tt_row *x = a, *y = b;

    if (x->count[sorted_by] != y->count[sorted_by])
        return x->count[sorted_by] < y->count[sorted_by] ? 1 : -1;
    return memcmp(x->key, y->key, sizeof(x->key));
}

static int by_time(const void *a, const void *b)
{
    const struct tt_row *x = a, *y = b;

    if (x->time[sorted_by] != y->time[sorted_by])
        return x->time[sorted_by] < y->time[sorted_by] ? 1 : -1;
    return memcmp(x->key, y->key, sizeof(x->key));
}

void tt_table_by_count(struct tt_table *table, unsigned n)
{
    sorted_by = n;
    if (table->rows > 0)
        qsort(table->row, table->rows, sizeof(*table->row), by_count);
}

void tt_table_by_time(struct tt_table *table, unsigned n)
{
    sorted_by = n;
    if (table->rows > 0)
        qsort(table->row, table->rows, sizeof(*table->row), by_time);
}

void tt_table_free(struct tt_table *table)
{
    free(table->row);
    free(table->hash);
    *table = (struct tt_table){0};
}
