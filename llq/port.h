/*
 * What a port gives the library: primitives, found in llq_port.h by the include path, so that they inline.
 *
 *   void llq_port_mask(void)            from here to the matching unmask, nested, nothing else runs on this
 *   void llq_port_unmask(void)          context's processor; empty where the caller sees to it
 *   void llq_port_relax(uint32_t turn)  one turn of a loop that waits for another context's store; turn
 *                                       counts from 0 in each wait; may return at any time
 *   void llq_port_wake(void)            a word that another context may wait for was stored
 *   int64_t llq_port_now(void)          nanoseconds that never run back, the time of deadlines
 *   void llq_port_trace(enum llq_port_event event, const struct llq *lock, uint32_t id, uint32_t value)
 *
 * A kernel that is not Takt writes these six, and nothing else. Two optional groups:
 *
 * LLQ_PORT_BLOCKS (defined as the turns that a waiter spins before it sleeps): locks made with block.
 *
 *   void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
 *                                       sleep while the word has the value seen; may return at any time, and returns
 *                                       by the deadline (LLQ_FOREVER: none); LLQ_PORT_PATIENCE, in nanoseconds, is how
 *                                       long a waiter for a robust lock sleeps before it looks for a dead owner
 *   void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
 *                                       the word of that context was changed: end its sleep
 *
 * LLQ_PORT_FENCES: robust locks. An epoch is the low LLQ_EPOCH_BITS of the one that the context was made with.
 *
 *   bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
 *                                       at a turn of a wait for an owner, turn as in relax: is it silent for so long
 *                                       that the fence has to be asked? False for whoever shows a sign of life; the
 *                                       port may ping it
 *   bool llq_port_fence(uint32_t id, uint32_t epoch)
 *                                       make sure that this life of the context stores nothing any more, and that all
 *                                       its stores are seen; true: that is so, as when a later life has begun. Never
 *                                       on silence alone: who is taken for dead and is not breaks exclusion
 */
#ifndef LLQ_PORT_INTERFACE_H
#define LLQ_PORT_INTERFACE_H

#include <llq/llq.h>

/** What a trace is told; the value is given in brackets. */
enum llq_port_event {
    LLQ_REQUESTED, /* a request begins (rank) */
    LLQ_GRANTED,   /* the context owns the lock (grants that passed it) */
    LLQ_ABANDONED, /* the request ended without a grant (0) */
    LLQ_RELEASED,  /* the lock was handed on or is free (number of the grant) */
    LLQ_RECOVERED  /* the context took the lock from a dead owner (that one's id) */
};

#include <llq_port.h>

#ifndef LLQ_PORT_BLOCKS

#define LLQ_PORT_BLOCKS   UINT32_MAX
#define LLQ_PORT_PATIENCE 0

static inline void llq_port_block(struct takt_word *word, uint32_t seen, int64_t deadline)
{
    (void)word;
    (void)seen;
    (void)deadline;
}

static inline void llq_port_unblock(struct llq *lock, uint32_t id, struct takt_word *word)
{
    (void)lock;
    (void)id;
    (void)word;
}

#define LLQ_CAN_BLOCK false
#else
#define LLQ_CAN_BLOCK true
#endif

#ifndef LLQ_PORT_FENCES

static inline bool llq_port_suspect(uint32_t id, uint32_t epoch, uint32_t turn)
{
    (void)id;
    (void)epoch;
    (void)turn;
    return false;
}

static inline bool llq_port_fence(uint32_t id, uint32_t epoch)
{
    (void)id;
    (void)epoch;
    return false;
}

#define LLQ_CAN_FENCE false
#else
#define LLQ_CAN_FENCE true
#endif

#endif
