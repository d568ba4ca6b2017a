/* The tables and the result, in the form of ./takt run latency. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include <takt/console.h>

#include "common/result.h"
#include "common/stats.h"
#include "counter.h"
#include "latency.h"

#define RESULT_SIZE 400000u
#define COLUMNS(of) (sizeof(of) / sizeof((of)[0]))

static const struct takt_column latency_columns[] = {
    {"load", NULL, 0}, {"samples", "", 0},  {"least", "us", 3},    {"mean", "us", 3}, {"median", "us", 3},
    {"99 %", "us", 3}, {"99.9 %", "us", 3}, {"99.999 %", "us", 3}, {"most", "us", 3}, {"missed", "", 0},
};
static const struct takt_column part_columns[] = {
    {"of", NULL, 0},         {"handler", "us", 3},      {"interrupt thread", "us", 3},
    {"scheduling", "us", 3}, {"to user mode", "us", 3}, {"whole", "us", 3},
};

static struct takt_cell latency_cells[COLUMNS(latency_columns)], part_cells[2 * COLUMNS(part_columns)];
static uint8_t latency_rows[1], part_rows[2];
static struct takt_table latency_table = {
    .name = "latency",
    .title = "From the interrupt to the first statement of the thread",
    .note = "Missed: interrupts that came while the thread had not run yet for the one before.\n",
    .columns = latency_columns,
    .column_count = COLUMNS(latency_columns),
    .cells = latency_cells,
    .rows = latency_rows,
    .row_max = 1,
};
static struct takt_table parts_table = {
    .name = "parts",
    .title = "Where it goes",
    .note = "Scheduling: from the wake to the thread's first instruction in the kernel; no stamp separates\n"
            "reaching the scheduler, its choice and the switch.\n",
    .columns = part_columns,
    .column_count = COLUMNS(part_columns),
    .cells = part_cells,
    .rows = part_rows,
    .row_max = 2,
};

static char memory[RESULT_SIZE];
static struct takt_result result;

static const char *load_name(void)
{
    return latency_arguments.load != NULL ? latency_arguments.load : "as it is";
}

static int64_t mean(const struct takt_histogram *histogram)
{
    return (takt_histogram_mean_1000(histogram) + 500) / 1000;
}

static void fill_latency(const struct latency_figures *figures)
{
    static const uint32_t quantiles[] = {50000, 99000, 99900, 99999};
    const struct takt_histogram *whole = &figures->part[LATENCY_WHOLE];
    takt_table_row(&latency_table, 0);
    takt_table_text(&latency_table, load_name());
    takt_table_number(&latency_table, (int64_t)whole->count);
    takt_table_number(&latency_table, whole->min);
    takt_table_number(&latency_table, mean(whole));
    for (unsigned i = 0; i < COLUMNS(quantiles); i++) {
        takt_table_number(&latency_table, takt_histogram_percentile(whole, quantiles[i]));
    }
    takt_table_number(&latency_table, whole->max);
    takt_table_number(&latency_table, (int64_t)figures->missed);
}

/* Of the worst sample the module alone has parts. */
static void fill_parts(const struct latency_figures *figures)
{
    takt_table_row(&parts_table, 0);
    takt_table_text(&parts_table, "mean");
    for (unsigned part = 0; part < LATENCY_PARTS; part++) {
        takt_table_number(&parts_table, mean(&figures->part[part]));
    }
    if (figures->traced != 0) {
        return;
    }
    takt_table_row(&parts_table, 0);
    takt_table_text(&parts_table, "worst");
    for (unsigned part = 0; part < LATENCY_PARTS; part++) {
        takt_table_number(&parts_table, figures->worst.part[part]);
    }
}

static void print_histogram(const struct takt_histogram *whole)
{
    printf("us up to     samples\n");
    for (int64_t top = 1000; top / 2 <= whole->max; top *= 2) {
        uint64_t below = 0;
        unsigned from = top == 1000 ? 0 : takt_histogram_bin(top / 2);
        for (unsigned bin = from; bin < takt_histogram_bin(top); bin++) {
            below += whole->bin[bin];
        }
        printf("%8lld %11llu\n", (long long)(top / 1000), (unsigned long long)below);
    }
    printf("\n");
}

static void write_head(const struct latency_source *source, const struct latency_figures *figures)
{
    struct utsname system;
    uname(&system);
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", "");
    takt_result_string(&result, "kernel", system.release);
    takt_result_string(&result, "kernel_version", system.version);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "rate", latency_arguments.rate, 0);
    takt_result_number(&result, "samples", (int64_t)latency_arguments.samples, 0);
    takt_result_number(&result, "priority", latency_arguments.priority, 0);
    takt_result_string(&result, "load", load_name());
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "source", source->title);
    takt_result_string(&result, "leaves_out", source->leaves_out);
    takt_result_string(&result, "counter", counter_name);
    takt_result_number(&result, "span_us", figures->span, 3);
    takt_result_close(&result);
}

static void write_series(const struct latency_figures *figures)
{
    const struct takt_result_series series = {.name = "over-time",
                                              .title = "Largest latency in each hundredth of the run",
                                              .x = {"hundredth of the run", "", 0},
                                              .y = {"latency", "us", 3}};
    const struct takt_result_line line = {
        .name = load_name(), .y = figures->bucket, .count = LATENCY_BUCKETS};
    takt_result_open(&result, "series", '[');
    takt_result_series_begin(&result, &series);
    takt_result_series_line(&result, &series, &line);
    takt_result_series_end(&result);
    takt_result_close(&result);
}

static bool write_result(const struct latency_source *source, const struct latency_figures *figures)
{
    const struct takt_result_head head = {
        .experiment = "takt-latency",
        .title = "From an interrupt to its thread, on Linux",
        .board = "linux",
        .time_kind = "real",
        .time_note = "the counter of the machine that ran it; in a guest, its emulator's",
        .version = TAKT_VERSION,
        .command = "takt-latency",
        .seed = NULL};
    takt_result_begin(&result, memory, sizeof memory, &head);
    write_head(source, figures);
    takt_result_open(&result, "tables", '[');
    takt_result_table(&result, &latency_table);
    if (source->parts || figures->traced != 0) {
        takt_result_table(&result, &parts_table);
    }
    takt_result_close(&result);
    write_series(figures);
    takt_result_open(&result, "histograms", '[');
    takt_result_histogram(&result, "latency", load_name(), "ns", &figures->part[LATENCY_WHOLE]);
    takt_result_close(&result);
    takt_result_open(&result, "verdicts", '[');
    takt_result_close(&result);
    return takt_result_end(&result, &head) == 0;
}

bool latency_report(const struct latency_source *source, const struct latency_figures *figures)
{
    fill_latency(figures);
    takt_table_print(&latency_table);
    if (source->parts || figures->traced != 0) {
        fill_parts(figures);
        takt_table_print(&parts_table);
    }
    if (latency_arguments.histogram) {
        print_histogram(&figures->part[LATENCY_WHOLE]);
    }
    if (!write_result(source, figures)) {
        fprintf(stderr, "takt-latency: the result was not written: is %s writable, and is there room?\n",
                latency_arguments.results);
        return false;
    }
    printf("Written: %s/takt-latency-linux.json\n", latency_arguments.results);
    return true;
}
