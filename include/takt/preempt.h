/*
 * Work of a subsystem above the kernel, for the models of preemption that Kconfig offers:
 *
 *   full       (CONFIG_TAKT_PREEMPT, the default) such work is preempted like any thread's; what stands here is empty
 *   voluntary  (CONFIG_TAKT_PREEMPT_POINTS)       no other thread runs but at takt_preempt_point(), and where the work
 *                                                 waits for a subsystem's lock
 *   none                                          no other thread runs until the work ends, or waits for a lock
 *
 * A subsystem that uses takt_klock (takt/klock.h) has nothing to do for it: entering begins work, leaving ends it.
 */
#ifndef TAKT_PREEMPT_H
#define TAKT_PREEMPT_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_PREEMPT

static inline void takt_service_begin(void)
{
}

static inline void takt_service_end(void)
{
}

static inline unsigned takt_service_pause(void)
{
    return 0;
}

static inline void takt_service_resume(unsigned depth)
{
    (void)depth;
}

static inline void takt_preempt_point(void)
{
}

#else

/** Work begins: no other thread of the core runs until it ends. Nests. Call class: thread. Bound: constant. */
void takt_service_begin(void);

/** Work ends; a switch that was due happens. Call class: thread. Bound: constant. */
void takt_service_end(void);

/**
 * Let others run, as the caller is going to wait, whatever work it is in; not inside takt_preempt_lock().
 * Call class: thread. @return what takt_service_resume() takes
 */
unsigned takt_service_pause(void);

/** The work goes on: so many levels of it. Call class: thread. */
void takt_service_resume(unsigned depth);

/**
 * A marked point: the caller's data may be seen by others here. A more urgent thread runs, with
 * CONFIG_TAKT_PREEMPT_POINTS. Call class: thread. Bound: constant.
 */
#if CONFIG_TAKT_PREEMPT_POINTS
void takt_preempt_point(void);
#else
static inline void takt_preempt_point(void)
{
}
#endif

#endif

#ifdef __cplusplus
}
#endif

#endif
