/*
 * What single operations cost. Each scene does its operation COSTS_TIMES times between labels (bench/common/place.h);
 * whoever counts drops the first of them. The driver is less urgent than its helpers, so a helper that becomes ready
 * runs at once, and the driver goes on where the helper waits again.
 */
#ifndef COSTS_H
#define COSTS_H

#include <takt/takt.h>

#include "place.h"

#define COSTS_TIMES  20
#define COSTS_DRIVER 10 /* priority of the thread that does the operations */
#define COSTS_HELPER 2  /* and of the one that it wakes */

/** End the run with what was expected, unless it holds. */
#define COSTS_CHECK(condition) ((condition) ? (void)0 : costs_fail(#condition, __FILE__, __LINE__))
void costs_fail(const char *what, const char *file, int line) __attribute__((noreturn));

/** Start a second thread, and wait for its end. */
void costs_help(void (*entry)(void *), takt_prio_t priority);
void costs_helped(void);

/* The scenes, one an object. */
void costs_thread(void);
void costs_sem(void);
void costs_mutex(void);
void costs_queue(void);
void costs_line(void);
void costs_others(void);
void costs_deferred(void);

#endif
