/*
 * A core's start and end, and assertions.
 *
 * Every core runs its own instance of the kernel. The board starts the cores; each calls takt_core_start() in
 * its own time; the application gives takt_main(), which runs once per core before the first thread.
 */
#ifndef TAKT_CORE_H
#define TAKT_CORE_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Given by the application: create and start this core's first threads. Call class: before start. */
void takt_main(unsigned core);

/** Given by the application or left out: called by the idle thread, interrupts open. Without
 * CONFIG_TAKT_IDLE_HOOK it is never called. Call class: thread, no wait. */
void takt_idle_hook(takt_time_t next_event);

/** The running core's number, 0 to takt_core_count() - 1. Call class: any, before start. */
unsigned takt_core_id(void);

/** How many cores this system has, started or not. Call class: any, before start. */
unsigned takt_core_count(void);

/** For boards: start the kernel on the running core. Does not return. Call class: before start. */
void takt_core_start(void) __attribute__((noreturn));

/**
 * End the whole run with a status, where the board can (sim, host, semihosting); elsewhere stop the core.
 * Call class: any.
 */
void takt_exit(int status) __attribute__((noreturn));

/**
 * Stop the core because of a bug: reason and place go to the console, the core is marked STOPPED for the
 * others as its last store, and all doorbells ring. With CONFIG_TAKT_STOP_ALL the others stop too. Call
 * class: any. Without CONFIG_TAKT_PANIC_TEXT nothing is said, and TAKT_PANIC() keeps no text.
 */
void takt_panic(const char *reason, const char *file, int line) __attribute__((noreturn));

/** Check every invariant of the calling core (threads, ready queue, timers). Call class: thread. @return 0,
 * or -EFAULT */
int takt_core_check(void) TAKT_NEEDS(CONFIG_TAKT_THREAD_LIST);

#if CONFIG_TAKT_PANIC_TEXT
#define TAKT_PANIC(reason) takt_panic(reason, __FILE__, __LINE__)
#else
#define TAKT_PANIC(reason) takt_panic(NULL, NULL, 0)
#endif

#if CONFIG_TAKT_ASSERT
#define TAKT_ASSERT(condition) ((condition) ? (void)0 : TAKT_PANIC(#condition))
#else
#define TAKT_ASSERT(condition) ((void)sizeof(condition)) /* not computed; what it names counts as used */
#endif

#ifdef __cplusplus
}
#endif

#endif
