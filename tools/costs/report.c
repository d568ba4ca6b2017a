/* The tables of figures, one a section, the demands on them, and the result file. */
#include "report.h"

#include "../target.h"

#include <string.h>

static const struct takt_column columns[] = {
    {"what", NULL, 0},
    {"Takt", "instr.", 1},
    {"best peer", "instr.", 1},
    {"ratio", "", 2},
    {"goal", NULL, 0},
    {"spread", "", 1},
    {"exceptions", "", 0},
    {"peers' exc.", "", 0},
    {"FreeRTOS", "instr.", 1},
    {"ThreadX", "instr.", 1},
    {"ThreadX fast", "instr.", 1},
};

/* The same, of what is no instruction. */
static const struct takt_column bare_columns[] = {
    {"what", NULL, 0},   {"Takt", "", 1},    {"best peer", "", 1},    {"ratio", "", 2},
    {"goal", NULL, 0},   {"spread", "", 1},  {"exceptions", "", 0},   {"peers' exc.", "", 0},
    {"FreeRTOS", "", 1}, {"ThreadX", "", 1}, {"ThreadX fast", "", 1},
};

#define COLUMNS  (sizeof columns / sizeof *columns)
#define ROWS_MAX 48

/* A section: its name in the rows, and the table of it. */
struct section {
    struct takt_table table;
    struct takt_cell cells[ROWS_MAX * COLUMNS];
    uint8_t rows[ROWS_MAX];
};

static const struct {
    const char *name, *title;
} titles[] = {
    {"operation", "Single operations"},
    {"metric", "Thread-Metric's tests: one operation of each"},
    {"cycle", "Paper 3: a cycle of 9 messages"},
    {"switches", "Paper 3: context switches of a cycle"},
    {"masked", "Masked windows, from mask to unmask"},
    {"sampled", "Delay of an interrupt that arrives anywhere in a workload"},
    {"llq", "The lock between cores"},
    {"trace", "The recorder, in a build that has it"},
};

#define SECTIONS (sizeof titles / sizeof *titles)

static struct section sections[SECTIONS];
static struct takt_result_verdict verdicts[2 * COSTS_ROWS];
static unsigned verdict_count;
static char memory[1u << 19];
static struct takt_result result;

static void number(struct takt_table *table, int64_t value, int64_t unit)
{
    if (value == COSTS_NONE)
        takt_table_none(table);
    else
        takt_table_number(table, (value + unit / 2) / unit);
}

/* The most that a row may be; COSTS_NONE: nothing is wanted. */
static int64_t limit(const struct costs_row *row)
{
    int64_t best = row->wanted != COSTS_NONE ? row->wanted : costs_best(row);

    if (row->goal == COSTS_OPEN || best == COSTS_NONE)
        return COSTS_NONE;
    return row->goal == COSTS_BELOW ? best - 1 : best;
}

static const char *judged(const struct costs_row *row)
{
    if (limit(row) == COSTS_NONE)
        return "";
    return row->value <= limit(row) ? "reached" : "MISSED";
}

static void fill_row(struct takt_table *table, const struct costs_row *row)
{
    int64_t best = costs_best(row);

    takt_table_row(table, 0);
    takt_table_text(table, row->title);
    number(table, row->value, 10);
    number(table, best, 10);
    if (best == COSTS_NONE || best == 0)
        takt_table_none(table);
    else
        takt_table_number(table, (row->value * 100 + best / 2) / best);
    takt_table_text(table, judged(row));
    number(table, row->exceptions == COSTS_NONE ? COSTS_NONE : row->spread, 10);
    number(table, row->exceptions, 100);
    number(table, row->peer_exceptions, 100);
    for (unsigned i = 0; i < COSTS_PEERS; i++)
        number(table, row->peers[i], 10);
}

static void fill_section(unsigned index)
{
    struct section *section = &sections[index];

    section->table = (struct takt_table){
        .name = titles[index].name,
        .title = titles[index].title,
        .columns = strcmp(titles[index].name, "switches") == 0 ? bare_columns : columns,
        .column_count = COLUMNS,
        .cells = section->cells,
        .rows = section->rows,
        .row_max = ROWS_MAX,
    };
    for (unsigned i = 0; i < costs_row_count; i++) {
        if (costs_rows[i].measured && strcmp(costs_rows[i].section, titles[index].name) == 0)
            fill_row(&section->table, &costs_rows[i]);
    }
}

static void demand(const struct costs_row *row, const char *of, int64_t value, int64_t wanted,
                   const char *basis)
{
    static char names[2 * COSTS_ROWS][3 * COSTS_NAME];

    snprintf(names[verdict_count], sizeof names[0], "%.31s-%.31s%s", row->section, row->name, of);
    verdicts[verdict_count] = (struct takt_result_verdict){
        .name = names[verdict_count],
        .title = row->title,
        .unit = of[0] != '\0' || strcmp(row->section, "switches") == 0 ? "" : "instructions",
        .relation = "<=",
        .value = value,
        .wanted = wanted,
        .decimals = 2,
        .basis = basis,
    };
    verdict_count++;
}

static void demand_row(const struct costs_row *row)
{
    if (!row->measured)
        return;
    if (limit(row) != COSTS_NONE)
        demand(row, "", row->value, limit(row),
               row->goal == COSTS_BELOW    ? "below the best of the peers"
               : row->wanted == COSTS_NONE ? "at most the best of the peers"
                                           : "at most so many");
    if (row->exceptions != COSTS_NONE && row->peer_exceptions != COSTS_NONE)
        demand(row, "-exceptions", row->exceptions, row->peer_exceptions,
               "exceptions taken, at most the peers'");
}

static void add_masked(void)
{
    struct costs_row *row = costs_row("masked", "longest", "the log", 0);
    int64_t longest = costs_longest_masked() * 100;

    costs_measured(row, longest, longest, COSTS_NONE);
    row = costs_row("masked", "growing", "the log", 0);
    costs_measured(row, costs_sites_that_grow() * 100, costs_sites_that_grow() * 100, COSTS_NONE);
}

static bool print(void)
{
    unsigned missed = 0;

    for (unsigned i = 0; i < SECTIONS; i++) {
        if (sections[i].table.row_count != 0)
            takt_table_print(&sections[i].table);
    }
    if (costs_masked_table.row_count != 0)
        takt_table_print(&costs_masked_table);
    if (costs_samples != 0)
        printf("%u interrupts sampled\n", costs_samples);
    for (unsigned i = 0; i < verdict_count; i++)
        missed += !takt_result_holds(&verdicts[i]);
    printf("\n%u of %u demands are met\n", verdict_count - missed, verdict_count);
    return missed == 0;
}

static void write_head(const struct costs_about *about, struct takt_result_head *head)
{
    static char command[96];

    snprintf(command, sizeof command, "./takt bench --board %s%s", about->board,
             about->quick ? " --quick" : "");
    *head = (struct takt_result_head){
        .experiment = "bench",
        .title = "What the kernel's operations cost, in instructions",
        .board = about->board,
        .time_kind = "instructions",
        .time_note = "Instructions executed under QEMU with -icount shift=0. They are not cycles: an "
                     "exception's entry "
                     "and return count as none.",
        .version = TAKT_VERSION,
        .command = command,
    };
    takt_result_begin(&result, memory, sizeof memory, head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", about->configuration);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_bool(&result, "quick", about->quick);
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "emulator", "QEMU, one instruction a nanosecond");
    takt_result_number(&result, "sampled_interrupts", costs_samples, 0);
    takt_result_close(&result);
}

static int write_result(const struct costs_about *about)
{
    struct takt_result_head head;

    write_head(about, &head);
    takt_result_open(&result, "tables", '[');
    for (unsigned i = 0; i < SECTIONS; i++) {
        if (sections[i].table.row_count != 0)
            takt_result_table(&result, &sections[i].table);
    }
    if (costs_masked_table.row_count != 0)
        takt_result_table(&result, &costs_masked_table);
    takt_result_close(&result);
    takt_result_empty(&result, "series");
    takt_result_empty(&result, "histograms");
    takt_result_verdicts(&result, verdicts, verdict_count);
    return takt_result_end(&result, &head);
}

bool costs_report(const struct costs_about *about)
{
    bool met;

    target_folder = about->folder;
    if (costs_site_count != 0)
        add_masked();
    costs_fill_masked();
    for (unsigned i = 0; i < SECTIONS; i++)
        fill_section(i);
    for (unsigned i = 0; i < costs_row_count; i++)
        demand_row(&costs_rows[i]);
    met = print();
    if (write_result(about) != 0)
        costs_fail(about->folder, 0, "the result could not be written there");
    printf("written: %s/bench-%s.json\n", about->folder, about->board);
    return met;
}
