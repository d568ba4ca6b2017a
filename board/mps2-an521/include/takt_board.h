/*
 * The board to its port: two cores, their lines, and one counter for both, which counts at 20 MHz
 * (board/mps2/counter.h). As both cores read the same device, their clocks do not differ.
 *
 * Which core runs? The device that says it is read once, at reset. After that a core's own words lie just below the limit
 * of its main stack, and that limit is a register (MSPLIM): two instructions, and the same ones whether one image runs
 * on both cores or each has its own.
 */
#ifndef TAKT_BOARD_H
#define TAKT_BOARD_H

#include <stdint.h>

/** Interrupt lines of the controller that can be used. Not free: those of board.h. */
#define TAKT_PORT_IRQ_LINES 64

/** Memory that a reset leaves alone (board/mps2/sections.ld). */
#define TAKT_PORT_KEPT __attribute__((section(".kept")))

/** One count of the counter, ns. */
#define TAKT_BOARD_COUNT_NS 50

/** A core's own words; core.inc and reset.S know their place and size. */
struct takt_board_own {
    struct takt_core *state;
    unsigned id;
    volatile uint32_t halves;
    uint32_t unused;
};

/** Cores of this run. */
extern unsigned takt_board_cores;

/* No input and not volatile: it is the same at all times, so the compiler need not read it twice. */
static inline struct takt_board_own *takt_board_own(void)
{
    struct takt_board_own *end;

    __asm__("mrs %0, msplim" : "=r"(end));
    return end - 1;
}

/** Half turns of the counter that this core has noted. */
#define TAKT_BOARD_HALVES takt_board_own()->halves
#define TAKT_BOARD_COUNT  (*(const volatile uint32_t *)0x50002004u)

static inline struct takt_core *takt_port_core(void)
{
    return takt_board_own()->state;
}

static inline unsigned takt_port_core_id(void)
{
    return takt_board_own()->id;
}

static inline unsigned takt_port_core_count(void)
{
    return takt_board_cores;
}

#define TAKT_LINE_TIMER0 3u

/** The line of the timer that tells the core's kernel of the next event: that of core 0, or the next one. */
static inline unsigned takt_board_event_line(void)
{
    return TAKT_LINE_TIMER0 + takt_port_core_id();
}

static inline void takt_port_timer_raise(void)
{
    TAKT_CORTEXM_ISPR(takt_board_event_line()) = 1u << takt_board_event_line();
}

#include "../../mps2/counter.h"

#endif
