/*
 * Concurrency Kit's ticket, MCS and FAS locks, inline from its headers, as it recommends them: each turn of a wait
 * is a pause. Its ticket lock on x86 is one word with two halves; its FAS lock looks before it exchanges. The
 * variants with back-off are not used: with two processors nobody else's traffic is to be spared, and back-off
 * delays the hand-over. Each lock and each MCS node has lines of its own.
 */
#include "loop.h"
#include "locks.h"

#include <ck_spinlock.h>
#include <string.h>

static ck_spinlock_ticket_t ticket BENCH_ALIGNED;
static struct {
    ck_spinlock_mcs_t tail;
} mcs BENCH_ALIGNED;
static ck_spinlock_fas_t fas BENCH_ALIGNED;

/* FIFO, but none of them counts: what is seen from outside includes grants before the registration. */
static void ticket_make(unsigned threads)
{
    (void)threads;
    ck_spinlock_ticket_init(&ticket);
}

static inline void ticket_acquire(struct bench_worker *worker)
{
    (void)worker;
    ck_spinlock_ticket_lock(&ticket);
}

static inline void ticket_release(struct bench_worker *worker)
{
    (void)worker;
    ck_spinlock_ticket_unlock(&ticket);
}

BENCH_LOOP(ticket)

static void mcs_make(unsigned threads)
{
    (void)threads;
    ck_spinlock_mcs_init(&mcs.tail);
}

static inline ck_spinlock_mcs_context_t *node(struct bench_worker *worker)
{
    return (ck_spinlock_mcs_context_t *)(void *)&worker->node;
}

static inline void mcs_acquire(struct bench_worker *worker)
{
    ck_spinlock_mcs_lock(&mcs.tail, node(worker));
}

static inline void mcs_release(struct bench_worker *worker)
{
    ck_spinlock_mcs_unlock(&mcs.tail, node(worker));
}

BENCH_LOOP(mcs)

static void fas_make(unsigned threads)
{
    (void)threads;
    ck_spinlock_fas_init(&fas);
}

static inline void fas_acquire(struct bench_worker *worker)
{
    (void)worker;
    ck_spinlock_fas_lock(&fas);
}

static inline void fas_release(struct bench_worker *worker)
{
    (void)worker;
    ck_spinlock_fas_unlock(&fas);
}

BENCH_LOOP(fas)

const struct bench_lock bench_ck_ticket = {
    .name = "ck ticket", .make = ticket_make, .run = ticket_run, .bytes = sizeof(ticket)};
const struct bench_lock bench_ck_mcs = {.name = "ck MCS",
                                        .make = mcs_make,
                                        .run = mcs_run,
                                        .bytes = sizeof(mcs),
                                        .waiter_bytes = sizeof(ck_spinlock_mcs_context_t)};
const struct bench_lock bench_ck_fas = {
    .name = "ck FAS", .make = fas_make, .run = fas_run, .bytes = sizeof(fas)};
