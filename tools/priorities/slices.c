/*
 * Shares of weighted slices. A block begins where A runs after D has run; between the first such moment and the last of
 * BLOCKS later each of the four threads' time is added up, whoever else ran meanwhile, and compared with its part of
 * the sum.
 */
#include "parts.h"

#include <string.h>

#define BLOCKS     100u
#define BLOCKS_MIN 10u /* fewer tell nothing */
#define COLUMNS    9u
#define ROWS       (2 * PRIORITIES_SLICES)

/** The walk over a recording. */
struct walk {
    unsigned blocks; /* begun so far */
    bool last_ran;   /* D has, since the block began */
    int running;     /* of the four; -1: another thread */
    int64_t since;
    int64_t ran[PRIORITIES_SLICES], others;
    int64_t block[PRIORITIES_SLICES][BLOCKS]; /* of each block */
};

static const struct takt_column columns[COLUMNS] = {
    {"threads", NULL, 0}, {"thread", NULL, 0},   {"slice", "% of a block", 0},
    {"ran", "%", 3},      {"off", "% of it", 3}, {"ran in all", "us", 0},
    {"others", "us", 0},  {"blocks", "", 0},     {"of medians", "%", 3}};
static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
struct takt_table priorities_slices_table = {
    .name = "slices",
    .title = "Weighted slices: share of each thread's time over whole blocks",
    .note =
        "others: the more urgent thread that interrupts the four; a slice that is interrupted is resumed.\n"
        "of medians: share of the medians of single blocks, which a machine that takes its processor away at "
        "times "
        "leaves alone.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS};
struct takt_result_verdict priorities_slices_verdict = {.name = "slices",
                                                        .title = "weighted slices: furthest off of a share",
                                                        .unit = "% of it",
                                                        .relation = "<=",
                                                        .wanted = 1000,
                                                        .decimals = 3,
                                                        .basis = "whole blocks, alone and interrupted"};

struct takt_result_verdict priorities_blocks_verdict = {
    .name = "slices-blocks",
    .title = "weighted slices: whole blocks that were measured",
    .unit = "blocks",
    .relation = ">=",
    .wanted = BLOCKS,
    .basis = "the shorter of both recordings"};

static int number_of(const struct tt_trace *trace, const struct tt_event *event)
{
    const char *name = tt_name(trace, event->core, event->b);

    for (unsigned i = 0; i < PRIORITIES_SLICES; i++) {
        if (strcmp(name, priorities_slices_of[i].name) == 0)
            return (int)i;
    }
    return -1;
}

static void account(struct walk *walk, int64_t now)
{
    if (walk->blocks == 0 || walk->blocks > BLOCKS)
        return;
    if (walk->running < 0) {
        walk->others += now - walk->since;
        return;
    }
    walk->ran[walk->running] += now - walk->since;
    walk->block[walk->running][walk->blocks - 1] += now - walk->since;
}

static void step(struct walk *walk, int next, int64_t now)
{
    account(walk, now);
    if (next == 0 && walk->last_ran) {
        walk->blocks++;
        walk->last_ran = false;
    }
    walk->last_ran |= next == (int)PRIORITIES_SLICES - 1;
    walk->running = next;
    walk->since = now;
}

static int64_t magnitude(int64_t number)
{
    return number < 0 ? -number : number;
}

static unsigned whole(const struct walk *walk)
{
    return walk->blocks == 0 ? 0 : walk->blocks - 1;
}

static void fill(struct walk *walk, const char *what)
{
    struct takt_table *table = &priorities_slices_table;
    int64_t sum = 0, median[PRIORITIES_SLICES], medians = 0;

    for (unsigned i = 0; i < PRIORITIES_SLICES; i++) {
        sum += walk->ran[i];
        median[i] = takt_stats_median(walk->block[i], whole(walk));
        medians += median[i];
    }
    for (unsigned i = 0; i < PRIORITIES_SLICES; i++) {
        int64_t part = priorities_slices_of[i].part, share = takt_stats_ratio(walk->ran[i], sum, 100000);
        int64_t off = takt_stats_ratio(share - part * 1000, part * 1000, 100000);

        takt_table_row(table, i == 0 && table->row_count > 0 ? TAKT_ROW_APART : 0);
        takt_table_text(table, what);
        takt_table_text(table, priorities_slices_of[i].name);
        takt_table_number(table, part);
        takt_table_number(table, share);
        takt_table_number(table, off);
        takt_table_number(table, walk->ran[i] / 1000);
        takt_table_number(table, walk->others / 1000);
        takt_table_number(table, whole(walk));
        takt_table_number(table, takt_stats_ratio(median[i], medians, 100000));
        if (magnitude(off) > priorities_slices_verdict.value)
            priorities_slices_verdict.value = magnitude(off);
    }
}

static int read_one(const char *name, const char *what)
{
    static struct walk walk;
    struct tt_trace trace;

    walk = (struct walk){.running = -1};
    if (priorities_read(&trace, name) != 0)
        return -1;
    for (size_t i = 0; i < trace.count && walk.blocks <= BLOCKS; i++) {
        const struct tt_event *event = &trace.event[i];

        if (event->event == TAKT_TRACE_EVENT_switch && event->core == 0)
            step(&walk, number_of(&trace, event), event->time);
    }
    tt_free(&trace);
    if (whole(&walk) < BLOCKS_MIN) {
        fprintf(stderr,
                "takt-priorities: priorities-%s.takt has only %u whole blocks: was the machine busy?\n", name,
                whole(&walk));
        return -1;
    }
    if (priorities_blocks_verdict.value == 0 || whole(&walk) < priorities_blocks_verdict.value)
        priorities_blocks_verdict.value = whole(&walk);
    fill(&walk, what);
    return 0;
}

int priorities_slices(void)
{
    if (read_one("slices", "four alone") != 0)
        return -1;
    return read_one("slices-interrupted", "interrupted");
}
