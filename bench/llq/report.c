/* The console's end of the run, and the result file. */
#include "report.h"

#include "../../apps/common/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <takt/config.h>

#define RESULT_SIZE (1u << 20)

static char memory[RESULT_SIZE];
static struct takt_result result;
static struct takt_result_verdict verdicts[BENCH_VERDICTS];
static unsigned verdict_count;

static bool print_verdicts(void)
{
    bool all = true;

    printf("\nVerdicts\n\n");
    for (unsigned i = 0; i < verdict_count; i++) {
        const struct takt_result_verdict *v = &verdicts[i];
        bool holds = takt_result_holds(v);

        printf("%-5s %-75s %6lld.%03lld, wanted %s %lld.%03lld (%s)\n", holds ? "holds" : "NOT", v->title,
               (long long)(v->value / 1000), (long long)(v->value % 1000), v->relation,
               (long long)(v->wanted / 1000), (long long)(v->wanted % 1000), v->basis);
        all = all && holds;
    }
    return all;
}

/* The ways in rising order; bench_ways keeps the order of the rounds. */
static const int64_t *sorted_ways(void)
{
    static int64_t ways[BENCH_POINTS * BENCH_ROUNDS];

    memcpy(ways, bench_ways, sizeof(ways));
    takt_stats_sort(ways, bench_way_count);
    return ways;
}

/* A machine whose processors are moved shows it here: the ratios of those rounds are those of another machine. */
static void write_ways(void)
{
    static const struct takt_result_series series = {
        .name = "ways",
        .title = "A word's way between the processors before each round",
        .x = {"round", "", 0},
        .y = {"way", "ns", 1},
    };
    const struct takt_result_line line = {.name = "way", .y = bench_ways, .count = bench_way_count};

    takt_result_open(&result, "series", '[');
    takt_result_series_begin(&result, &series);
    takt_result_series_line(&result, &series, &line);
    takt_result_series_end(&result);
    takt_result_close(&result);
}

static void write_machine(void)
{
    const int64_t *ways = sorted_ways();
    double load[1] = {0};
    char text[32];

    (void)getloadavg(load, 1);
    snprintf(text, sizeof(text), "%.2f", load[0]);
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "load", text);
    takt_result_number(&result, "processors_used", BENCH_PROCESSORS, 0);
    takt_result_number(&result, "way_median_ns", ways[bench_way_count / 2], 1);
    takt_result_number(&result, "way_least_ns", ways[0], 1);
    takt_result_number(&result, "way_most_ns", ways[bench_way_count - 1], 1);
    takt_result_close(&result);
}

static void write_head(enum bench_form form)
{
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", "");
    takt_result_number(&result, "LLQ_LINE", LLQ_LINE, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_bool(&result, "quick", form == BENCH_QUICK);
    takt_result_bool(&result, "trial", form == BENCH_TRIAL);
    takt_result_close(&result);
    write_machine();
}

static int write_result(enum bench_form form)
{
    static const char *const commands[] = {[BENCH_FULL] = "./takt bench llq",
                                           [BENCH_QUICK] = "./takt bench llq quick=1",
                                           [BENCH_TRIAL] = "./takt bench llq trial=1"};
    const struct takt_result_head head = {.experiment = "llq",
                                          .title = "The LLQ beside other locks of a Linux program",
                                          .board = "host",
                                          .time_kind = "real",
                                          .time_note =
                                              "Clock of a machine that others may use too; judged by "
                                              "medians of ratios of neighbouring slices.",
                                          .version = TAKT_VERSION,
                                          .command = commands[form],
                                          .seed = NULL};

    takt_result_begin(&result, memory, sizeof(memory), &head);
    write_head(form);
    takt_result_open(&result, "tables", '[');
    for (unsigned i = 0; i < bench_table_count; i++)
        takt_result_table(&result, &bench_tables[i]);
    takt_result_close(&result);
    write_ways();
    takt_result_empty(&result, "histograms");
    takt_result_verdicts(&result, verdicts, verdict_count);
    return takt_result_end(&result, &head);
}

bool bench_report(enum bench_form form)
{
    const int64_t *ways = sorted_ways();
    unsigned broken = bench_bounds_broken();
    int written;
    bool all;

    bench_tables_make();
    bench_tables_print();
    verdict_count = bench_verdicts_make(verdicts);
    all = print_verdicts();
    written = write_result(form);
    if (written != 0) {
        printf("build/results/llq-host.json could not be written: %s\n", strerror(-written));
        return false;
    }
    printf("\nbuild/results/llq-host.json; a word's way between the processors: %lld.%lld ns (%lld.%lld to "
           "%lld.%lld)\n",
           (long long)(ways[bench_way_count / 2] / 10), (long long)(ways[bench_way_count / 2] % 10),
           (long long)(ways[0] / 10), (long long)(ways[0] % 10), (long long)(ways[bench_way_count - 1] / 10),
           (long long)(ways[bench_way_count - 1] % 10));
    return all && broken == 0;
}
