/* The simulated world raises the line. */
#include "latency.h"

#include <takt_sim.h>

static uint64_t next, period_now;

void latency_other_start(takt_time_t period)
{
    period_now = (uint64_t)period;
    next = takt_sim_clock(0) + period_now;
    takt_sim_pend_at(0, latency_board.lines[0], next);
}

void latency_other_stop(void)
{
    period_now = 0;
}

void latency_other_clear(void)
{
    if (period_now == 0)
        return;
    next += period_now;
    takt_sim_pend_at(0, latency_board.lines[0], next);
}
