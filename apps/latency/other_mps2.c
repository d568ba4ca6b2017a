/* Timer 0 of the board, which the kernel of a single core does not use. */
#include "latency.h"

void latency_other_start(takt_time_t period)
{
    TAKT_TIMER0->reload = (uint32_t)(period / TAKT_BOARD_COUNT_NS);
    TAKT_TIMER0->value = TAKT_TIMER0->reload;
    TAKT_TIMER0->control = TAKT_TIMER_ENABLE | TAKT_TIMER_INTERRUPT;
}

void latency_other_stop(void)
{
    TAKT_TIMER0->control = 0;
    TAKT_TIMER0->clear = 1;
}

void latency_other_clear(void)
{
    TAKT_TIMER0->clear = 1;
}
