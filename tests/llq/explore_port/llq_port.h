/* The library's port to the explorer: a context is a coroutine, time is a choice, death another. */
#ifndef LLQ_PORT_H
#define LLQ_PORT_H

#include "../explore/explore.h"

#define LLQ_PORT_BLOCKS   1 /* sleep in the second turn */
#define LLQ_PORT_PATIENCE (1000 * EXPLORE_DEADLINE)
#define LLQ_PORT_FENCES

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

static inline void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    explore_block(word, seen, deadline == EXPLORE_DEADLINE, deadline != LLQ_FOREVER);
}

static inline void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
{
    (void)lock;
    (void)word;
    explore_unblock(id);
}

static inline bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
{
    (void)turn;
    return explore_suspect(id, epoch);
}

static inline bool llq_port_fence(uint32_t id, uint32_t epoch)
{
    return explore_fence(id, epoch);
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
