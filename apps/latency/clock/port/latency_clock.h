/* The clock of the samples, the port's counter; and what the handler asks of the interrupt's source (board_*.c). */
#ifndef LATENCY_CLOCK_H
#define LATENCY_CLOCK_H

#include <takt_port.h>

typedef uint64_t latency_clock_t;

static inline latency_clock_t latency_clock(void)
{
    return takt_port_counter();
}

/** In the handler, first of all: the interrupt's expiry. */
latency_clock_t latency_source_expiry(void);
/** In the handler: the interrupt is seen to. */
void latency_source_clear(void);

#endif
