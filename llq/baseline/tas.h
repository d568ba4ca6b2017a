/*
 * Test-and-set, for comparison: no order, no bound. Whoever's exchange comes first after a release has the
 * lock, so a waiter can be passed for ever; and each turn of each waiter takes the line from the owner.
 */
#ifndef LLQ_BASELINE_TAS_H
#define LLQ_BASELINE_TAS_H

#include "../port.h"

struct llq_tas {
    struct takt_word taken LLQ_ALIGNED;
};

static inline void llq_tas_init(struct llq_tas *lock)
{
    TAKT_STORE(&lock->taken, 0, relaxed); /* relaxed: the caller publishes the lock */
}

static inline void llq_tas_acquire(struct llq_tas *lock)
{
    for (uint32_t turn = 0; TAKT_EXCHANGE(&lock->taken, 1, acquire) != 0;
         turn++) /* pairs with the release below */
        llq_port_relax(turn);
}

static inline void llq_tas_release(struct llq_tas *lock)
{
    TAKT_STORE(&lock->taken, 0, release); /* pairs with the exchange above */
    llq_port_wake();
}

#endif
