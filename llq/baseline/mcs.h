/*
 * The lock of Mellor-Crummey and Scott as their paper has it, for comparison: first come, first served, each
 * waits on a line of its own; no deadline, no token. Linked by index, so that it can lie in a shared segment
 * like the others.
 */
#ifndef LLQ_BASELINE_MCS_H
#define LLQ_BASELINE_MCS_H

#include "../port.h"

/** Bytes of a lock for m contexts, at a multiple of LLQ_LINE. */
#define LLQ_MCS_SIZE(m) (LLQ_LINE * (1u + (m)))

struct llq_mcs_node {
    struct takt_word next LLQ_ALIGNED;
    struct takt_word waits;
};

struct llq_mcs {
    struct takt_word tail LLQ_ALIGNED; /* index of the last, 0: free */
    struct llq_mcs_node node[];        /* of context 0 first: index 1 */
};

static inline void llq_mcs_init(struct llq_mcs *lock)
{
    TAKT_STORE(&lock->tail, 0, relaxed); /* relaxed: the caller publishes the lock */
}

static inline void llq_mcs_acquire(struct llq_mcs *lock, unsigned id)
{
    struct llq_mcs_node *node = &lock->node[id];
    uint32_t before;

    TAKT_STORE(&node->next, 0, relaxed); /* relaxed, both: published by the exchange and the link */
    TAKT_STORE(&node->waits, 1, relaxed);
    before = TAKT_EXCHANGE(&lock->tail, id + 1, acq_rel); /* pairs with itself and with the tail's clearing */
    if (before == 0)
        return;
    TAKT_STORE(&lock->node[before - 1].next, id + 1, release); /* pairs with the loads in release */
    llq_port_wake();
    for (uint32_t turn = 0; TAKT_LOAD(&node->waits, acquire) != 0; turn++) /* pairs with the grant */
        llq_port_relax(turn);
}

static inline void llq_mcs_release(struct llq_mcs *lock, unsigned id)
{
    struct llq_mcs_node *node = &lock->node[id];
    uint32_t next = TAKT_LOAD(&node->next, acquire); /* pairs with the link */

    if (next == 0) {
        if (TAKT_CAS(&lock->tail, id + 1, 0, release)) /* pairs with the exchange */
            return;
        for (uint32_t turn = 0; (next = TAKT_LOAD(&node->next, acquire)) == 0;
             turn++) /* pairs with the link */
            llq_port_relax(turn);
    }
    TAKT_STORE(&lock->node[next - 1].waits, 0, release); /* pairs with the waiter's load */
    llq_port_wake();
}

#endif
