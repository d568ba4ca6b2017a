/*
 * A ticket lock, for comparison: first come, first served, m - 1 grants pass a request. All wait on one word,
 * which each release changes for all; a request cannot be abandoned.
 */
#ifndef LLQ_BASELINE_TICKET_H
#define LLQ_BASELINE_TICKET_H

#include "../port.h"

struct llq_ticket {
    struct takt_word next LLQ_ALIGNED;
    struct takt_word serving; /* stored by the owner alone */
};

static inline void llq_ticket_init(struct llq_ticket *lock)
{
    TAKT_STORE(&lock->next, 0, relaxed); /* relaxed, both: the caller publishes the lock */
    TAKT_STORE(&lock->serving, 0, relaxed);
}

/** @return the ticket, which release wants back */
static inline uint32_t llq_ticket_acquire(struct llq_ticket *lock)
{
    uint32_t ticket =
        TAKT_ADD(&lock->next, 1, relaxed); /* relaxed: it gives the order, serving the section */

    for (uint32_t turn = 0; TAKT_LOAD(&lock->serving, acquire) != ticket;
         turn++) /* pairs with the release below */
        llq_port_relax(turn);
    return ticket;
}

static inline void llq_ticket_release(struct llq_ticket *lock, uint32_t ticket)
{
    TAKT_STORE(&lock->serving, ticket + 1, release); /* pairs with the load above */
    llq_port_wake();
}

#endif
