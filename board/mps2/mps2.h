/*
 * Devices that the MPS2 boards share, and what their files need of each other. A board's own header, board.h, includes
 * this one and says where the devices are.
 */
#ifndef MPS2_H
#define MPS2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <takt/config.h>
#include <takt/types.h>

/** CMSDK timer: counts down to 0, raises its line, goes on from reload; with 0 there, it stops. */
struct takt_cmsdk_timer {
    uint32_t control, value, reload,
        clear; /* writing reload sets value too; clear reads as the line's status */
};

#define TAKT_TIMER_ENABLE    1u
#define TAKT_TIMER_INTERRUPT 8u

/** Half of a CMSDK dual timer: free-running from 0 to 2^32 - 1 unless control says otherwise. */
struct takt_cmsdk_dual {
    uint32_t load, value, control, clear; /* writing load sets value too */
};

#define TAKT_DUAL_32_BITS 2u
#define TAKT_DUAL_ENABLE  0x80u

/** CMSDK UART. */
struct takt_cmsdk_uart {
    uint32_t data, state, control, interrupt, divisor;
};

#define TAKT_UART_FULL     1u
#define TAKT_UART_TRANSMIT 1u

/* start.c */

/** From reset: the first, or only, core of an image. */
void takt_board_reset(void);
/** What each core does last: its events, its doorbell, the kernel. */
void takt_board_core_begin(void) __attribute__((noreturn));

/* snapshot.c */

#if CONFIG_TAKT_SNAPSHOT
/** Go on from a snapshot, in a program that can; returns if there is none that fits. Memory is not filled yet. */
void takt_board_resume(void) __attribute__((weak));

static inline void takt_board_try_resume(void)
{
    if (takt_board_resume != NULL)
        takt_board_resume();
}
#else
static inline void takt_board_try_resume(void)
{
}
#endif

/* semihosting.c: the debugger as console, files, command line and end. */

/** Ask the debugger for a service; -1 if none answers. */
int takt_semihosting(uint32_t service, const void *block);
/** Find out whether a debugger answers. On the core that starts the others. */
void takt_semihosting_look(void);
bool takt_semihosting_there(void);
void takt_semihosting_write(const char *text, size_t length);
/** Whether the command line came, and fitted. */
bool takt_semihosting_line(char *line, size_t size);
/** Write a whole file of the debugger's machine. */
bool takt_semihosting_file(const char *path, const char *text, size_t length);
bool takt_semihosting_rename(const char *path, const char *name);
void takt_semihosting_exit(int status);

/* uart.c */

void takt_uart_start(void);
void takt_uart_write(const char *text, size_t length);

/* arguments.c */

/** Fetch the command line, and take the board's own options. @return false: one makes no sense */
bool takt_arguments_take(void);
/** --start: the counter's first value, ns. */
takt_time_t takt_arguments_start(void);
/** How many cores the run has, of those that the board has; false: it cannot have so many. */
bool takt_board_use_cores(uint64_t count);
/** --results: where files of results go. */
const char *takt_arguments_results(void);

/* work.c */

/** Find out how fast the loop of takt_work() is. The counter runs. */
void takt_work_calibrate(void);

/* counter.c */

/** Start the counter, near a time. */
void takt_board_counter_start(takt_time_t start);
/** Note the half turns that have passed; each core does it at least once in a quarter turn. */
void takt_board_counter_note(void);

/* Given by each board. In board.h also: takt_board_identify(), the first call of a core; takt_board_is_first(), whether
 * it starts the counter; takt_board_join(), what it does if it does not; takt_board_release(), start the others. */

/** The event's vector. */
void takt_board_event(void);
/** Start the calling core's events. Masked. */
void takt_board_event_start(void);
/** The doorbell's vector. */
void takt_board_doorbell(void);
#if CONFIG_TAKT_CROSS
void takt_board_doorbell_start(void);
#else
static inline void takt_board_doorbell_start(void)
{
}
#endif

#endif
