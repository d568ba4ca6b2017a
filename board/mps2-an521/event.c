/*
 * The next event: each core has a CMSDK timer of its own, which counts down once from a span and raises its line at 0.
 * SysTick would be nearer at hand, but QEMU 7.2 lets a core that sleeps in WFI wait for twice the span of it. A span is at
 * most a quarter of a turn of the counter, so that the half turns are noted in time (counter.h); an event that is further
 * away, or none, is met by an interrupt that comes early, as the port's contract allows: one in 54 s.
 *
 * Both timers' lines are wired to both cores; each core enables its own.
 *
 * Races considered: reading the counter and setting the span is one masked step, lest an interrupt in between makes the
 * event late by its own length. An event that has passed raises the line by software, at once. An interrupt of an
 * earlier setting that is already pending comes early, which is allowed.
 */
#include "kernel.h"

#include "board.h"

#define QUARTER (1u << 30)

static volatile struct takt_cmsdk_timer *own_timer(void)
{
    return takt_port_core_id() == 0 ? TAKT_TIMER0 : TAKT_TIMER1;
}

void takt_board_event(void)
{
    own_timer()->clear = 1;
    own_timer()->value = QUARTER; /* at the latest, whether or not the kernel sets another time */
    takt_board_counter_note();
    takt_irq_enter(takt_board_event_line());
    takt_timer_interrupt();
    takt_irq_exit(takt_board_event_line());
}

void takt_port_timer_set(uint64_t when)
{
    takt_mask_t old = takt_port_mask();
    uint64_t span = when - takt_port_counter();

    if (when != UINT64_MAX && (int64_t)span <= 0)
        takt_port_timer_raise();
    else
        own_timer()->value = span < QUARTER ? (uint32_t)span : QUARTER;
    takt_port_unmask(old);
}

void takt_board_event_start(void)
{
    own_timer()->control = 0;
    own_timer()->reload = 0;
    own_timer()->value = QUARTER;
    own_timer()->clear = 1;
    own_timer()->control = TAKT_TIMER_ENABLE | TAKT_TIMER_INTERRUPT;
    TAKT_CORTEXM_IPR(takt_board_event_line()) = (uint8_t)TAKT_CORTEXM_MASK;
    TAKT_CORTEXM_ISER(takt_board_event_line()) = 1u << takt_board_event_line();
}
