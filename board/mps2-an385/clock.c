/*
 * The next event: timer 1 of the two CMSDK timers (timer 0 is the application's) counts down once from a span and raises
 * its line at 0. The span is at most a quarter of a turn of the counter, so that the half turns are noted in time
 * (counter.h); an event that is further away, or none, is met by an interrupt that comes early, as the port's contract
 * allows: one in 43 s.
 *
 * Races considered: reading the counter and setting the span is one masked step, lest an interrupt in between makes the
 * event late by its own length. An event that has passed raises the line by software, at once. An interrupt of an
 * earlier setting that is already pending comes early, which is allowed.
 */
#include "kernel.h"

#include "board.h"

volatile uint32_t takt_board_halves;

bool takt_board_use_cores(uint64_t count)
{
    return count == 1;
}

#define QUARTER (1u << 30)

void takt_board_event(void)
{
    TAKT_TIMER1->clear = 1;
    TAKT_TIMER1->value = QUARTER; /* at the latest, whether or not the kernel sets another time */
    takt_board_counter_note();
    takt_irq_enter(TAKT_LINE_TIMER1);
    takt_timer_interrupt();
    takt_irq_exit(TAKT_LINE_TIMER1);
}

TAKT_APART void takt_port_timer_set(uint64_t when)
{
    takt_mask_t old = takt_port_mask();
    uint64_t span = when - takt_port_counter();

    if (when != UINT64_MAX && (int64_t)span <= 0)
        takt_port_timer_raise();
    else
        TAKT_TIMER1->value = span < QUARTER ? (uint32_t)span : QUARTER;
    takt_port_unmask(old);
}

TAKT_SELDOM void takt_board_event_start(void)
{
    TAKT_TIMER1->control = 0;
    TAKT_TIMER1->reload = 0;
    TAKT_TIMER1->value = QUARTER;
    TAKT_TIMER1->clear = 1;
    TAKT_TIMER1->control = TAKT_TIMER_ENABLE | TAKT_TIMER_INTERRUPT;
    TAKT_CORTEXM_IPR(TAKT_LINE_TIMER1) = (uint8_t)TAKT_CORTEXM_MASK;
    TAKT_CORTEXM_ISER(TAKT_LINE_TIMER1) = 1u << TAKT_LINE_TIMER1;
}
