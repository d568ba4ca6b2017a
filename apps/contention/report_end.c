/* The verdicts, and the result file. */
#include "report.h"

#include "../common/stats.h"

#include <string.h>

#define RESULT_SIZE (1u << 20 | (unsigned)CONTENTION_CORES << 15)

static char memory[RESULT_SIZE] CONTENTION_SHARED; /* one for both images: large */
static struct takt_result result;

static const struct takt_column verdict_columns[] = {
    {"demand", NULL, 0}, {"value", NULL, 0},           {"wanted", NULL, 0},
    {"holds", NULL, 0},  {"on the basis of", NULL, 0},
};

#define VERDICT_ROWS CONTENTION_VERDICTS
#define COLUMNS      (sizeof(verdict_columns) / sizeof(verdict_columns[0]))

static struct takt_cell cells[VERDICT_ROWS * COLUMNS];
static uint8_t rows[VERDICT_ROWS];

static struct takt_table table = {
    .name = "verdicts",
    .title = "Verdicts on the LLQ",
    .columns = verdict_columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = VERDICT_ROWS,
};

static const char *amount(char buffer[24], const char *before, int64_t value,
                          const struct takt_result_verdict *v)
{
    struct takt_text text;

    takt_text_begin(&text, buffer, 24);
    takt_text_add(&text, before);
    takt_text_fixed(&text, value, v->decimals);
    return buffer;
}

/* A bound of the lock's, which holds on every board and in every run. */
static bool is_bound(const struct takt_result_verdict *verdict)
{
    return strncmp(verdict->name, "passes", 6) == 0 || strncmp(verdict->name, "wait", 4) == 0;
}

static struct contention_end print_verdicts(const struct takt_result_verdict *verdicts, unsigned count)
{
    static char texts[VERDICT_ROWS][2][24];
    struct contention_end end = {true, true};

    for (unsigned i = 0; i < count; i++) {
        const struct takt_result_verdict *v = &verdicts[i];
        bool holds = takt_result_holds(v);

        takt_table_row(&table, 0);
        takt_table_text(&table, v->title);
        takt_table_text(&table, amount(texts[i][0], "", v->value, v));
        takt_table_text(&table, amount(texts[i][1], v->relation[0] == '<' ? "<= " : ">= ", v->wanted, v));
        takt_table_text(&table, holds ? "holds" : "NOT");
        takt_table_text(&table, v->basis);
        end.all = end.all && holds;
        end.bound = end.bound && (holds || !is_bound(v));
    }
    if (count > 0)
        takt_table_print(&table);
    if (!end.bound)
        takt_say("contention: a request waited longer than the bound allows: the run has failed.");
    return end;
}

static void write_configuration(void)
{
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_CORES", CONFIG_TAKT_CORES, 0);
    takt_result_number(&result, "CONFIG_TAKT_LEVELS", CONFIG_TAKT_LEVELS, 0);
    takt_result_number(&result, "CONFIG_TAKT_LLQ_LINE", CONFIG_TAKT_LLQ_LINE, 0);
    takt_result_number(&result, "CONFIG_TAKT_ASSERT", CONFIG_TAKT_ASSERT, 0);
    takt_result_number(&result, "CONFIG_TAKT_DEBUG", CONFIG_TAKT_DEBUG, 0);
    takt_result_number(&result, "CONFIG_TAKT_CHECKS", CONFIG_TAKT_CHECKS, 0);
    takt_result_number(&result, "CONFIG_TAKT_RUN_TIME", CONFIG_TAKT_RUN_TIME, 0);
    takt_result_close(&result);
}

static void write_arguments(void)
{
    const struct contention_arguments *a = &contention_arguments;

    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "cores", a->cores, 0);
    takt_result_number(&result, "repeats", a->sizes.repeats, 0);
    takt_result_number(&result, "requests", a->sizes.requests, 0);
    takt_result_number(&result, "bytes", a->bytes, 0);
    takt_result_number(&result, "hold_ns", a->sizes.hold, 0);
    takt_result_bool(&result, "long", a->long_form);
    takt_result_bool(&result, "verdict", a->verdict);
    takt_result_bool(&result, "quick", a->quick);
    takt_result_number(&result, "think_ns", a->sizes.think, 0);
    takt_result_close(&result);
}

static void write_ways(void)
{
    int64_t *ways = contention_long_run.way;
    unsigned count = contention_long_run.ways;

    if (!contention_board.real || count == 0)
        return;
    takt_result_number(&result, "way_median_ns", takt_stats_median(ways, count), 1);
    takt_result_number(&result, "way_least_ns", ways[0], 1);
    takt_result_number(&result, "way_most_ns", ways[count - 1], 1);
}

static void write_machine(void)
{
    int64_t largest = 0;

    for (unsigned core = 0; core < contention_arguments.cores; core++)
        largest = contention_gaps[core] > largest ? contention_gaps[core] : largest;
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "load", contention_machine.load);
    if (contention_board.real)
        takt_result_number(&result, "largest_gap_us", largest, 3);
    write_ways();
    if (contention_machine.costs != NULL)
        takt_result_string(&result, "cost_table", contention_machine.costs);
    takt_result_close(&result);
}

static void write_lines(const struct takt_result_series *series, const struct contention_setup *setup,
                        bool delta)
{
    takt_result_series_begin(&result, series);
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
        const struct contention_figures *figures = &setup->of[kind];
        struct takt_result_line line = {.name = contention_lock((enum contention_kind)kind)->name,
                                        .y = delta ? figures->run_delta : figures->run_mean,
                                        .count = figures->deltas};

        if (figures->measured)
            takt_result_series_line(&result, series, &line);
    }
    takt_result_series_end(&result);
}

static void write_series(void)
{
    static const struct takt_result_series deltas = {
        .name = "delta",
        .title = "Deviation between the cores in each run, 4 tasks a core",
        .x = {"run", "", 0},
        .y = {"delta", "us", 4}};
    static const struct takt_result_series means = {.name = "mean",
                                                    .title =
                                                        "Mean time of a request in each run, 4 tasks a core",
                                                    .x = {"run", "", 0},
                                                    .y = {"time from request to release", "us", 4}};
    const struct contention_setup *setup = contention_on_all(CONTENTION_TASKS);

    takt_result_open(&result, "series", '[');
    write_lines(&means, setup, false);
    if (setup->cores > 1)
        write_lines(&deltas, setup, true);
    takt_result_close(&result);
}

static void write_histogram(unsigned setup, unsigned kind)
{
    const struct contention_figures *figures = &contention_setups[setup].of[kind];
    const char *lock = contention_lock((enum contention_kind)kind)->name;
    char name[64], title[96];
    struct takt_text text;

    takt_text_begin(&text, name, sizeof(name));
    takt_text_int(&text, contention_setups[setup].cores);
    takt_text_char(&text, 'x');
    takt_text_int(&text, contention_setups[setup].tasks);
    takt_text_char(&text, '-');
    takt_text_add(&text, lock);
    takt_text_begin(&text, title, sizeof(title));
    takt_text_add(&text, contention_setups[setup].name);
    takt_text_add(&text, ", ");
    takt_text_add(&text, lock);
    takt_text_add(&text, ": time from request to release");
    takt_result_histogram(&result, name, title, "ns", &figures->histogram);
}

static void write_tables(void)
{
    const struct takt_table *const tables[] = {&contention_paper_table, &contention_improvement_table,
                                               &contention_long_table, &contention_core_table,
                                               &contention_task_table};

    takt_result_open(&result, "tables", '[');
    for (unsigned i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        takt_result_table(&result, tables[i]);
    contention_write_mixed(&result);
    takt_result_close(&result);
}

static int write_result(const struct takt_result_verdict *verdicts, unsigned count)
{
    const struct takt_result_head head = {.experiment = "contention",
                                          .title = "Paper 1: locks between cores under contention",
                                          .board = TAKT_BOARD,
                                          .time_kind = contention_board.time_kind,
                                          .time_note = contention_board.time_note,
                                          .version = TAKT_VERSION,
                                          .command = contention_command(),
                                          .seed = contention_machine.seed};

    takt_result_begin(&result, memory, sizeof(memory), &head);
    write_configuration();
    write_arguments();
    write_machine();
    write_tables();
    write_series();
    takt_result_open(&result, "histograms", '[');
    for (unsigned setup = 0; setup < contention_setup_count; setup++)
        for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++)
            if (contention_setups[setup].of[kind].measured)
                write_histogram(setup, kind);
    takt_result_close(&result);
    takt_result_verdicts(&result, verdicts, count);
    return takt_result_end(&result, &head);
}

struct contention_end contention_report_end(void)
{
    const struct takt_result_verdict *verdicts;
    unsigned count = contention_verdicts(&verdicts);
    struct contention_end end = print_verdicts(verdicts, count);
    int written = write_result(verdicts, count);

    if (written == 0)
        takt_printf("\nWritten: build/results/contention-" TAKT_BOARD ".json\nAgain: %s\n",
                    contention_command());
    else
        takt_printf("\nThe result was not written: error %d. Is build/results writable, and is there room?\n",
                    written);
    return end;
}
