/* The table of masked windows: a row for each place in the sources that masks, a column for each setting. */
#include "report.h"

#include <stdlib.h>
#include <string.h>

static const struct takt_column columns[] = {
    {"site", NULL, 0},        {"windows", "", 0},        {"benchmarks", "instr.", 0},
    {"crowd 4", "instr.", 0}, {"crowd 64", "instr.", 0}, {"crowd 512", "instr.", 0},
};

#define COLUMNS  (sizeof columns / sizeof *columns)
#define SETTINGS (COLUMNS - 2)

static struct takt_cell cells[COSTS_SITES * COLUMNS];
static uint8_t rows[COSTS_SITES];

struct takt_table costs_masked_table = {
    .name = "masked-sites",
    .title = "Longest masked window of each site",
    .note =
        "From the instruction that masks to the one that unmasks, the longest of all that were executed. "
        "Crowd: so many\n"
        "threads, waiters, timers, links of a chain and held mutexes at a time, around the same operations.",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = COSTS_SITES,
};

static int by_where(const void *a, const void *b)
{
    return strcmp(((const struct costs_site *)a)->where, ((const struct costs_site *)b)->where);
}

static void fill_row(const struct costs_site *site)
{
    uint64_t windows = 0;

    for (unsigned phase = 0; phase < COSTS_PHASES; phase++)
        windows += site->windows[phase];
    takt_table_row(&costs_masked_table, 0);
    takt_table_text(&costs_masked_table, site->where);
    takt_table_number(&costs_masked_table, (int64_t)windows);
    for (unsigned phase = 0; phase < SETTINGS; phase++) {
        if (site->windows[phase] != 0)
            takt_table_number(&costs_masked_table, (int64_t)site->longest[phase]);
        else
            takt_table_none(&costs_masked_table);
    }
}

void costs_fill_masked(void)
{
    qsort(costs_sites, costs_site_count, sizeof *costs_sites, by_where);
    for (unsigned i = 0; i < costs_site_count; i++)
        fill_row(&costs_sites[i]);
}

int64_t costs_longest_masked(void)
{
    uint64_t longest = 0;

    for (unsigned i = 0; i < costs_site_count; i++) {
        for (unsigned phase = 0; phase < COSTS_PHASES; phase++)
            longest = costs_sites[i].longest[phase] > longest ? costs_sites[i].longest[phase] : longest;
    }
    return (int64_t)longest;
}

/* A few threads alone do not meet every case, so the second setting counts as small, too. */
unsigned costs_sites_that_grow(void)
{
    unsigned growing = 0;

    for (unsigned i = 0; i < costs_site_count; i++) {
        const uint64_t *longest = costs_sites[i].longest;

        if (longest[3] > longest[1] && longest[3] > longest[2])
            growing++;
    }
    return growing;
}
