/*
 * Runs: all chosen cores make their share of the acquisitions at once, with a section of computation and nothing
 * between.
 *
 * A core looks at its counters when it has met the others, and again before it says that it is done, so that
 * the meeting is not counted. The simulator runs one core at a time and changes it at shared accesses alone, so what
 * only the owner writes needs no atomic access.
 *
 * The conductor is the least urgent, so that it keeps no owner of the lock from its processor.
 *
 * Each access of a waiting core costs the host a step, so the acquisitions of all cores together stay the same.
 */
#include "growth.h"

#include <takt_port.h>
#include <takt_sim.h>

#include <llq/llq.h>

#define STACK        32768u
#define ACQUISITIONS 1920u /* in all: 30 a core with 64 */
#define PRIORITY     4

struct growth_figures growth_figures[GROWTH_STEPS][GROWTH_LOCKS_MAX];
unsigned growth_steps;

static struct {
    struct takt_word round LLQ_ALIGNED; /* raised to let the workers go */
    struct takt_word ready LLQ_ALIGNED, done LLQ_ALIGNED;
} meet;

static struct {
    unsigned cores;
    const struct growth_lock *lock;
    struct growth_figures *figures;
    unsigned last; /* owner */
} run;

static struct takt_thread threads[CONFIG_TAKT_CORES], boss;
static _Alignas(16) unsigned char stacks[CONFIG_TAKT_CORES + 1][STACK];

void growth_must(int result, const char *what)
{
    if (result == 0)
        return;
    takt_printf("bench llq: %s gave %d. The result would be worth nothing; stopping.\n", what, result);
    takt_exit(1);
}

static void granted(unsigned core, takt_time_t waited)
{
    struct growth_figures *figures = run.figures;

    figures->acquisitions++;
    figures->handovers += run.last != core;
    run.last = core;
    figures->wait_mean += waited; /* the sum, until the run is over */
    figures->wait_most = waited > figures->wait_most ? waited : figures->wait_most;
    if (run.lock->passed != NULL && run.lock->passed(core) > figures->passed)
        figures->passed = run.lock->passed(core);
}

static void contend(unsigned core)
{
    struct takt_sim_counters before = takt_sim_counters(core), after;
    int64_t remote;

    for (unsigned i = 0; i < ACQUISITIONS / run.cores; i++) {
        takt_time_t asked = takt_now();

        run.lock->acquire(core);
        granted(core, takt_now() - asked);
        takt_work(GROWTH_SECTION);
        run.lock->release(core);
    }
    after = takt_sim_counters(core);
    remote = (int64_t)(after.remote - before.remote);
    run.figures->own += (int64_t)(after.own - before.own);
    run.figures->remote += remote;
    run.figures->remote_most = remote > run.figures->remote_most ? remote : run.figures->remote_most;
}

/* The cores without a part sleep on. */
static void worker(void *arg)
{
    unsigned core = (unsigned)(uintptr_t)arg;

    for (uint32_t round = 1;; round++) {
        while (TAKT_LOAD(&meet.round, acquire) < round) /* pairs with run_one(): what is to be done */
            growth_must(takt_sleep(TAKT_US(50)), "takt_sleep");
        if (core >= run.cores)
            continue;
        (void)TAKT_ADD(&meet.ready, 1, relaxed); /* relaxed, both: they only meet */
        while (TAKT_LOAD(&meet.ready, relaxed) < run.cores)
            takt_port_relax();
        contend(core);
        (void)TAKT_ADD(&meet.done, 1, release); /* release: the figures; pairs with run_one() */
    }
}

static void run_one(unsigned step, unsigned kind, uint32_t round)
{
    struct growth_figures *figures = &growth_figures[step][kind];

    run.cores = growth_cores(step);
    run.lock = growth_locks[kind];
    run.figures = figures;
    run.last = run.cores;
    run.lock->make(run.cores);
    TAKT_STORE(&meet.ready, 0, relaxed); /* relaxed, both: the round publishes them */
    TAKT_STORE(&meet.done, 0, relaxed);
    TAKT_STORE(&meet.round, round, release); /* release: the run's description; pairs with worker() */
    while (TAKT_LOAD(&meet.done, acquire) < run.cores) /* acquire: the figures of all */
        growth_must(takt_sleep(TAKT_US(200)), "takt_sleep");
    figures->wait_mean /= figures->acquisitions;
    figures->measured = true;
}

static void conduct(void *arg)
{
    uint32_t round = 0;

    (void)arg;
    for (; growth_steps < GROWTH_STEPS && growth_cores(growth_steps) <= takt_core_count(); growth_steps++) {
        takt_printf("  counting: %u cores\n", growth_cores(growth_steps));
        for (unsigned kind = 0; kind < growth_lock_count; kind++) {
            const struct growth_lock *lock = growth_locks[kind];

            if (lock->most_cores == 0 || growth_cores(growth_steps) <= lock->most_cores)
                run_one(growth_steps, kind, ++round);
        }
    }
    takt_exit(growth_report() ? 0 : 1);
}

static void start(struct takt_thread *thread, unsigned char *stack, const char *name, void (*entry)(void *),
                  unsigned core, takt_prio_t priority)
{
    const struct takt_thread_attr attr = {.name = name,
                                          .entry = entry,
                                          .arg = (void *)(uintptr_t)core,
                                          .stack = stack,
                                          .stack_size = STACK,
                                          .priority = priority};

    growth_must(takt_thread_create(thread, &attr), "takt_thread_create");
    growth_must(takt_thread_start(thread), "takt_thread_start");
}

void takt_main(unsigned core)
{
    start(&threads[core], stacks[core], "worker", worker, core, PRIORITY);
    if (core == 0)
        start(&boss, stacks[CONFIG_TAKT_CORES], "boss", conduct, core, PRIORITY + 1);
}
