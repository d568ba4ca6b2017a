/*
 * The one loop that all locks run. acquire and release are constants where it is used, so each lock gets a copy
 * with its own code inline, as a program that uses the lock would have it.
 */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

#include "bench.h"

/* The owner looks at the clock; what was written before the last release is its own to read. */
static inline void bench_granted(struct bench_worker *worker, int64_t asked, uint32_t before)
{
    int64_t now = bench_ticks();
    /* relaxed: the lock orders it; others look only */
    uint32_t count = TAKT_LOAD(&bench_run.count, relaxed);

    TAKT_STORE(&bench_run.count, count + 1, relaxed);
    takt_histogram_add(&worker->waits, now - asked);
    /* a hand-over: it came from another thread, which released when this one waited already */
    if (bench_run.last != worker->id && bench_run.released > asked)
        takt_histogram_add(&worker->handovers, now - bench_run.released);
    bench_run.last = worker->id;
    if (bench_run.lock->passed != NULL)
        count = bench_run.lock->passed(worker);
    else
        count -= before;
    if (count > worker->most_passed)
        worker->most_passed = count;
}

static inline __attribute__((always_inline)) void bench_loop(struct bench_worker *worker, bool timed,
                                                             void (*acquire)(struct bench_worker *),
                                                             void (*release)(struct bench_worker *))
{
    uint32_t section = bench_run.section_turns, think = bench_run.think_turns, grants = 0;

    /* relaxed: it only has to be seen some time */
    while (TAKT_LOAD(&bench_run.stop, relaxed) == 0) {
        uint32_t before = timed ? TAKT_LOAD(&bench_run.count, relaxed) : 0; /* relaxed: a look */
        int64_t asked = timed ? bench_ticks() : 0;

        acquire(worker);
        if (timed)
            bench_granted(worker, asked, before);
        if (section != 0)
            bench_work(section);
        if (timed)
            bench_run.released = bench_ticks();
        release(worker);
        TAKT_STORE(&worker->grants, ++grants, relaxed); /* relaxed: the conductor only looks at it */
        if (think != 0)
            bench_work(think);
    }
}

/** Define NAME_run(): the loop with the lock's NAME_acquire() and NAME_release(). */
#define BENCH_LOOP(name)                                                                                     \
    static void name##_run(struct bench_worker *worker, bool timed)                                          \
    {                                                                                                        \
        if (timed)                                                                                           \
            bench_loop(worker, true, name##_acquire, name##_release);                                        \
        else                                                                                                 \
            bench_loop(worker, false, name##_acquire, name##_release);                                       \
    }

#endif
