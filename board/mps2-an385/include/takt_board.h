/*
 * The board to its port: one core, its lines, and the counter, which counts at 25 MHz (board/mps2/counter.h).
 */
#ifndef TAKT_BOARD_H
#define TAKT_BOARD_H

#include <stdint.h>

/** Interrupt lines of the controller. Not free: those of board.h. */
#define TAKT_PORT_IRQ_LINES 32

/** Memory that a reset leaves alone (board/mps2/sections.ld). */
#define TAKT_PORT_KEPT __attribute__((section(".kept")))

/** One count of the counter, ns. */
#define TAKT_BOARD_COUNT_NS 40

/** The kernel's state; struct takt_core comes first in it (kernel/kernel.h). */
extern struct takt_cores takt_cores;

extern volatile uint32_t takt_board_halves;

/** Half turns of the counter that have been noted. */
#define TAKT_BOARD_HALVES takt_board_halves
#define TAKT_BOARD_COUNT  (*(const volatile uint32_t *)0x40002004u)

static inline struct takt_core *takt_port_core(void)
{
    return (struct takt_core *)(void *)&takt_cores;
}

static inline unsigned takt_port_core_id(void)
{
    return 0;
}

static inline unsigned takt_port_core_count(void)
{
    return 1;
}

/** The line of the timer that tells the kernel of the next event. */
#define TAKT_LINE_TIMER1 9u

static inline void takt_port_timer_raise(void)
{
    TAKT_CORTEXM_ISPR(TAKT_LINE_TIMER1) = 1u << TAKT_LINE_TIMER1;
}

#include "../../mps2/counter.h"

#endif
