/*
 * The clock of the samples: the lower half of the port's counter, one load. Spans are shorter than its 171 s. And the
 * source's registers: a few instructions, as all of this is part of what is measured.
 */
#ifndef LATENCY_CLOCK_H
#define LATENCY_CLOCK_H

#include <board.h>

#include <takt_port.h>

#define LATENCY_SOURCE (TAKT_DUAL + 2) /* the second half: the first is the counter */

typedef uint32_t latency_clock_t;

static inline latency_clock_t latency_clock(void)
{
    return ~TAKT_BOARD_COUNT;
}

/** In the handler, first of all: the interrupt's expiry. */
static inline latency_clock_t latency_source_expiry(void)
{
    uint32_t left = LATENCY_SOURCE->value;

    return latency_clock() - (LATENCY_SOURCE->load - left);
}

/** In the handler: the interrupt is seen to. */
static inline void latency_source_clear(void)
{
    LATENCY_SOURCE->clear = 1;
}

#endif
