/*
 * Mixed priorities: each core's waits for the grant, the most urgent core first, and beside them the bound: what a limit on
 * overtakings gives the urgent ones, and what it takes from the others.
 */
#include "report.h"

#define ROWS (CONTENTION_MIXES * CONTENTION_CORES)

static const struct takt_column columns[] = {
    {"lock", NULL, 0},       {"core", "", 0},         {"requests", "", 0},    {"mean", "us", 3},
    {"median", "us", 3},     {"99.9 %", "us", 3},     {"worst", "us", 3},     {"bound", "us", 3},
    {"passed", "grants", 0}, {"queued", "grants", 0}, {"bound", "grants", 0},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];

static struct takt_table mixed_table = {
    .name = "mixed",
    .title = "6. Mixed priorities: from request to grant, core 0 the most urgent and now and then, the "
             "others always",
    .note = "\n"
            "passed, queued: as in table 3. bound: (m - 1 + K)(L + h), in time with one hand-over more, "
            "where time is exact.\n"
            "K: how often a request may be overtaken. Of two cores at most one waits, so no order can differ "
            "there.",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static void row(const struct contention_mix *mix, unsigned core)
{
    const struct contention_mixed *of = &mix->of[core];
    struct contention_spread waits = contention_spread_of(&of->waits);
    struct takt_table *table = &mixed_table;
    unsigned cores = contention_arguments.cores;

    takt_table_row(table, core == 0 && table->row_count > 0 ? TAKT_ROW_APART : 0);
    takt_table_text(table, contention_lock(mix->kind)->name);
    takt_table_number(table, core);
    takt_table_number(table, (int64_t)waits.count);
    takt_table_number(table, (waits.mean + 5) / 10);
    takt_table_number(table, waits.median);
    takt_table_number(table, waits.p999);
    takt_table_number(table, waits.worst);
    if (mix->llq && contention_machine.exact)
        takt_table_number(table, contention_bound(cores, mix->overtakings));
    else
        takt_table_none(table);
    takt_table_number(table, of->passed);
    if (!mix->llq)
        return;
    takt_table_number(table, of->queued);
    takt_table_number(table, cores - 1 + mix->overtakings);
}

static int64_t mean_of(unsigned number, unsigned core)
{
    return (contention_spread_of(&contention_mix(number)->of[core].waits).mean + 5) / 10;
}

/* Of the orders, the strictest against none. */
static void say_answer(void)
{
    char buffer[256];
    struct takt_text text;
    unsigned last = contention_arguments.cores - 1, strict = CONTENTION_ORDERS - 1;

    takt_text_begin(&text, buffer, sizeof(buffer));
    takt_text_add(&text, "\nFrom K = 0 to K = 15 the most urgent core's mean wait goes from ");
    takt_text_fixed(&text, mean_of(0, 0), 3);
    takt_text_add(&text, " to ");
    takt_text_fixed(&text, mean_of(strict, 0), 3);
    takt_text_add(&text, " us, the least urgent core's from ");
    takt_text_fixed(&text, mean_of(0, last), 3);
    takt_text_add(&text, " to ");
    takt_text_fixed(&text, mean_of(strict, last), 3);
    takt_text_add(&text, " us.");
    takt_say(buffer);
}

void contention_say_mixed(void)
{
    const struct contention_mix *mix;

    if (contention_mix(0) == NULL)
        return;
    for (unsigned i = 0; (mix = contention_mix(i)) != NULL; i++)
        for (unsigned core = 0; core < contention_arguments.cores; core++)
            row(mix, core);
    takt_table_print(&mixed_table);
    say_answer();
}

void contention_write_mixed(struct takt_result *result)
{
    if (mixed_table.row_count > 0)
        takt_result_table(result, &mixed_table);
}
