/*
 * Shapes, rounds and medians. With more threads than processors a slice has to be long: a spinning thread keeps its
 * processor for a scheduler's whole turn, some milliseconds, while the owner waits for it.
 */
#include "measure.h"

#include "../../apps/common/stats.h"
#include "../../apps/common/table.h"

#include <stdio.h>
#include <string.h>

struct bench_point bench_points[BENCH_POINTS];
unsigned bench_point_count;
struct bench_windows bench_windows;
int64_t bench_ways[BENCH_POINTS * BENCH_ROUNDS];
unsigned bench_way_count;

struct sizes {
    unsigned rounds, crowded_rounds; /* crowded: more threads than processors */
    int64_t slice, crowded_slice;
    unsigned windows;
    int64_t window;
};

static const struct sizes forms[] = {
    [BENCH_FULL] = {.rounds = 9,
                    .crowded_rounds = 3,
                    .slice = 20000000,
                    .crowded_slice = 100000000,
                    .windows = 9,
                    .window = 2000000000},
    [BENCH_QUICK] = {.rounds = 3,
                     .crowded_rounds = 1,
                     .slice = 10000000,
                     .crowded_slice = 100000000,
                     .windows = 3,
                     .window = 300000000},
    [BENCH_TRIAL] = {.rounds = 1,
                     .crowded_rounds = 1,
                     .slice = 1000000,
                     .crowded_slice = 2000000,
                     .windows = 1,
                     .window = 2000000},
};

/* All rounds of one lock. */
struct series {
    int64_t rate[BENCH_ROUNDS], to_ticket[BENCH_ROUNDS], to_mcs[BENCH_ROUNDS], jain[BENCH_ROUNDS],
        apart[BENCH_ROUNDS];
    struct takt_histogram waits, handovers;
    uint32_t passed;
};

static struct series series[BENCH_LOCKS];

/* (sum of x)^2 / (n * sum of x^2): 1 when all have the same, 1 / n when one has all. */
static int64_t jain(const uint32_t *grants, unsigned threads)
{
    int64_t sum = 0, squares = 0;

    for (unsigned i = 0; i < threads; i++) {
        sum += grants[i];
        squares += (int64_t)grants[i] * grants[i];
    }
    return takt_stats_ratio(sum * sum, squares * threads, 10000);
}

static int64_t apart(const uint32_t *grants, unsigned threads, int64_t scale)
{
    uint32_t most = 0, fewest = UINT32_MAX;

    for (unsigned i = 0; i < threads; i++) {
        most = grants[i] > most ? grants[i] : most;
        fewest = grants[i] < fewest ? grants[i] : fewest;
    }
    return fewest == 0 ? INT32_MAX : takt_stats_ratio(most, fewest, scale);
}

static void measure_lock(unsigned kind, const struct bench_shape *shape, unsigned round, int64_t ns)
{
    struct series *to = &series[kind];
    struct bench_slice slice;

    if (!bench_lock_takes(bench_locks[kind], shape->threads))
        return;
    bench_slice(bench_locks[kind], shape, ns, false, &slice, NULL, NULL);
    to->rate[round] = slice.rate;
    to->jain[round] = jain(slice.grants, shape->threads);
    to->apart[round] = apart(slice.grants, shape->threads, 1000);
    bench_slice(bench_locks[kind], shape, ns, true, &slice, &to->waits, &to->handovers);
    to->passed = slice.passed > to->passed ? slice.passed : to->passed;
}

/* In thousandths. A lock that stood still for a whole slice, as spinning ones do when their owner is not running, counts
 * as one acquisition a second. */
static int64_t to_rate_of(unsigned reference, unsigned kind, unsigned round)
{
    int64_t rate = series[reference].rate[round];

    return takt_stats_ratio(series[kind].rate[round], rate > 0 ? rate : 1, 1000);
}

/* The order of the locks is turned in each round, so that none is always the one after a certain other. */
static void measure_round(const struct bench_shape *shape, unsigned round, int64_t ns)
{
    bench_ways[bench_way_count++] = bench_way();
    for (unsigned i = 0; i < BENCH_LOCKS; i++)
        measure_lock(round % 2 == 0 ? i : BENCH_LOCKS - 1 - i, shape, round, ns);
    for (unsigned kind = 0; kind < BENCH_LOCKS; kind++) {
        series[kind].to_ticket[round] = to_rate_of(BENCH_TICKET, kind, round);
        series[kind].to_mcs[round] = to_rate_of(BENCH_MCS, kind, round);
    }
}

static void summarise(struct series *from, unsigned rounds, struct bench_figures *to)
{
    to->rate = takt_stats_median(from->rate, rounds);
    to->to_ticket = takt_stats_median(from->to_ticket, rounds);
    to->to_mcs = takt_stats_median(from->to_mcs, rounds);
    to->jain = takt_stats_median(from->jain, rounds);
    to->apart = takt_stats_median(from->apart, rounds);
    if (to->apart == INT32_MAX)
        to->apart = -1;
    to->handover_median = to->handover_99 = to->handover_most = -1;
    if (from->handovers.count > 0) {
        to->handover_median = bench_tenths(takt_histogram_percentile(&from->handovers, 50000));
        to->handover_99 = bench_tenths(takt_histogram_percentile(&from->handovers, 99000));
        to->handover_most = bench_tenths(from->handovers.max);
    }
    to->wait_999 = bench_tenths(takt_histogram_percentile(&from->waits, 99900));
    to->passed = from->passed;
}

static void measure_point(const struct sizes *sizes, const struct bench_shape *shape)
{
    struct bench_point *point = &bench_points[bench_point_count++];
    bool crowded = shape->threads > BENCH_PROCESSORS;

    point->shape = *shape;
    point->rounds = crowded ? sizes->crowded_rounds : sizes->rounds;
    memset(series, 0, sizeof(series));
    for (unsigned round = 0; round < point->rounds; round++)
        measure_round(shape, round, crowded ? sizes->crowded_slice : sizes->slice);
    for (unsigned kind = 0; kind < BENCH_LOCKS; kind++)
        summarise(&series[kind], point->rounds, &point->of[kind]);
}

static void measure_threads(const struct sizes *sizes, unsigned threads, bool few)
{
    static const uint32_t sections[] = {0, 100, 1000, 10000}, thinks[] = {0, 1, 10};
    char text[64];

    snprintf(text, sizeof(text), "  measuring: %u thread%s", threads, threads == 1 ? "" : "s");
    takt_say(text);
    for (unsigned s = 0; s < 4; s += few ? 2 : 1) {
        for (unsigned t = 0; t < (few || sections[s] == 0 ? 1 : 3); t++) {
            const struct bench_shape shape = {threads, sections[s], sections[s] * thinks[t]};

            measure_point(sizes, &shape);
        }
    }
}

bool bench_has_windows(enum bench_kind kind)
{
    return kind == BENCH_LINKED || kind == BENCH_ANNOUNCE || kind == BENCH_TICKET;
}

static void measure_windows(const struct sizes *sizes)
{
    static const struct bench_shape two = {.threads = 2};
    struct bench_slice slice;

    takt_say("  measuring: shares of two threads over long windows");
    bench_windows.count = sizes->windows;
    bench_windows.ns = sizes->window;
    for (unsigned i = 0; i < sizes->windows; i++) {
        for (unsigned kind = 0; kind < BENCH_LOCKS; kind++) {
            if (!bench_has_windows((enum bench_kind)kind))
                continue;
            bench_slice(bench_locks[kind], &two, sizes->window, false, &slice, NULL, NULL);
            bench_windows.apart[kind][i] = apart(slice.grants, 2, 10000);
        }
    }
}

void bench_measure(enum bench_form form)
{
    static const unsigned threads[] = {1, 2, 4, 8, 16};
    bool few = form != BENCH_FULL;

    for (unsigned i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
        if (!few || threads[i] < 4 || threads[i] == 8)
            measure_threads(&forms[form], threads[i], few);
    }
    measure_windows(&forms[form]);
}
