/* The library's port to the explorer: a context is a coroutine, time is a choice. */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include "../explore/explore.h"

static inline void llq_port_mask(void)
{
}

static inline void llq_port_unmask(void)
{
}

static inline void llq_port_relax(uint32_t turn)
{
    explore_relax(turn);
}

static inline void llq_port_wake(void)
{
}

static inline int64_t llq_port_now(void)
{
    return explore_now();
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
