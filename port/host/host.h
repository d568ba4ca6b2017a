/*
 * Between the files of the host port, and the board that starts it.
 */
#ifndef TAKT_HOST_H
#define TAKT_HOST_H

#include <signal.h>

#include <takt/atomic.h>
#include <takt/irq.h>

#include "port.h"

/*
 * Standard signals, not real-time ones: at most one of each is pending, as on an interrupt line, and sending
 * one cannot fail for want of queue space (RLIMIT_SIGPENDING).
 */
#define TAKT_HOST_SIGNAL_DOORBELL SIGUSR1
#define TAKT_HOST_SIGNAL_TIMER    SIGUSR2
#define TAKT_HOST_SIGNAL_FENCE    SIGURG /* ignored by who does not know it */

/* The port's own lines and their priorities; an application uses the others. */
#define TAKT_HOST_LINE_TIMER        63u
#define TAKT_HOST_LINE_DOORBELL     62u
#define TAKT_HOST_PRIORITY_TIMER    4u
#define TAKT_HOST_PRIORITY_DOORBELL 4u

/* A core's state; 0 until its first thread runs. */
#define TAKT_HOST_RUNS    1u
#define TAKT_HOST_STOPPED 2u /* takt_port_stop() */
#define TAKT_HOST_LEFT    3u /* takt_host_leave() */

/** What other cores see of one. */
struct takt_door {
    struct takt_word rung;  /* 1: the doorbell was rung and not yet answered */
    struct takt_word tid;   /* whom to signal; 0: not started */
    struct takt_word state; /* how far it has come: below. Written by itself alone */
} __attribute__((aligned(64)));

extern struct takt_door takt_doors[CONFIG_TAKT_CORES];

/* signal.c */

/** Make the calling POSIX thread a core: its lines, its timer, its signals. Masked. @return false: no timer
 */
bool takt_host_attach(unsigned core);
/** Let the host deliver the two signals to this core, or hold them back. */
void takt_host_signals(bool open);

/** Send a core's thread the doorbell's signal, if it has started. */
void takt_host_signal(unsigned core);

/* fence.c */

/** Take the signal that may stop a core. */
void takt_host_fence_install(void);
/** The core has started: from here on it is expected to answer. */
void takt_host_fence_begin(void);
/** The core answers its doorbell, so it does not hang. */
void takt_host_fence_forget(void);

/* halt.c */

/** The core's first thread is about to run. */
void takt_host_run_threads(void);
/** The run is over: every core leaves it as soon as it is open to interrupts. Waits for that, but only so long. */
bool takt_host_halt(unsigned milliseconds);
/** Whether the run is over. */
bool takt_host_halting(void);
/** Leave the run: the core does nothing any more. Masked from here on. */
void takt_host_leave(void) __attribute__((noreturn));

/* line.c */

/** Raise a line of the calling core. Any state; a signal handler too. */
void takt_host_raise(unsigned line);
/** Attach a handler of the port itself, enabled. Masked. */
void takt_host_line(unsigned line, unsigned priority, takt_irq_handler_t handler);
/** Run what is pending: handlers first, then a switch. Masked, host signals open; left so. */
void takt_host_run(void);

/* timer.c */

/** Make the core's timer. @return false: the host has none left */
bool takt_host_timer_create(void);
/** Whether the timer is set. */
bool takt_host_timer_active(void);
/** Raise the line if the time has come. */
void takt_host_timer_look(void);

/* rest.c: who can still be woken */

void takt_host_rest_begin(void);
void takt_host_rest_end(void);

/* counter.c */

/** Choose the counter and find out its rate. Before the first core, as all that changes it. */
void takt_host_counter_calibrate(void);
/** Use the host's clock instead: the processors' counters differ. */
void takt_host_counter_distrust(void);
/** Whether the counter may begin at a time: it must not end within a day. */
bool takt_host_counter_fits(takt_time_t start);
/** Now is that time. */
void takt_host_counter_begin(takt_time_t start);
const char *takt_host_counter_name(void);
uint64_t takt_host_counter_hz(void);

/* skew.c */

/** Difference of two processors' counters, ns, and by how much it may be wrong; false: not found out in time.
 */
bool takt_host_skew(int one, int other, takt_time_t *skew, takt_time_t *error);

/* work.c */

/** Find out how fast the loop of takt_work() is. */
void takt_host_work_calibrate(void);

#endif
