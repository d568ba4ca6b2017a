/*
 * ./takt bench llq on host: the LLQ beside the locks that a Linux program would take instead, in one process of
 * plain threads.
 *
 * What makes the figures comparable. All locks run the same loop (loop.h), compiled once for each so that what
 * is inline stays inline. A *shape* is a number of threads, the length of a section and the time between two
 * requests; a *slice* runs one lock in one shape for some milliseconds. A *round* is a slice of every lock, one
 * after the other, in turned order each time; ratios are made inside a round and judged by their median, so
 * that what slows the machine for longer than a round slows both sides.
 *
 * Two kinds of slices, since looking at a clock costs as much as a lock: bare ones count acquisitions alone;
 * timed ones look at the clock around each acquisition and count under the lock, which proves exclusion:
 * a slice whose count is not the sum of its threads' ends the run.
 *
 * The first quarter of a slice's time is not counted: threads that have just begun stand in no queue yet, and with
 * more threads than processors a lock that is passed between running threads alone is many times as fast.
 *
 * Threads are pinned in turn to the first two processors, so that 4 threads are two on each.
 */
#ifndef BENCH_LLQ_H
#define BENCH_LLQ_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

#include <llq/llq.h>

#include "../../apps/common/histogram.h"

#define BENCH_LINE       128 /* two cache lines: processors fetch them in pairs */
#define BENCH_THREADS    16u
#define BENCH_PROCESSORS 2u
#define BENCH_ALIGNED    __attribute__((aligned(BENCH_LINE)))

/** Longest wait of a lock that promises no order. */
#define BENCH_NO_BOUND UINT32_MAX

/** A thread of the bench. */
struct bench_worker {
    unsigned id;
    sem_t go;
    pthread_t thread;
    struct llq_context context;
    struct llq_token token;
    void *node
        BENCH_ALIGNED; /* what another lock wants of a thread: its words are on this line and the next */
    uint64_t node_more[(2 * BENCH_LINE - sizeof(void *)) / sizeof(uint64_t)];

    struct takt_word grants BENCH_ALIGNED; /* of this slice; written by the thread alone */
    uint32_t
        most_passed; /* grants to others while it waited: by the lock's own count, or seen from outside */
    struct takt_histogram waits, handovers; /* ticks */
} BENCH_ALIGNED;

/** A lock under test. */
struct bench_lock {
    const char *name;
    void (*make)(unsigned threads);                       /* free, for so many threads */
    void (*run)(struct bench_worker *worker, bool timed); /* the loop, until the slice is over */
    uint32_t (*bound)(unsigned threads); /* most grants to others during a wait; NULL: it promises none */
    uint32_t (*passed)(const struct bench_worker *worker); /* the lock's own count, or NULL */
    size_t bytes;                          /* of the lock, the same for any number of threads, or 0 and: */
    size_t (*bytes_for)(unsigned threads); /* of the lock with its waiters' places */
    unsigned most_threads;                 /* 0: any number */
    size_t waiter_bytes;                   /* of a waiting thread, beyond the lock */
};

/** What a slice does. */
struct bench_shape {
    unsigned threads;
    uint32_t section, think; /* cycles of the machine's counter */
};

/** What it gave. */
struct bench_slice {
    int64_t rate; /* acquisitions a second */
    uint32_t grants[BENCH_THREADS];
    uint32_t passed;
};

/** The slice that runs; read by loop.h. */
struct bench_run {
    uint32_t section_turns, think_turns; /* of bench_work() */
    const struct bench_lock *lock;
    bool timed;
    struct takt_word stop BENCH_ALIGNED;
    /* Under the lock, in timed slices alone. */
    struct takt_word count BENCH_ALIGNED;
    int64_t released;
    unsigned last;
};
extern struct bench_run bench_run;

/** Start the threads, measure the clock and the work. */
void bench_begin(void);

/** Run a slice; timed ones add to the histograms of waits and hand-overs, in ticks of the counter. */
void bench_slice(const struct bench_lock *lock, const struct bench_shape *shape, int64_t ns, bool timed,
                 struct bench_slice *slice, struct takt_histogram *waits, struct takt_histogram *handovers);

/** Ticks of the counter in tenths of a ns. */
int64_t bench_tenths(int64_t ticks);

/** A word's way from one processor to the other and back, half of it, in tenths of a ns. */
int64_t bench_way(void);

/** Compute for so many turns. */
void bench_work(uint32_t turns);

/** The machine's counter. */
static inline int64_t bench_ticks(void)
{
#if defined(__x86_64__)
    return (int64_t)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    int64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
#error "bench_ticks(): say how this processor's counter is read"
#endif
}

/** End the run with a message. */
void bench_fail(const char *why, const char *what) __attribute__((noreturn));

#endif
