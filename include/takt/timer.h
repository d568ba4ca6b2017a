/*
 * Timers and the clock. Tickless: the port is told the next event's time, and nothing happens before it.
 *
 * A timer's function runs in a worker's thread (takt/worker.h), so it delays nothing that is more urgent; or, of a
 * direct timer, in the timer interrupt of the timer's core. There the kernel lock is free, so it may call every
 * service of class any, and every thread waits for it. Periodic timers do not drift; a period that was missed is not
 * made up for, but takt_timer_missed() counts it.
 */
#ifndef TAKT_TIMER_H
#define TAKT_TIMER_H

#include <takt/types.h>

#if CONFIG_TAKT_TIMER_WORKER
#include <takt/worker.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Nanoseconds since the core's counter started; per core, never decreasing.
 * Call class: any, before start. Bound: constant.
 */
takt_time_t takt_now(void);

/**
 * Compute for so many ns: the portable busy loop of experiments. Preemptible; time that others took does not
 * count. On sim the only thing that takes time; elsewhere a calibrated loop.
 * Call class: thread (a handler on sim too).
 */
void takt_work(takt_time_t ns);

#if CONFIG_TAKT_TIMER

/** A timer. Every member is private to the kernel. */
struct takt_timer {
    struct takt_tnode node; /* first: found from the heap's node */
    struct takt_post post;
    void (*function)(struct takt_timer *timer, void *arg);
    void *arg;
    uint64_t period; /* counter units, 0 = one shot */
    uint64_t asked_when, asked_period;
    uint32_t missed;
    bool asked, asked_start;
#if CONFIG_TAKT_TIMER_WORKER
    struct takt_job job; /* of a timer that is not direct: its function is due */
    void (*due)(struct takt_timer *timer, void *arg);
#endif
};

/**
 * Set a timer up, stopped, whose function runs in the timer's interrupt.
 * Call class: thread, before start. Bound: constant. @return 0; -EINVAL: no function
 */
int takt_timer_init_direct(struct takt_timer *timer, void (*function)(struct takt_timer *, void *),
                           void *arg);

#if CONFIG_TAKT_TIMER_WORKER
/**
 * Set a timer up, stopped, whose function runs in takt_worker_timer(), by whose thread the priority is set.
 * Call class: thread, before start. Bound: as takt_worker_timer(). @return 0; -EINVAL: no function
 */
int takt_timer_init(struct takt_timer *timer, void (*function)(struct takt_timer *, void *), void *arg);

/** The same in another worker. Call class: thread, before start. Bound: constant. @return 0; -EINVAL: no function */
int takt_timer_init_in(struct takt_timer *timer, struct takt_worker *worker,
                       void (*function)(struct takt_timer *, void *), void *arg);
#else
/** Without CONFIG_TAKT_TIMER_WORKER all timers are direct. */
static inline int takt_timer_init(struct takt_timer *timer, void (*function)(struct takt_timer *, void *),
                                  void *arg)
{
    return takt_timer_init_direct(timer, function, arg);
}
#endif

/**
 * Start a timer, or start it anew.
 *
 * Call class: any. Bound: logarithmic in the timers that run, interrupts open.
 * @param first  when the function runs first; TAKT_NO_WAIT: at once (in the timer interrupt)
 * @param period ns between later runs, 0 = one shot
 * @return 0; -EINVAL: first is TAKT_FOREVER, or period is negative; -ERANGE: one of them lies further ahead
 *         than the counter can tell (2^62 of its units: at 1 GHz, 146 years)
 */
int takt_timer_start(struct takt_timer *timer, takt_deadline_t first, takt_time_t period);

/**
 * Stop a timer: its function does not begin any more, unless it is beginning just then.
 * Call class: any. Bound: logarithmic in the timers that run. @return 0; -EALREADY: it was not running
 */
int takt_timer_stop(struct takt_timer *timer);

/** Whether the function will run. Call class: any. */
bool takt_timer_active(const struct takt_timer *timer);

/** Periods that passed without a run because the function was late, since the start. Call class: any. */
uint32_t takt_timer_missed(const struct takt_timer *timer);

/** Check the core's timer heap. Call class: thread. Bound: grows with the timers. @return 0, or -EFAULT */
int takt_timers_check(void);

#else

struct takt_timer;
int takt_timer_init(struct takt_timer *first, ...) TAKT_NEEDS(CONFIG_TAKT_TIMER);

#endif

#ifdef __cplusplus
}
#endif

#endif
