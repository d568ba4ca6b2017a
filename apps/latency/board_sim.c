/*
 * On sim the interrupt is raised by the simulated world at an exact virtual time, so its expiry is that time. Time is the
 * cost table's: it tells which steps lie between the interrupt and the thread, and nothing of speed.
 */
#include "latency.h"

#include <takt_port.h>
#include <takt_sim.h>

#define LINE 1u

struct latency_board latency_board = {
    .source = "an interrupt line that the simulated world raises",
    .expiry = "the virtual time at which it is raised",
    .time_kind = "virtual",
    .time_note = "Virtual time, a cost model's: counts and orders are evidence, times say nothing of speed.",
    .unit = {NULL, "us", 3},
    .histogram_unit = "ns",
    .seconds = 10,
    .source_line = LINE,
    .source_priority = 1,
    .lines = {2, 3},
    .line_priority = 5,
};

static uint64_t next;  /* as the simulated clock counts */
static uint64_t ahead; /* of it, the counter */
static uint32_t rate_now, part;

void latency_board_look(void)
{
    ahead = takt_port_counter() - takt_sim_clock(0);
}

/* Periods of a second that 1 s is not a multiple of: they add up to it all the same. */
static void next_period(void)
{
    part += 1000000000u % rate_now;
    next += 1000000000u / rate_now + part / rate_now;
    part %= rate_now;
    takt_sim_pend_at(0, LINE, next);
}

void latency_source_start(uint32_t rate)
{
    rate_now = rate;
    next = takt_sim_clock(0);
    next_period();
}

void latency_source_stop(void)
{
    rate_now = 0;
}

latency_clock_t latency_source_expiry(void)
{
    return next + ahead;
}

void latency_source_clear(void)
{
    if (rate_now != 0)
        next_period();
}

void latency_compute(uint32_t turns)
{
    takt_work(turns);
}

int64_t latency_value_of(latency_clock_t from, latency_clock_t to)
{
    return to > from ? (int64_t)(to - from) : 0;
}
