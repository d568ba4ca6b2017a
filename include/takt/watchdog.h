/*
 * A watchdog per thread: the thread reports (takt_watchdog_report()) at least once in each span; if it does not, whatever
 * keeps it, the application is told when the span is over.
 *
 * It watches silence by the clock, not computing time: a thread that waits for ever, or is starved by others, is found
 * like one that loops. For what a board does about it (a reset, its own watchdog) the function is the place.
 */
#ifndef TAKT_WATCHDOG_H
#define TAKT_WATCHDOG_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_WATCHDOG

/** A watchdog. Every member is private to the kernel. */
struct takt_watchdog {
    struct takt_tnode node; /* first: found from the heap's node */
    struct takt_thread *thread;
    uint64_t span;  /* counter units */
    uint64_t when;  /* one unit after it is over */
    uint32_t bites; /* how often it was over */
    void (*function)(struct takt_watchdog *watchdog, void *arg);
    void *arg;
};

/**
 * Watch a thread from now on.
 *
 * Call class: thread, of the same core; before start. Bound: logarithmic in the timers that run.
 * @param thread   whom; it may be another one, or not have started yet
 * @param span     ns of silence that are allowed, at least 1
 * @param function called in the timer interrupt when a span is over, and each time that another one is; or NULL: it is
 *                 only traced and counted
 * @return 0; -EINVAL: span below 1; -ERANGE: it lies further ahead than the counter can tell
 */
int takt_watchdog_start(struct takt_watchdog *watchdog, struct takt_thread *thread, takt_time_t span,
                        void (*function)(struct takt_watchdog *watchdog, void *arg), void *arg);

/** The thread is well: the span begins anew. Call class: any, of the same core. Bound: constant. */
void takt_watchdog_report(struct takt_watchdog *watchdog);

/**
 * Watch no more. Before the watchdog's memory goes.
 * Call class: thread, of the same core. Bound: logarithmic in the timers that run. @return 0; -EALREADY: it did not
 */
int takt_watchdog_stop(struct takt_watchdog *watchdog);

/** How many spans were over. Call class: any. */
uint32_t takt_watchdog_bites(const struct takt_watchdog *watchdog);

#else

struct takt_watchdog;
int takt_watchdog_start(struct takt_watchdog *watchdog, ...) TAKT_NEEDS(CONFIG_TAKT_WATCHDOG);

#endif

#ifdef __cplusplus
}
#endif

#endif
