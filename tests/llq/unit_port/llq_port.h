/* The library's port to one thread that plays all contexts: time goes on when it is looked at, and who is dead is told. */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include "unit_port.h"

#define LLQ_PORT_BLOCKS   4u
#define LLQ_PORT_PATIENCE 100
#define LLQ_PORT_FENCES

static inline void llq_port_mask(void)
{
    unit_port.masked++;
}

static inline void llq_port_unmask(void)
{
    unit_port.masked--;
}

static inline void llq_port_relax(uint32_t turn)
{
    (void)turn;
}

static inline void llq_port_wake(void)
{
}

static inline int64_t llq_port_now(void)
{
    unit_port.now += unit_port.step + 1;
    return unit_port.now;
}

static inline void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    unit_port.slept += TAKT_LOAD(word, relaxed) == seen;
    unit_port.now = deadline;
}

static inline void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
{
    (void)lock;
    (void)word;
    unit_port.woken[id]++;
}

static inline bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
{
    (void)epoch;
    (void)turn;
    return unit_port.silent[id];
}

static inline bool llq_port_fence(uint32_t id, uint32_t epoch)
{
    unit_port.asked++;
    return unit_port.dead[id] || (unit_port.epoch[id] ^ epoch) % 64 != 0;
}

static inline void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id,
                                  uint32_t value)
{
    (void)lock;
    (void)id;
    (void)value;
    unit_port.recovered += event == LLQ_RECOVERED;
}

#endif
