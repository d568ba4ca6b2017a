/*
 * The next event: each core's own SysTick. It would go on counting from its last span, so its handler sets the longest. The
 * span has 24 bits, 0.84 s: an event that is further away, or none, is met by an interrupt that comes early, as the port's
 * contract allows. In that time a core notes its half turns of the counter, too.
 *
 * Races considered: reading the counter and setting the span is one masked step, lest an interrupt in between makes the
 * event late by its own length. An event that has passed is pended by software, at once. An interrupt of an earlier
 * setting that is already pending comes early, which is allowed.
 */
#include "kernel.h"

#include "board.h"

#define NUMBER TAKT_PORT_IRQ_LINES /* SysTick is no line: the first number behind them */

static void set_span(uint32_t span)
{
    TAKT_SYSTICK_RELOAD = span;
    TAKT_SYSTICK_VALUE = 0; /* any write: it begins anew */
    TAKT_SYSTICK_CONTROL = TAKT_SYSTICK_ENABLE;
}

void takt_board_event(void)
{
    set_span(TAKT_SYSTICK_MOST); /* at the latest, whether or not the kernel sets another time */
    takt_board_counter_note();
    takt_irq_enter(NUMBER);
    takt_timer_interrupt();
    takt_irq_exit(NUMBER);
}

void takt_port_timer_set(uint64_t when)
{
    takt_mask_t old = takt_port_mask();
    uint64_t span = when - takt_port_counter();

    if (when != UINT64_MAX && (int64_t)span <= 0)
        TAKT_CORTEXM_ICSR = TAKT_CORTEXM_ICSR_PENDST;
    else
        set_span(span < TAKT_SYSTICK_MOST ? (uint32_t)span : TAKT_SYSTICK_MOST);
    takt_port_unmask(old);
}

void takt_board_event_start(void)
{
    TAKT_CORTEXM_SHPR(TAKT_SYSTICK_EXCEPTION) = (uint8_t)TAKT_CORTEXM_MASK;
    set_span(TAKT_SYSTICK_MOST);
}
