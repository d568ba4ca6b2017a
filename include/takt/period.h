/*
 * Periodic threads: releases by the clock, a deadline and a budget of computing time for each job.
 *
 * A job begins with its release and ends when the thread calls takt_period_wait(). Releases do not drift. One that comes
 * while an earlier job still runs is not lost: its job begins when that one ends, with the deadline of its own
 * release, as response-time analysis assumes; with `skip`, releases that have passed are left out and counted instead.
 *
 * A deadline that passes is told to the application when it passes, whether or not the thread runs: `missed` runs in the
 * timer interrupt, and may call every service of class any. A job that ends in the instant of its deadline keeps it. A
 * job that computes for longer than its budget is told likewise (`overrun`), once. What counts is the time that the thread
 * runs, handlers that interrupt it included, other threads not. It is not stopped: what is to be done is the
 * application's choice, for example to lower its priority.
 */
#ifndef TAKT_PERIOD_H
#define TAKT_PERIOD_H

#include <takt/meter.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_PERIOD

struct takt_period;

/** How a thread is periodic; a zeroed field is the default. */
struct takt_period_attr {
    takt_time_t period;                                     /**< ns between releases, at least 1 */
    takt_time_t deadline;                                   /**< ns from release to end; 0: the period */
    takt_time_t budget;                                     /**< ns of computing a job; 0: none */
    void (*missed)(struct takt_period *period, void *arg);  /**< or NULL */
    void (*overrun)(struct takt_period *period, void *arg); /**< or NULL */
    void *arg;
    bool skip; /**< leave releases out that have passed */
};

/** The periods of one thread. Every member is private to the kernel. */
struct takt_period {
    struct takt_tnode node; /* first: found from the heap's node; the deadline that is watched */
    struct takt_meter budget;
    struct takt_notice notice; /* a deadline was missed */
    struct takt_thread *thread;
    uint64_t period, deadline; /* counter units */
    uint64_t release;          /* of the job that runs, or is waited for */
    uint64_t watched;          /* of the first job whose deadline has not passed: that one or a later one */
    uint32_t job;              /* its number, from 1 */
    uint32_t missed, skipped;
    void (*on_missed)(struct takt_period *period, void *arg);
    void (*on_overrun)(struct takt_period *period, void *arg);
    void *arg;
    bool skip;
};

/**
 * The calling thread is periodic from now on; returns at the first release.
 *
 * Call class: thread. Bound: logarithmic in the timers that run, besides the wait.
 * @param first when the first release is; TAKT_NO_WAIT: now
 * @return 0; -EINVAL: no period, something negative, or first is TAKT_FOREVER; -ERANGE: something lies further ahead than
 *         the counter can tell; -EPERM: preemption off, or in a handler
 */
int takt_period_start(struct takt_period *period, const struct takt_period_attr *attr, takt_deadline_t first);

/**
 * The job is done: wait for the next release, unless it has come.
 *
 * Call class: thread, the one that started it. Bound: logarithmic in the timers that run, besides the wait.
 * @return 0: the job begins with its release; n: so many releases had come before; with `skip`: were left out;
 *         -EPERM: another thread's, stopped, preemption off, or in a handler
 */
int takt_period_wait(struct takt_period *period);

/**
 * The thread is periodic no more. Before its memory goes.
 *
 * Call class: thread, of the same core. Bound: logarithmic in the timers that run. @return 0; -EALREADY: it was not
 */
int takt_period_stop(struct takt_period *period);

/** Deadlines that were missed. Call class: any. */
uint32_t takt_period_missed(const struct takt_period *period);

/** Jobs that were longer than their budget. Call class: any. */
uint32_t takt_period_overruns(const struct takt_period *period);

/** ns of the longest of them; 0: there was none. Call class: any. */
takt_time_t takt_period_longest(const struct takt_period *period);

#else

struct takt_period;
struct takt_period_attr;
int takt_period_start(struct takt_period *period, const struct takt_period_attr *attr, takt_deadline_t first)
    TAKT_NEEDS(CONFIG_TAKT_PERIOD);

#endif

#ifdef __cplusplus
}
#endif

#endif
