/*
 * What is judged but stands in no table: the cores' shares over long windows, and the LLQ's throughput as a
 * ratio to the ticket lock's. The two slices of a ratio follow each other at once, in turned order each time,
 * so that what slows the machine for longer than a slice slows both. Before each pair a word's way from core to
 * core is timed: a machine that is itself simulated may move its processors nearer or farther at any moment.
 */
#include "figures.h"

#include "../common/stats.h"
#include "../common/table.h"

struct contention_long_run contention_long_run;

static void share_window(int64_t *share, int64_t *apart)
{
    int64_t most = 0, fewest = INT64_MAX;

    contention_run_as(CONTENTION_LLQ, CONTENTION_BARE, 0, contention_arguments.bytes,
                      contention_arguments.sizes.window);
    for (unsigned core = 0; core < contention_run.cores; core++) {
        int64_t got = 0;

        for (unsigned task = 0; task < contention_run.tasks; task++)
            got += contention_worker(false, core, task)->at_over;
        most = got > most ? got : most;
        fewest = got < fewest ? got : fewest;
    }
    *share = fewest == 0 ? INT32_MAX : takt_stats_ratio(most, fewest, 10000);
    *apart = most - fewest;
}

static int64_t rate(enum contention_kind kind, unsigned bytes)
{
    contention_run_as(kind, CONTENTION_BARE, 0, bytes, contention_arguments.sizes.slice);
    return contention_rate();
}

static int64_t ratio(bool llq_first, unsigned bytes)
{
    int64_t llq = llq_first ? rate(CONTENTION_LLQ, bytes) : 0;
    int64_t ticket = rate(CONTENTION_TICKET, bytes);

    if (!llq_first)
        llq = rate(CONTENTION_LLQ, bytes);
    return takt_stats_ratio(llq, ticket, 1000);
}

static bool has(const struct contention_setup *setup, enum contention_kind kind)
{
    return setup != NULL && setup->cores > 1 && setup->of[kind].measured;
}

static void measure_windows(void)
{
    static const unsigned tasks[2] = {1, CONTENTION_TASKS};

    takt_printf("  measuring: shares of the cores over windows of %u us\n",
                (unsigned)(contention_arguments.sizes.window / TAKT_US(1)));
    for (unsigned round = 0; round < contention_arguments.sizes.windows; round++) {
        for (unsigned i = 0; i < 2; i++) {
            contention_run_in(contention_on_all(tasks[i]));
            share_window(&contention_long_run.share[i][round], &contention_long_run.apart[i][round]);
        }
    }
}

static int64_t way(void)
{
    contention_run_as(CONTENTION_TICKET, CONTENTION_PASSING, 0, 0, TAKT_MS(1));
    return takt_stats_ratio(10000000000, contention_rate(), 1);
}

void contention_measure_long_run(void)
{
    const struct contention_setup *setup = contention_on_all(1);

    if (!has(setup, CONTENTION_LLQ))
        return;
    measure_windows();
    if (contention_arguments.sizes.ratios == 0 || !has(setup, CONTENTION_TICKET))
        return;
    takt_say("  measuring: throughput of LLQ and ticket lock in alternating slices");
    contention_run_in(setup);
    contention_run.hold = 0;
    contention_long_run.ways = contention_arguments.sizes.ratios;
    for (unsigned i = 0; i < contention_arguments.sizes.ratios; i++) {
        contention_long_run.way[i] = way();
        contention_long_run.bare[i] = ratio(i % 2 == 0, 0);
        contention_long_run.bytes[i] = ratio(i % 2 == 0, contention_arguments.bytes);
    }
}
