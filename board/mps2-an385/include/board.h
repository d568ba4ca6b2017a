/*
 * Devices of the board: addresses and lines from Arm application note AN385, registers from the Cortex-M System Design
 * Kit's reference manual (ARM DDI 0479).
 */
#ifndef BOARD_H
#define BOARD_H

#include "mps2.h"

#define TAKT_TIMER0 ((volatile struct takt_cmsdk_timer *)0x40000000u)
#define TAKT_TIMER1 ((volatile struct takt_cmsdk_timer *)0x40001000u)
#define TAKT_DUAL   ((volatile struct takt_cmsdk_dual *)0x40002000u)
#define TAKT_UART0  ((volatile struct takt_cmsdk_uart *)0x40004000u)

#define TAKT_LINE_TIMER0   8u
#define TAKT_LINE_DUAL     10u
#define TAKT_LINE_DOORBELL 31u

#define TAKT_UART_DIVISOR 217u /* 115,200 baud at 25 MHz */

/** How much of takt_work() is done in one piece, ns. */
#define TAKT_WORK_PIECE 65536

/** One core: no other one has started the counter, or is to be started. */
static inline void takt_board_identify(void)
{
}

static inline bool takt_board_is_first(void)
{
    return true;
}

static inline void takt_board_join(void)
{
}

static inline void takt_board_release(void)
{
}

#endif
