/*
 * Interrupts of a benchmark's own, where the board has them: a timer that the kernel does not use, and a line that
 * software raises. Their vectors lead straight to the function given. Where there are none, the kernel's timer pends a
 * line of the port.
 *
 * A function that is given here as an entry is named bench_line_entry or bench_trap_entry, so that whoever counts knows
 * where an interrupt begins.
 */
#ifndef TAKT_BENCH_LINE_H
#define TAKT_BENCH_LINE_H

#include <takt/irq.h>
#include <takt/types.h>

/* bench_line_clear(): in the entry, the timer's interrupt is seen to. bench_trap_raise(): the other interrupt, at once;
 * its entry has run when this returns. bench_give_way(): one turn of a loop that waits for another
 * core. bench_share(): of one that does not wait; the other cores' turn, where they take turns. */
#include "line_board.h"

/** Let the interrupt come every period ns, rounded to what the timer can tell apart; first after one period. */
void bench_line_start(void (*entry)(void), takt_time_t period);

/** No more of them. */
void bench_line_stop(void);

/** Who takes the interrupt that software raises; NULL: nobody. */
void bench_trap_attach(void (*entry)(void));

/** One turn of a loop that computes and calls nothing: on a board where time is a model, it takes some. */
void bench_turn(void);

#endif
