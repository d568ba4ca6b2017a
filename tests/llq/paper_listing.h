/*
 * Algorithm 1 of "Task-Unit LLQ-based Spinlock Techniques" (JKIIT 24(10), 2026) as printed. It does not
 * exclude: the flag is clear when a request begins, and the waiter's first test-and-set of a clear flag ends
 * its wait. Tests keep it to see that what accepts the corrected engine rejects this.
 *
 * Every line of the listing is here, in its order and with its meaning. What had to change so that it
 * compiles:
 *
 *   1. `typedef struct:: x` is `struct x`; missing brackets and semicolons are there; `memory_order_aucqire`
 *      and the stray `/` before an order are spelt as meant.
 *   2. `next` and `next_task`, `state` and `task_state`, `tail` and `queue_tail` are one name each.
 *   3. Atomic operations get addresses, and the shared words are the project's; pointers to nodes are
 *      indices, 0 for null, and an atomic_flag is a word that is 0 when clear.
 *   4. A store with acquire and a load with release do not exist in C; they have the orders that the place
 *      needs. So what fails here is the algorithm, not its orders.
 *   5. The two loops that wait say so, which lets the scheduler of the test run somebody else.
 */
#ifndef TESTS_LLQ_PAPER_LISTING_H
#define TESTS_LLQ_PAPER_LISTING_H

#include "port.h"

#define LISTING_NODES 4

enum { LISTING_READY, LISTING_WAITING, LISTING_RUNNING };

struct listing_node {
    uint32_t task_id;
    struct takt_word state, next, lock_acquire;
};

struct listing_lock {
    struct takt_word tail, owner_task_id;
    struct listing_node node[1 + LISTING_NODES];
};

static inline void listing_acquire(struct listing_lock *lock, uint32_t index)
{
    struct listing_node *node = &lock->node[index];
    uint32_t prev;

    TAKT_STORE(&node->next, 0, relaxed);
    TAKT_STORE(&node->lock_acquire, 0, release); /* atomic_flag_clear */
    TAKT_STORE(&node->state, LISTING_READY, relaxed);
    prev = TAKT_EXCHANGE(&lock->tail, index, acq_rel);
    if (prev != 0) {
        TAKT_STORE(&lock->node[prev].next, index, release);
        TAKT_STORE(&node->state, LISTING_WAITING, relaxed);
        for (uint32_t turn = 0; TAKT_EXCHANGE(&node->lock_acquire, 1, acquire) != 0;
             turn++) /* test_and_set */
            llq_port_relax(turn);
    } else {
        TAKT_STORE(&lock->owner_task_id, node->task_id, relaxed);
        TAKT_STORE(&node->state, LISTING_RUNNING, relaxed);
    }
}

static inline void listing_release(struct listing_lock *lock, uint32_t index)
{
    struct listing_node *node = &lock->node[index];
    uint32_t next = TAKT_LOAD(&node->next, acquire);

    if (next == 0) {
        if (TAKT_CAS(&lock->tail, index, 0, acq_rel)) {
            TAKT_STORE(&lock->owner_task_id, UINT32_MAX, relaxed);
            return;
        }
        for (uint32_t turn = 0; (next = TAKT_LOAD(&node->next, acquire)) == 0; turn++)
            llq_port_relax(turn);
    }
    TAKT_STORE(&lock->owner_task_id, lock->node[next].task_id, relaxed);
    TAKT_STORE(&lock->node[next].state, LISTING_RUNNING, relaxed);
    TAKT_STORE(&lock->node[next].lock_acquire, 0, release); /* atomic_flag_clear */
}

#endif
