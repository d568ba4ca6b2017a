/* The counter is read in one place, where small is wanted rather than fast; counter.h says how. */
#include "kernel.h"

uint64_t takt_port_counter(void)
{
    return takt_board_counter();
}
