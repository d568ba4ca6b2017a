/*
 * Algorithm 1 of the paper with the least corrections that make it a lock, in C11's orders: the flag is set before the
 * request is published and waited for until it is clear, the owner is written by nobody but the owner, each store has a
 * store's order and each load a load's. The project's engine is another form of it; this one is kept because it is known
 * what the loss of each of its orders does, which the explorer has to find (explore_mutants.c).
 *
 * Index 0 is none. The words are in this order for the sake of whoever plants faults.
 */
#ifndef TESTS_LLQ_CORRECTED_LISTING_H
#define TESTS_LLQ_CORRECTED_LISTING_H

#include "port.h"

#define CORRECTED_NODES 4

struct corrected_node {
    struct takt_word next, wait;
};

struct corrected_lock {
    struct takt_word tail, owner;
    struct corrected_node node[1 + CORRECTED_NODES];
    bool owner_late; /* a planted fault: the owner is written after the tail was freed, as printed */
};

static inline void corrected_acquire(struct corrected_lock *lock, uint32_t index)
{
    struct corrected_node *node = &lock->node[index];
    uint32_t before;

    TAKT_STORE(&node->next, 0, relaxed); /* relaxed, both: published by the exchange and the link */
    TAKT_STORE(&node->wait, 1, relaxed);
    /* acquire: the section before, from the freeing; release: next = 0, to whoever enters behind */
    before = TAKT_EXCHANGE(&lock->tail, index, acq_rel);
    if (before != 0) {
        TAKT_STORE(&lock->node[before].next, index, release); /* wait = 1, to the releaser's acquire */
        for (uint32_t turn = 0; TAKT_LOAD(&node->wait, acquire) != 0; turn++) /* the section before */
            llq_port_relax(turn);
    }
    TAKT_STORE(&lock->owner, index, relaxed); /* relaxed: the owner alone reads and writes it */
}

static inline void corrected_release(struct corrected_lock *lock, uint32_t index)
{
    struct corrected_node *node = &lock->node[index];
    uint32_t next = TAKT_LOAD(&node->next, acquire); /* pairs with the link */

    if (!lock->owner_late)
        TAKT_STORE(&lock->owner, 0, relaxed); /* relaxed: as above, before the lock is given */
    if (next == 0) {
        bool freed = TAKT_CAS(&lock->tail, index, 0, release); /* the section, to the next exchange */

        if (freed && lock->owner_late)
            TAKT_STORE(&lock->owner, 0, relaxed);
        if (freed)
            return;
        for (uint32_t turn = 0; (next = TAKT_LOAD(&node->next, acquire)) == 0; turn++)
            llq_port_relax(turn);
    }
    TAKT_STORE(&lock->node[next].wait, 0, release); /* the section, to the waiter's acquire */
}

#endif
