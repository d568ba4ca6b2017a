/*
 * How long a core holds back interrupts, or other threads: the longest of each since the last look, measured while the
 * application runs. Built in by CONFIG_TAKT_WINDOWS; without it the functions here answer -ENOTSUP.
 */
#ifndef TAKT_WINDOW_H
#define TAKT_WINDOW_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is held back. */
enum takt_window_kind {
    TAKT_WINDOW_MASKED, /**< interrupts of the kernel's level; none on sim, where a masked step takes no time */
    TAKT_WINDOW_LOCKED, /**< a switch, by the kernel lock */
    TAKT_WINDOW_PREEMPT, /**< a switch, by takt_preempt_lock() and what rests on it; locked is not counted again */
    TAKT_WINDOWS
};

/** The longest window of a kind. */
struct takt_window {
    takt_time_t length;               /**< ns; 0: there was none */
    uintptr_t place;                  /**< where it ended: an address in the code */
    const struct takt_thread *thread; /**< that ran when it ended, or was interrupted by who ended it */
    uint32_t count;                   /**< windows so far, modulo 2^32 */
};

#if CONFIG_TAKT_WINDOWS

/** The longest window of the calling core. Call class: thread. Bound: constant. @return 0; -EINVAL: no such kind */
int takt_window_longest(enum takt_window_kind kind, struct takt_window *window);

/** Begin anew, on the calling core. Call class: thread. Bound: constant. */
void takt_windows_clear(void);

#else

static inline int takt_window_longest(enum takt_window_kind kind, struct takt_window *window)
{
    (void)kind;
    (void)window;
    return -ENOTSUP;
}

static inline void takt_windows_clear(void)
{
}

#endif

#ifdef __cplusplus
}
#endif

#endif
