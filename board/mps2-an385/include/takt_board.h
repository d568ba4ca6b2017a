/*
 * The board to its port: one core, its lines, and the counter.
 *
 * The counter is the first half of the dual timer: 32 bits that count down, for ever, at 25 MHz. The bits above are
 * counted by software, in half turns: clock.c notes each half turn that has passed, at least once in every quarter, so
 * a reader knows from the top bit whether the note is behind. It needs no mask, and cannot go back: whichever of the
 * two words an interrupt comes between, an old note and a new count still differ by one half turn at most.
 */
#ifndef TAKT_BOARD_H
#define TAKT_BOARD_H

#include <stdint.h>

/** Interrupt lines of the controller. Not free: those of board.h. */
#define TAKT_PORT_IRQ_LINES 32

/** One count of the counter, ns. */
#define TAKT_BOARD_COUNT_NS 40

/** The kernel's state; struct takt_core comes first in it (kernel/kernel.h). */
extern struct takt_cores takt_cores;

/** Half turns of the counter that have been noted. */
extern volatile uint32_t takt_board_halves;

#define TAKT_BOARD_COUNT (*(const volatile uint32_t *)0x40002004u)

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

static inline uint64_t takt_port_counter(void)
{
    uint32_t halves = takt_board_halves, count = ~TAKT_BOARD_COUNT;

    halves += (halves ^ count >> 31) & 1;
    return (uint64_t)halves << 31 | (count & INT32_MAX);
}

#endif
