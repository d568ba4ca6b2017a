/* The counter's start, and its upper part; how it is read stands in counter.h. */
#include "kernel.h"

#include "board.h"

void takt_board_counter_note(void)
{
    TAKT_BOARD_HALVES = (uint32_t)(takt_port_counter() >> 31);
}

TAKT_SELDOM void takt_board_counter_start(takt_time_t start)
{
    uint64_t counter = takt_port_from_ns(start);

    TAKT_BOARD_HALVES = (uint32_t)(counter >> 31);
    TAKT_DUAL->control = 0;
    TAKT_DUAL->load = ~(uint32_t)counter;
    TAKT_DUAL->control = TAKT_DUAL_ENABLE | TAKT_DUAL_32_BITS;
}
