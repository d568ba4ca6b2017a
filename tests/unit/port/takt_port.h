/*
 * A port for tests of single kernel files in a host process: one core, no interrupts, a counter that the test
 * sets.
 *
 * What a unit test is about needs no concurrency: the files tested here (wait queues, timer heaps, deadlines)
 * work under the kernel lock. So masking does nothing, and the counter's rate and value are the test's.
 */
#ifndef TAKT_PORT_H
#define TAKT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include <takt/port_context.h>
#include <takt/types.h>

typedef uint32_t takt_mask_t;

/** What the port says; set by the test. */
struct fake_port {
    uint64_t counter;
    uint64_t units, per_ns; /* rate of the counter: units / per_ns for each nanosecond */
    bool in_handler;
};

extern struct fake_port fake_port;

struct takt_core *takt_port_core(void);
uint64_t takt_port_from_ns(takt_time_t ns);
takt_time_t takt_port_to_ns(uint64_t units);

static inline takt_mask_t takt_port_mask(void)
{
    return 0;
}

static inline void takt_port_unmask(takt_mask_t old)
{
    (void)old;
}

static inline void takt_port_step(void)
{
}

static inline void takt_port_switch(void)
{
}

static inline void takt_port_pend_switch(void)
{
}

static inline bool takt_port_in_handler(void)
{
    return fake_port.in_handler;
}

static inline uint64_t takt_port_counter(void)
{
    return fake_port.counter;
}

static inline void takt_port_timer_raise(void)
{
}

#endif
