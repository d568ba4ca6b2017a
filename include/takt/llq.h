/*
 * takt_llq: the kernel's object over the lock between cores (llq/llq.h).
 *
 * The lock itself lives in the shared segment; a struct takt_llq is one core's handle to it, with the core's
 * gate: the task nodes of this core's threads, of which only the head has a request between the cores. How a lock is
 * made (struct llq_attr) says how its users wait:
 *
 * Spin, the default, for short sections: preemption is off from registration to release, so a holder and a waiter on
 * one core can never meet. With a ceiling interrupts of the kernel's level are off too, and handlers may use the lock.
 *
 * Block, for long sections: threads wait asleep in the gate, most urgent first; whoever has the gate inherits from
 * them. From the grant to the release it runs at the lock's ceiling of its core (takt_llq_set_ceiling()).
 *
 * The bound of a request, between the cores, is (m - 1 + K)(L + h): m cores, K overtakings, the longest section L, one
 * hand-over h. In block mode the local gate's part is added: the sections of more urgent threads of the core, and one
 * of a less urgent one.
 */
#ifndef TAKT_LLQ_H
#define TAKT_LLQ_H

#include <llq/llq.h>
#include <takt/mutex.h>
#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_LLQ

/** One core's handle of a lock. Every member is private to the kernel. */
struct takt_llq {
    struct llq *lock; /* in the shared segment */
    struct takt_word *tail;
    struct llq_node *node;          /* there, of the core whose handle this is */
    struct takt_llq_holder *holder; /* its locks that go the direct way */
    struct llq_context *context;
    const char *name;
    uint8_t way, rank;
    bool robust;
#if CONFIG_TAKT_LLQ_BLOCK
    struct takt_llq *next;       /* among those that the core waits for */
    struct takt_thread *spinner; /* has asked, and looks */
    struct takt_mutex gate;
    struct llq_token token; /* of the core's request */
    int result;             /* of the spinner's */
    struct llq_context own;
#endif
};

/** Proof of ownership that takt_llq_release() wants back. */
struct takt_llq_token {
    struct llq_token token;
};

/**
 * Make a lock in the shared segment under a name, and attach to it. One core does this, the others attach.
 *
 * Call class: thread, before start.
 * @param attr NULL: linked, FIFO, not ranked, spin; its ceiling is 0 or 1: whether handlers use the lock (spin only)
 * @return 0; -EEXIST: the name is taken; -ENOSPC: the segment or its directory is full; -EINVAL: no or too
 *         long a name, or as llq_init(); -EHOSTDOWN: as takt_remote_export_sem(); -ENOTSUP: as llq_init(), or
 *         atomic operations on the segment's memory do not work between this core and one that is attached (the
 *         console says what was found)
 */
int takt_llq_create(struct takt_llq *llq, const char *name, const struct llq_attr *attr);

/**
 * Attach to a lock that another core makes, waiting for it.
 *
 * A core gets a lock only when it has passed the test of the segment's memory with every core that is attached; a
 * test that is missing is made here.
 *
 * Call class: thread; before start with a deadline that is kept by polling.
 * @return 0; -ETIMEDOUT or -EAGAIN: not there by the deadline, or another core has not answered the test; -EBADMSG:
 *         the segment's entry makes no sense; -ENOTSUP: as takt_llq_create()
 */
int takt_llq_attach(struct takt_llq *llq, const char *name, takt_deadline_t deadline);

/**
 * The lock's ceiling on this core, block mode: the effective priority of a thread from its grant to its release, at
 * least. Before the first call it is 0, the most urgent. No thread that is more urgent should use the lock.
 *
 * Call class: thread, before start. Bound: constant.
 * @return 0; -EINVAL: no such priority, or not a lock to block on
 */
int takt_llq_set_ceiling(struct takt_llq *llq, takt_prio_t ceiling) TAKT_NEEDS(CONFIG_TAKT_LLQ_BLOCK);

/** The two halves of takt_llq_acquire(), which alone is to be called. */
int takt_llq_acquire_forever(struct takt_llq *llq, struct takt_llq_token *token);
int takt_llq_acquire_until(struct takt_llq *llq, takt_deadline_t deadline, struct takt_llq_token *token);

/**
 * Acquire. Spin mode: preemption is off from here to takt_llq_release().
 *
 * Call class: thread; any for locks with a ceiling, without a deadline in handlers. Bound: as the opening comment says.
 * @param token where the proof of ownership goes
 * @return 0; -EOWNERDEAD: acquired, but an owner died inside: repair, then takt_llq_consistent(); -EAGAIN: held and
 *         TAKT_NO_WAIT; -ETIMEDOUT; -EDEADLK: this core (block mode: this thread) holds it, or its rank is not above
 *         those held; the trace names both locks; -ENOSPC: LLQ_NEST locks are held; -EPERM: in a handler, or would
 *         block with preemption off; -ENOTRECOVERABLE: released without repair; -EBADMSG: the lock's words make no
 *         sense
 */
static inline int takt_llq_acquire(struct takt_llq *llq, takt_deadline_t deadline,
                                   struct takt_llq_token *token)
{
    return deadline == TAKT_FOREVER ? takt_llq_acquire_forever(llq, token)
                                    : takt_llq_acquire_until(llq, deadline, token);
}

/** Acquire if free. As takt_llq_acquire() with TAKT_NO_WAIT. */
int takt_llq_try(struct takt_llq *llq, struct takt_llq_token *token);

/**
 * Release.
 *
 * Call class: as takt_llq_acquire(). Bound: constant in the cores (abandoned requests are passed over).
 * @return 0; -EPERM: the token is not that of the holder
 */
int takt_llq_release(struct takt_llq *llq, const struct takt_llq_token *token);

/**
 * Declare what the lock guards repaired after -EOWNERDEAD. A release without it makes the lock dead for all.
 *
 * Call class: as takt_llq_acquire(). Bound: constant. @return 0; -EPERM: as takt_llq_release(); -EINVAL: nothing to
 * repair
 */
int takt_llq_consistent(struct takt_llq *llq, const struct takt_llq_token *token);

/**
 * Grants that others got between the registration of the calling core's last request and its own grant.
 *
 * Call class: thread, after takt_llq_acquire() gave 0. Bound: constant.
 * @return 0 to m - 1 + K for m cores; a lower bound: the count is read just after the registration
 */
uint32_t takt_llq_passed(const struct takt_llq *llq);

#if CONFIG_TAKT_LLQ_STATS

/**
 * What happened to a core's requests for the lock. In block mode a request is the core's, not a thread's: its wait begins
 * when the core registers. A look: numbers in it may be of different moments.
 *
 * Call class: any. Bound: constant.
 * @return 0; -EINVAL: no such core; -EBADMSG: the lock's words make no sense
 */
static inline int takt_llq_stats(const struct takt_llq *llq, unsigned core, struct llq_stats *stats)
{
    return llq_stats(llq->lock, llq->context, core, stats);
}

/** How often one core handed the lock over to another; wraps. Call class: any. Bound: constant. @return as
 * takt_llq_stats() */
static inline int takt_llq_handovers(const struct takt_llq *llq, unsigned from, unsigned to, uint32_t *count)
{
    return llq_handovers(llq->lock, llq->context, from, to, count);
}

#endif

#else

struct takt_llq;
int takt_llq_create(struct takt_llq *first, ...) TAKT_NEEDS(CONFIG_TAKT_LLQ);
int takt_llq_attach(struct takt_llq *first, ...) TAKT_NEEDS(CONFIG_TAKT_LLQ);

#endif

#ifdef __cplusplus
}
#endif

#endif
