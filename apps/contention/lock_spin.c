/*
 * Test-and-set, ticket and MCS, as the lock library has them for comparison. Preemption is off from request
 * to release, as for the LLQ: without that a holder and a waiter of one core could meet, and nobody would
 * wait well.
 */
#include "locks.h"

#include <baseline/mcs.h>
#include <baseline/tas.h>
#include <baseline/ticket.h>

/* Zeroed memory is a free lock of each kind. The count of grants is on the lock's line where it has one. */
static struct {
    struct llq_tas lock;
    struct takt_word grants;
} tas CONTENTION_SHARED;

static struct {
    struct llq_ticket lock;
    struct takt_word grants;
} ticket CONTENTION_SHARED;

static union {
    struct llq_mcs lock;
    char room[LLQ_MCS_SIZE(CONTENTION_CORES)];
} mcs CONTENTION_SHARED;

static struct takt_word mcs_grants CONTENTION_SHARED;

static void tas_acquire(struct contention_worker *worker)
{
    (void)worker;
    takt_preempt_lock();
    llq_tas_acquire(&tas.lock);
}

static void tas_release(struct contention_worker *worker)
{
    (void)worker;
    llq_tas_release(&tas.lock);
    takt_preempt_unlock();
}

static void ticket_acquire(struct contention_worker *worker)
{
    takt_preempt_lock();
    worker->ticket = llq_ticket_acquire(&ticket.lock);
}

static void ticket_release(struct contention_worker *worker)
{
    llq_ticket_release(&ticket.lock, worker->ticket);
    takt_preempt_unlock();
}

static void mcs_acquire(struct contention_worker *worker)
{
    takt_preempt_lock();
    llq_mcs_acquire(&mcs.lock, worker->core);
}

static void mcs_release(struct contention_worker *worker)
{
    llq_mcs_release(&mcs.lock, worker->core);
    takt_preempt_unlock();
}

const struct contention_lock contention_tas = {.name = "test-and-set",
                                               .acquire = tas_acquire,
                                               .release = tas_release,
                                               .grants = &tas.grants,
                                               .on_one = true,
                                               .on_several = true};
const struct contention_lock contention_ticket = {.name = "ticket",
                                                  .acquire = ticket_acquire,
                                                  .release = ticket_release,
                                                  .grants = &ticket.grants,
                                                  .on_one = true,
                                                  .on_several = true};
const struct contention_lock contention_mcs = {.name = "MCS",
                                               .acquire = mcs_acquire,
                                               .release = mcs_release,
                                               .grants = &mcs_grants,
                                               .on_one = true,
                                               .on_several = true};
