/* The table of host.h, and its result file. */
#include "host.h"

#include "../../apps/common/result.h"
#include "../../apps/common/stats.h"
#include "../../apps/common/table.h"

#define WANTED 1400 /* thousandths */

static const struct takt_column columns[] = {
    {"who records", NULL, 0}, {"reading the clock", "ns", 1}, {"a record", "ns", 1},
    {"ratio", "", 2},         {"ratio, 90 % below", "", 2},
};

#define COLUMNS (sizeof columns / sizeof *columns)
#define ROWS    3

static struct takt_cell cells[ROWS * COLUMNS];
static uint8_t rows[ROWS];
static char memory[1u << 14];
static struct takt_result result;

static struct takt_table table = {
    .name = "record",
    .title = "A record beside the reading of the clock that it holds",
    .note = "Medians of slices in which both were done, one after the other.\n",
    .columns = columns,
    .column_count = COLUMNS,
    .cells = cells,
    .rows = rows,
    .row_max = ROWS,
};

static const struct takt_result_head head = {
    .experiment = "trace",
    .title = "What a record of the trace costs",
    .board = TAKT_BOARD,
    .time_kind = "real",
    .time_note = "Time of this machine, with whatever else it does.",
    .version = TAKT_VERSION,
    .command = "./takt bench trace --board " TAKT_BOARD,
};

/* @return the ratio's median, thousandths */
static int64_t fill(const char *who, struct trace_slices *slices)
{
    int64_t ratio = takt_stats_median(slices->ratio, TRACE_SLICES);

    takt_table_row(&table, 0);
    takt_table_text(&table, who);
    takt_table_number(&table, (takt_stats_median(slices->clock, TRACE_SLICES) + 50) / 100);
    takt_table_number(&table, (takt_stats_median(slices->record, TRACE_SLICES) + 50) / 100);
    takt_table_number(&table, (ratio + 5) / 10);
    takt_table_number(&table, (takt_stats_quantile(slices->ratio, TRACE_SLICES, 90) + 5) / 10);
    return ratio;
}

static void write(const struct takt_result_verdict *verdict)
{
    int result_of_it;

    takt_result_begin(&result, memory, sizeof memory, &head);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_number(&result, "cores", takt_core_count(), 0);
    takt_result_close(&result);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &table);
    takt_result_close(&result);
    takt_result_empty(&result, "series");
    takt_result_empty(&result, "histograms");
    takt_result_verdicts(&result, verdict, 1);
    result_of_it = takt_result_end(&result, &head);
    if (result_of_it != 0)
        takt_printf("FAIL: the result cannot be written: %d\n", result_of_it);
}

bool trace_report(struct trace_slices *alone, struct trace_slices *both, unsigned cores)
{
    struct takt_result_verdict verdict = {
        .name = "record",
        .title = "a record, one core, in times of the clock's reading",
        .unit = "",
        .relation = "<=",
        .wanted = WANTED,
        .decimals = 3,
        .basis = "median of the slices' ratios",
    };

    verdict.value = fill("core 0, alone", alone);
    if (cores > 1) {
        (void)fill("core 0, beside core 1", &both[0]);
        (void)fill("core 1, beside core 0", &both[1]);
    }
    takt_table_print(&table);
    write(&verdict);
    takt_printf("written: trace-" TAKT_BOARD ".json\n");
    return takt_result_holds(&verdict);
}
