/* A port that is two plain threads of the host: enough for kernel/remote.c and what it stands on. */
#ifndef TAKT_PORT_H
#define TAKT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include <takt/types.h>

#define TAKT_PORT_IRQ_LINES      1
#define TAKT_PORT_IRQ_PRIORITIES 1

typedef uint32_t takt_mask_t;

struct takt_core *takt_port_core(void);
void takt_port_doorbell(unsigned core);

static inline takt_mask_t takt_port_mask(void)
{
    return 0;
}

static inline void takt_port_unmask(takt_mask_t old)
{
    (void)old;
}

static inline bool takt_port_in_handler(void)
{
    return false;
}

static inline void takt_port_step(void)
{
}

static inline void takt_port_pend_switch(void)
{
}

static inline void takt_port_switch(void)
{
}

static inline uint64_t takt_port_counter(void)
{
    return 0;
}

static inline takt_time_t takt_port_to_ns(uint64_t units)
{
    return (takt_time_t)units;
}

static inline void takt_port_timer_raise(void)
{
}

#endif
