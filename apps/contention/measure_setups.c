/*
 * The four setups, and for each the paper's shape, the long form, the counts and the throughput. Locks
 * alternate in slices of a few milliseconds, in another order each round, so that what disturbs the machine
 * disturbs all of them.
 */
#include "figures.h"

#include <string.h>

#include "../common/stats.h"
#include "../common/text.h"

struct contention_setup
    contention_setups[CONTENTION_SETUPS] CONTENTION_SHARED; /* one for both images: large */
unsigned contention_setup_count;

static struct takt_histogram histograms[CONTENTION_LOCKS][CONTENTION_CORES]
                                       [CONTENTION_TASKS] CONTENTION_SHARED;

struct contention_setup *contention_on_all(unsigned tasks)
{
    for (unsigned i = contention_setup_count; i-- > 0;)
        if (contention_setups[i].tasks == tasks)
            return &contention_setups[i];
    return NULL;
}

void contention_keep_times(struct contention_setup *setup, enum contention_kind kind, bool keep)
{
    for (unsigned core = 0; core < setup->cores; core++)
        for (unsigned task = 0; task < setup->tasks; task++)
            contention_worker(contention_lock(kind)->plain, core, task)->histogram =
                keep ? &histograms[kind][core][task] : NULL;
}

void contention_run_in(const struct contention_setup *setup)
{
    contention_run.cores = setup->cores;
    contention_run.tasks = setup->tasks;
    contention_run.hold = contention_arguments.sizes.hold;
}

static uint64_t timed_so_far(const struct contention_setup *setup, enum contention_kind kind)
{
    uint64_t count = 0;

    for (unsigned core = 0; core < setup->cores; core++)
        for (unsigned task = 0; task < setup->tasks; task++)
            count += histograms[kind][core][task].count;
    return count;
}

/* A timed slice of one lock, unless it has enough. @return whether it was made */
static bool long_slice(struct contention_setup *setup, enum contention_kind kind)
{
    if (!setup->of[kind].measured || timed_so_far(setup, kind) >= contention_arguments.sizes.enough)
        return false;
    contention_keep_times(setup, kind, true);
    contention_run_as(kind, CONTENTION_TIMED, 0, contention_arguments.bytes,
                      contention_arguments.sizes.slice);
    return true;
}

static void measure_long(struct contention_setup *setup)
{
    bool more = true;

    memset(histograms, 0, sizeof(histograms));
    for (unsigned round = 0; more && round < contention_arguments.sizes.rounds; round++) {
        more = false;
        for (unsigned i = 0; i < CONTENTION_LOCKS; i++)
            more |= long_slice(setup, (i + round) % CONTENTION_LOCKS);
    }
}

struct contention_spread contention_spread_of(const struct takt_histogram *histogram)
{
    return (struct contention_spread){
        .count = histogram->count,
        .mean = takt_stats_ratio(histogram->sum, (int64_t)histogram->count, CONTENTION_PER_US / 1000),
        .median = takt_histogram_percentile(histogram, 50000),
        .p99 = takt_histogram_percentile(histogram, 99000),
        .p999 = takt_histogram_percentile(histogram, 99900),
        .worst = histogram->max};
}

static void finish_long(struct contention_setup *setup, enum contention_kind kind)
{
    struct contention_figures *figures = &setup->of[kind];

    for (unsigned core = 0; core < setup->cores; core++) {
        for (unsigned task = 0; task < setup->tasks; task++) {
            figures->share[core][task].spread = contention_spread_of(&histograms[kind][core][task]);
            takt_histogram_merge(&figures->histogram, &histograms[kind][core][task]);
        }
    }
    figures->spread = contention_spread_of(&figures->histogram);
}

/* Each holder counts its grant in the lock's word; a grant that is missing had two owners at a time. */
static void check_exclusion(const struct contention_setup *setup, const struct contention_lock *lock,
                            uint32_t grants)
{
    uint32_t lost = (uint32_t)contention_done() - grants;

    if (lost == 0)
        return;
    takt_printf("contention: %s, %s: %u of %u grants overlapped another one. The lock does not exclude.\n",
                setup->name, lock->name, (unsigned)lost, (unsigned)contention_done());
    takt_exit(1);
}

static void count_slice(struct contention_setup *setup, enum contention_kind kind)
{
    struct contention_figures *figures = &setup->of[kind];
    const struct contention_lock *lock = contention_lock(kind);
    uint32_t before = TAKT_LOAD(lock->grants, relaxed); /* relaxed, no pair: nobody writes between runs */

    contention_run_as(kind, CONTENTION_COUNTED, 0, contention_arguments.bytes,
                      contention_arguments.sizes.slice);
    check_exclusion(setup, lock, TAKT_LOAD(lock->grants, relaxed) - before); /* relaxed: as above */
    figures->counted += contention_done();
    for (unsigned core = 0; core < setup->cores; core++) {
        for (unsigned task = 0; task < setup->tasks; task++) {
            const struct contention_worker *worker = contention_worker(lock->plain, core, task);

            figures->passed = worker->passed > figures->passed ? worker->passed : figures->passed;
            figures->queued = worker->queued > figures->queued ? worker->queued : figures->queued;
            figures->waited = worker->waited > figures->waited ? worker->waited : figures->waited;
        }
    }
}

/* A lock whose passes are demanded to be bounded is counted as long as its times are; the others for a look.
 */
static void measure_counts(struct contention_setup *setup)
{
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++) {
        unsigned rounds =
            kind == CONTENTION_LLQ ? contention_arguments.sizes.rounds : contention_arguments.sizes.counts;
        struct contention_figures *figures = &setup->of[kind];

        for (unsigned i = 0;
             figures->measured && i < rounds && figures->counted < contention_arguments.sizes.enough; i++)
            count_slice(setup, kind);
    }
}

static void measure_throughput(struct contention_setup *setup)
{
    for (unsigned round = 0; round < contention_arguments.sizes.rates; round++) {
        for (unsigned i = 0; i < CONTENTION_LOCKS; i++) {
            unsigned kind = (i + round) % CONTENTION_LOCKS;
            struct contention_figures *figures = &setup->of[kind];

            if (!figures->measured)
                continue;
            contention_run_as(kind, CONTENTION_BARE, 0, contention_arguments.bytes,
                              contention_arguments.sizes.slice);
            figures->rate[round] = contention_rate();
            figures->rounds = round + 1;
        }
    }
}

static void measure(struct contention_setup *setup)
{
    takt_printf("  measuring: %s\n", setup->name);
    contention_run_in(setup);
    contention_measure_paper(setup);
    measure_long(setup);
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++)
        finish_long(setup, kind);
    measure_counts(setup);
    measure_throughput(setup);
}

static void add_setup(unsigned cores, unsigned tasks)
{
    struct contention_setup *setup = &contention_setups[contention_setup_count++];
    struct takt_text name;
    const char *why;

    setup->cores = cores;
    setup->tasks = tasks;
    takt_text_begin(&name, setup->name, sizeof(setup->name));
    takt_text_int(&name, cores);
    takt_text_add(&name, cores == 1 ? " core, " : " cores, ");
    takt_text_int(&name, tasks);
    takt_text_add(&name, tasks == 1 ? " task" : " tasks");
    for (unsigned kind = 0; kind < CONTENTION_LOCKS; kind++)
        setup->of[kind].measured = contention_arguments.lock[kind] &&
                                   contention_lock_usable((enum contention_kind)kind, cores, &why);
}

void contention_measure_setups(void)
{
    unsigned cores = contention_arguments.cores;

    add_setup(1, 1);
    add_setup(1, CONTENTION_TASKS);
    if (cores > 1) {
        add_setup(cores, 1);
        add_setup(cores, CONTENTION_TASKS);
    }
    for (unsigned i = 0; i < contention_setup_count; i++)
        measure(&contention_setups[i]);
}
