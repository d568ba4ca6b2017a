/* The demands, and the result file. */
#include "report.h"

#include "../common/stats.h"

#include <string.h>

#define RESULT_SIZE 400000u
#define LIMIT       250 /* instructions */

static char memory[RESULT_SIZE];
static struct takt_result result;
static struct takt_result_verdict verdicts[LATENCY_VERDICTS];
static unsigned verdict_count;

static bool counted(void)
{
    return strcmp(latency_board.time_kind, "instructions") == 0;
}

static void demand(const char *name, const char *title, const char *unit, int64_t value, int64_t wanted,
                   uint8_t decimals)
{
    verdicts[verdict_count++] = (struct takt_result_verdict){.name = name,
                                                             .title = title,
                                                             .unit = unit,
                                                             .relation = "<=",
                                                             .value = value,
                                                             .wanted = wanted,
                                                             .decimals = decimals,
                                                             .basis = "all samples of the loads named"};
}

static int64_t against_unloaded(unsigned load)
{
    return takt_stats_ratio(latency_whole(load)->max, latency_whole(LATENCY_UNLOADED)->max, 100);
}

unsigned latency_verdicts(const struct takt_result_verdict **list)
{
    bool base = latency_measured(LATENCY_UNLOADED);

    verdict_count = 0;
    if (base && latency_measured(LATENCY_THREADS))
        demand("threads", "1,000 threads: worst / unloaded worst", "", against_unloaded(LATENCY_THREADS), 105,
               2);
    if (base && latency_measured(LATENCY_FULL))
        demand("full", "full load: worst / unloaded worst", "", against_unloaded(LATENCY_FULL), 200, 2);
    if (base && latency_measured(LATENCY_HEAVY))
        demand("heavy", "kernel-heavy load: worst / unloaded worst", "", against_unloaded(LATENCY_HEAVY), 200,
               2);
    if (counted() && latency_measured(LATENCY_FULL))
        demand("full-limit", "full load: worst", "instructions", latency_whole(LATENCY_FULL)->max, LIMIT, 0);
    if (counted() && latency_measured(LATENCY_HEAVY))
        demand("heavy-limit", "kernel-heavy load: worst", "instructions", latency_whole(LATENCY_HEAVY)->max,
               LIMIT, 0);
    *list = verdicts;
    return verdict_count;
}

static bool print_verdicts(void)
{
    bool all = true;

    for (unsigned i = 0; i < verdict_count; i++) {
        const struct takt_result_verdict *v = &verdicts[i];
        char value[24];
        struct takt_text text;

        takt_text_begin(&text, value, sizeof(value));
        takt_text_fixed(&text, v->value, v->decimals);
        takt_printf("%-45s %10s, wanted at most %d%s %s: %s\n", v->title, value,
                    (int)(v->wanted / (v->decimals == 2 ? 100 : 1)), v->wanted == 105 ? ".05" : "", v->unit,
                    takt_result_holds(v) ? "holds" : "NOT");
        all = all && takt_result_holds(v);
    }
    return all;
}

static void write_configuration(void)
{
    takt_result_open(&result, "configuration", '{');
    takt_result_string(&result, "differs", TAKT_CONFIGURATION);
    takt_result_number(&result, "CONFIG_TAKT_CORES", CONFIG_TAKT_CORES, 0);
    takt_result_number(&result, "CONFIG_TAKT_KLOCK_MUTEX", CONFIG_TAKT_KLOCK_MUTEX, 0);
    takt_result_number(&result, "CONFIG_TAKT_DEBUG", CONFIG_TAKT_DEBUG, 0);
    takt_result_number(&result, "CONFIG_TAKT_CHECKS", CONFIG_TAKT_CHECKS, 0);
    takt_result_close(&result);
    takt_result_open(&result, "arguments", '{');
    takt_result_number(&result, "rate", latency_arguments.rate, 0);
    takt_result_number(&result, "seconds", latency_arguments.seconds, 0);
    takt_result_close(&result);
    takt_result_open(&result, "machine", '{');
    takt_result_string(&result, "source", latency_board.source);
    takt_result_string(&result, "expiry", latency_board.expiry);
    takt_result_close(&result);
}

/* The largest of each hundredth of the time. */
static void write_series(void)
{
    struct takt_result_series series = {.name = "over-time",
                                        .title = "Largest latency in each hundredth of the run",
                                        .x = {"hundredth of the run", "", 0},
                                        .y = latency_board.unit};

    series.y.title = "latency";
    takt_result_open(&result, "series", '[');
    takt_result_series_begin(&result, &series);
    for (unsigned load = 0; load < LATENCY_LOADS; load++) {
        const struct takt_result_line line = {.name = latency_loads[load].name,
                                              .y = latency_figures[load].bucket_max,
                                              .count = LATENCY_BUCKETS};

        if (latency_measured(load))
            takt_result_series_line(&result, &series, &line);
    }
    takt_result_series_end(&result);
    takt_result_close(&result);
}

static int write_result(const struct takt_table *const *tables)
{
    const struct takt_result_head head = {.experiment = "latency",
                                          .title = "Paper 2: from an interrupt to its thread, under load",
                                          .board = TAKT_BOARD,
                                          .time_kind = latency_board.time_kind,
                                          .time_note = latency_board.time_note,
                                          .version = TAKT_VERSION,
                                          .command = latency_command(),
                                          .seed = NULL};

    takt_result_begin(&result, memory, sizeof(memory), &head);
    write_configuration();
    takt_result_open(&result, "tables", '[');
    for (unsigned i = 0; i < LATENCY_TABLES; i++)
        takt_result_table(&result, tables[i]);
    takt_result_close(&result);
    write_series();
    takt_result_open(&result, "histograms", '[');
    for (unsigned load = 0; load < LATENCY_LOADS; load++) {
        if (latency_measured(load))
            takt_result_histogram(&result, latency_loads[load].name, latency_loads[load].title,
                                  latency_board.histogram_unit, latency_whole(load));
    }
    takt_result_close(&result);
    takt_result_verdicts(&result, verdicts, verdict_count);
    return takt_result_end(&result, &head);
}

bool latency_report(void)
{
    const struct takt_table *const *tables = latency_tables();
    const struct takt_result_verdict *list;
    bool all;
    int written;

    (void)latency_verdicts(&list);
    all = print_verdicts();
    written = write_result(tables);
    if (written == 0)
        takt_printf("\nWritten: build/results/latency-" TAKT_BOARD ".json\nAgain: %s\n", latency_command());
    else
        takt_printf("\nThe result was not written: error %d. Is build/results writable, and is there room?\n",
                    written);
    return written == 0 && (all || !latency_arguments.verdict);
}
