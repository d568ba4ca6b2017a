/*
 * The direct way of a lock that spins: what a thread calls that holds nothing else and waits as long as it takes. Most
 * requests are of that kind, so it is kept short: what a handle can know is prepared in it, and what the core holds is
 * one word and no record.
 *
 * Guards the whole of the contract: handlers are refused, preemption is off from before the registration, ranks have
 * nothing to be compared with, the token names the grant, and the holder is written down (holder->direct). All else is the
 * recorded way's (llq_gate.c): a lock of another kind, a deadline, a core that holds anything already, or that has
 * abandoned a request in this life, of which a node may still be in a queue.
 *
 * Races considered. What the core holds is looked at with preemption off, so no thread of it comes between the look and the
 * registration. A handler may: it takes and releases locks with a ceiling, and leaves the words as it found them. The
 * doorbell's may grant a gate to another thread, which does not concern the one that asks here. A thread that asks for a
 * second lock has the first one written down as a record before (takt_llq_write_down()), and releases it by that.
 *
 * What lies between the grant and the next release is waited for by all cores, so the release hands over first and
 * writes down after.
 *
 * Bound: as llq_gate.c.
 */
#include "llq_gate.h"

#include "../llq/contract.h"

/* The lock, by the word that moves: it is at hand, and all others are near it. */
static inline struct llq *lock_of(const struct takt_llq *llq)
{
    return TAKT_CONTAINER(llq->tail, struct llq, tail);
}

/* The lock is the core's. */
static inline void granted(struct takt_llq *llq, struct takt_llq_holder *holder)
{
    holder->direct = llq;
    takt_trace_llq_grant(TAKT_ID(llq->lock), llq_passed(&holder->context));
}

/* The lock's words made no sense. */
static TAKT_APART int refused(struct takt_llq *llq, int result)
{
    takt_trace_llq_abandon(TAKT_ID(llq->lock), TAKT_ID(llq->holder->core->current));
    takt_preempt_leave(llq->holder->core);
    return result;
}

/* Others were before: wait behind them. What can be written down before the grant is. */
static TAKT_APART int wait(uint32_t before, struct takt_llq_token *token, struct takt_llq *llq)
{
    struct takt_llq_holder *holder = llq->holder;
    const struct llq_node *node = llq->node;
    struct llq *lock = lock_of(llq);
    int result = llq_linked_link(lock, &holder->context, before);
    uint32_t version;

    token->token.identity = holder->context.identity;
    if (result != -EINPROGRESS)
        return refused(llq, result);
    result = llq_linked_wait(lock, node, &version);
    if (result != 0)
        return refused(llq, result);
    token->token.version = version;
    holder->context.version = version;
    granted(llq, holder);
    return 0;
}

/* In a handler, which the usual kind of lock refuses. */
static TAKT_APART int acquire_in_handler(struct takt_llq *llq, struct takt_llq_token *token)
{
    return takt_llq_acquire_recorded(llq, TAKT_FOREVER, token);
}

/* Not a lock, or not a core, for the direct way. */
static TAKT_APART int acquire_otherwise(struct takt_llq *llq, struct takt_llq_token *token)
{
    takt_preempt_leave(llq->holder->core);
    return takt_llq_acquire_recorded(llq, TAKT_FOREVER, token);
}

/* What is read together is side by side, and a call that leaves the direct way is the last: so no register is saved twice. */
int takt_llq_acquire_forever(struct takt_llq *llq, struct takt_llq_token *token)
{
    struct takt_llq_holder *holder = llq->holder;
    struct llq *lock = lock_of(llq);
    struct llq_node *node = llq->node;
    uint32_t before, identity;

    TAKT_ASSERT(takt_llq_is_own(llq) && token != NULL);
    takt_trace_call_llq_acquire(TAKT_ID(llq->lock), takt_trace_wait(TAKT_FOREVER));
    if (takt_port_in_handler())
        return acquire_in_handler(llq, token);
    takt_preempt_enter(holder->core);
    if (((uintptr_t)holder->direct | holder->gates) != 0)
        return acquire_otherwise(llq, token);
    takt_trace_llq_register(TAKT_ID(llq->lock), TAKT_ID(holder->core->current));
    identity = holder->context.identity;
    before = llq_linked_enter(lock, &holder->context, false);
    if (before != 0)
        return wait(before, token, llq);
    (void)llq_linked_first(lock, &holder->context, node);
    token->token = (struct llq_token){holder->context.version, identity};
    granted(llq, holder);
    return 0;
}

/* Does the token prove that the core holds the lock by the direct way? */
static inline bool is_proven(const struct takt_llq *llq, const struct takt_llq_token *token)
{
    const struct takt_llq_holder *holder = llq->holder;
    uint32_t version = holder->context.version, identity = holder->context.identity;
    struct llq_token given = token->token;

    return holder->direct == llq && given.version == version && given.identity == identity;
}

/* A switch has waited for the release. */
static TAKT_APART int switch_after(struct takt_core *core)
{
    takt_preempt_due(core);
    return 0;
}

/* The lock's words made no sense; the core is rid of it all the same. */
static TAKT_APART int give_up(struct takt_llq_holder *holder, int result)
{
    holder->direct = NULL;
    takt_preempt_leave(holder->core);
    return result;
}

int takt_llq_release(struct takt_llq *llq, const struct takt_llq_token *token)
{
    struct takt_llq_holder *holder = llq->holder;
    struct takt_core *core;
    int result;

    TAKT_ASSERT(llq->lock != NULL && token != NULL);
    takt_trace_call_llq_release(TAKT_ID(llq->lock), 0);
    if (!is_proven(llq, token))
        return takt_llq_release_recorded(llq, token);
    TAKT_ASSERT(!takt_port_in_handler()); /* which has no such token of its own: its requests are refused */
    result = llq_linked_release_node(lock_of(llq), &holder->context, llq->node, token->token.version);
    core = holder->core;
    takt_trace_llq_release(TAKT_ID(llq->lock), TAKT_ID(core->current));
    if (result != 0)
        return give_up(holder, result);
    holder->direct = NULL;
    return takt_preempt_ends(core) ? switch_after(core) : 0;
}
