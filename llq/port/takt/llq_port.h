/*
 * The library's port to Takt: a context is a core.
 *
 * Preemption is turned off by the kernel's gate (kernel/llq_gate.c) before it calls the library and on again
 * after release, and the gate traces, because it knows the thread; so mask and trace are empty here.
 * takt_port_relax() may sleep until an event on cores that can; the port that does so gives the event with
 * its stores.
 */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include <takt/timer.h>

#include <takt_port.h>

static inline void llq_port_mask(void)
{
}

static inline void llq_port_unmask(void)
{
}

static inline void llq_port_relax(uint32_t turn)
{
    (void)turn;
    takt_port_relax();
}

static inline void llq_port_wake(void)
{
}

static inline int64_t llq_port_now(void)
{
    return takt_now();
}

static inline void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id,
                                  uint32_t value)
{
    (void)event;
    (void)lock;
    (void)id;
    (void)value;
}

#endif
