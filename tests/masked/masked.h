/*
 * Workloads around crowds of a given size, for both halves of this suite: windows (windows.c) and costs of
 * operations (costs.c).
 *
 * The probe is the thread that does all this. It is more urgent than the crowd, so a crowd's thread runs only when
 * the probe lets it: a crowd is set up by starting each thread and letting it run to where it waits.
 */
#ifndef MASKED_H
#define MASKED_H

#include <takt/takt.h>

#ifndef MASKED_CROWD /* the largest crowd; a board with little memory has its own */
#define MASKED_CROWD 1000
#endif
#ifndef MASKED_BYTES /* the largest message */
#define MASKED_BYTES 4096
#endif
#define MASKED_PROBE    4  /* the probe's priority */
#define MASKED_CROWDS   8  /* the crowd's: from here on */
#define MASKED_CROWD_IN 16 /* so many levels */

#define MASKED_SIZES 4
extern const unsigned masked_sizes[MASKED_SIZES];

/** Fail with what was expected unless it holds. */
#define MASKED_CHECK(condition) ((condition) ? (void)0 : masked_fail(#condition, __FILE__, __LINE__))
void masked_fail(const char *what, const char *file, int line) __attribute__((noreturn));

/* crowd.c */

/** Start n threads; each calls body(its number) once and ends. They have not run yet. */
void crowd_start(unsigned n, void (*body)(unsigned number));
/** Start them at one priority. */
void crowd_start_at(unsigned n, takt_prio_t priority, void (*body)(unsigned number));
/** Let everything less urgent than the probe run until it waits or ends. */
void crowd_settle(void);
/** Wait until all have ended. */
void crowd_join(void);
struct takt_thread *crowd_thread(unsigned number);

/* windows.c */

/** Everything that masks, around a crowd of n, with messages of so many bytes. */
void windows_work(unsigned n, size_t bytes);

/* windows_time.c */
#if CONFIG_TAKT_PERIOD && CONFIG_TAKT_WATCHDOG
void windows_time_work(unsigned n);
#else
static inline void windows_time_work(unsigned n)
{
    (void)n;
}
#endif

/* disturb.c: a handler in the middle of what the probe does next */

/** How many moments there are to try. */
extern const unsigned masked_moments;
/** Interrupt once, at a moment from 1 to masked_moments after this; 0: no more. */
void masked_disturb_at(unsigned moment, void (*handler)(void));

/* costs.c */

/** What each operation costs beside n other threads and timers; noted under a size. */
void costs_measure(unsigned n, unsigned size);
/** Print the table. @return whether none grows as it may not */
bool costs_report(void);

/* deferred.c: interrupt threads, and what is left to workers */
void deferred_work(unsigned n);

/* across.c: the second core, and windows of what goes there */
void across_init(unsigned core);
void across_work(void);

#endif
