/*
 * The paper's shape: so many requests of each core over the whole shared memory, piece by piece, a few
 * repeats; and on boards with real time more runs of the same shape, so that the deviation between cores has
 * a median.
 *
 * Tasks. Each core makes the 400 requests; with four tasks a core each task makes a quarter of them, so every
 * setup goes over the memory once a core. (The paper says that each task makes the same number, not which.)
 */
#include "figures.h"

#include "../common/stats.h"

static struct contention_worker *worker_at(unsigned core, unsigned task)
{
    return contention_worker(contention_run_lock()->plain, core, task);
}

static int64_t core_mean(unsigned core)
{
    int64_t sum = 0, done = 0;

    for (unsigned task = 0; task < contention_run.tasks; task++) {
        sum += worker_at(core, task)->sum;
        done += worker_at(core, task)->done;
    }
    return takt_stats_ratio(sum, done, CONTENTION_PER_US / 1000);
}

/* The core's whole time, waits between requests included, over requests and tasks. */
static int64_t core_divided(unsigned core)
{
    int64_t began = INT64_MAX, ended = 0;

    for (unsigned task = 0; task < contention_run.tasks; task++) {
        const struct contention_worker *worker = worker_at(core, task);

        began = worker->began < began ? worker->began : began;
        ended = worker->ended > ended ? worker->ended : ended;
    }
    return takt_stats_ratio(ended - began, (int64_t)contention_run.requests * contention_run.tasks,
                            CONTENTION_PER_US / 1000);
}

/* Two cores: equation 2. More: how far the slowest is behind the fastest. */
static int64_t delta_of(const int64_t *mean, unsigned cores)
{
    int64_t low = mean[0], high = mean[0];

    if (cores == 2)
        return mean[0] - mean[1];
    for (unsigned core = 1; core < cores; core++) {
        low = mean[core] < low ? mean[core] : low;
        high = mean[core] > high ? mean[core] : high;
    }
    return high - low;
}

static int64_t mean_of(const int64_t *mean, unsigned cores)
{
    int64_t sum = 0;

    for (unsigned core = 0; core < cores; core++)
        sum += mean[core];
    return takt_stats_ratio(sum, cores, 1);
}

/* One run, its mean and deviation. */
static void paper_run(enum contention_kind kind, struct contention_figures *figures, unsigned repeat)
{
    static int64_t mean[CONTENTION_CORES];

    contention_run_as(kind, CONTENTION_TIMED, contention_arguments.sizes.requests, contention_arguments.bytes,
                      0);
    for (unsigned core = 0; core < contention_run.cores; core++)
        mean[core] = core_mean(core);
    figures->run_delta[repeat] = delta_of(mean, contention_run.cores);
    figures->run_mean[repeat] = mean_of(mean, contention_run.cores);
    figures->deltas = repeat + 1;
}

/* A run that the paper's table counts: sums first, finish() divides them. */
static void add_repeat(struct contention_figures *figures)
{
    int64_t divided = 0;

    for (unsigned core = 0; core < contention_run.cores; core++) {
        figures->core_mean[core] += core_mean(core);
        divided += core_divided(core);
        for (unsigned task = 0; task < contention_run.tasks; task++)
            figures->share[core][task].got += worker_at(core, task)->at_over;
    }
    figures->divided += takt_stats_ratio(divided, contention_run.cores, 1);
}

static void finish(struct contention_figures *figures, unsigned cores)
{
    unsigned repeats = contention_arguments.sizes.repeats;

    for (unsigned core = 0; core < cores; core++)
        figures->core_mean[core] = takt_stats_ratio(figures->core_mean[core], repeats, 1);
    figures->mean = mean_of(figures->core_mean, cores);
    figures->delta = delta_of(figures->core_mean, cores);
    figures->divided = takt_stats_ratio(figures->divided, repeats, 1);
}

static void warm_up(struct contention_setup *setup)
{
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
        if (!setup->of[kind].measured)
            continue;
        contention_keep_times(setup, kind, false);
        paper_run(kind, &setup->of[kind], 0);
    }
}

void contention_measure_paper(struct contention_setup *setup)
{
    warm_up(setup);
    for (unsigned repeat = 0; repeat < contention_arguments.sizes.runs; repeat++) {
        for (unsigned i = 0; i < CONTENTION_LOCKS; i++) {
            struct contention_figures *figures = &setup->of[(i + repeat) % CONTENTION_LOCKS];

            if (!figures->measured)
                continue;
            paper_run((i + repeat) % CONTENTION_LOCKS, figures, repeat);
            if (repeat < contention_arguments.sizes.repeats)
                add_repeat(figures);
        }
    }
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++)
        finish(&setup->of[kind], setup->cores);
}
