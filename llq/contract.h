/*
 * The contract over the engine: who may ask, who may release, and what is written down about it. Here so that a
 * layer above (the kernel's gate) has it in its own code: between a grant and the release all others wait, and a
 * call there costs them as much as the lock itself.
 *
 * All of it is a context's private memory, so it races with nobody: it guards a context against its own
 * mistakes (taking a lock twice, taking locks in an order that can deadlock, releasing what it does not hold
 * or no longer holds), whatever the shared words say. Each call checks first and then goes to the engine,
 * which can fail only by the deadline or by nonsense in the lock.
 */
#ifndef LLQ_CONTRACT_H
#define LLQ_CONTRACT_H

#include "linked.h"

/** May the context ask for the lock? @return its rank, or the error */
static inline int llq_admit(const struct llq *lock, const struct llq_context *context)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    uint32_t rank = config & LLQ_CONFIG_RANK;

    if (config - rank != context->config)
        return -EBADMSG;
    for (uint32_t i = 0; i < context->depth; i++) {
        if (context->held[i].lock == lock || (rank != 0 && context->held[i].rank >= rank))
            return -EDEADLK;
    }
    return context->depth < LLQ_NEST ? (int)rank : -ENOSPC;
}

/**
 * Written down before the request: between the grant and the release, where others wait, little is left to do.
 * The record does not count before it is granted.
 */
static inline void llq_prepare(struct llq *lock, struct llq_context *context, int rank,
                               struct llq_token *token)
{
    context->held[context->depth].lock = lock;
    context->held[context->depth].rank = (uint32_t)rank;
    token->index = context->index;
    token->epoch = context->epoch;
    llq_port_trace(LLQ_REQUESTED, lock, context->index - 1, (uint32_t)rank);
}

/** The engine granted. */
static inline int llq_granted(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    context->held[context->depth++].version = context->version;
    token->version = context->version;
    llq_port_trace(LLQ_GRANTED, lock, context->index - 1, llq_passed(context));
    return 0;
}

/** The engine did not grant. */
static inline int llq_refused(const struct llq *lock, const struct llq_context *context, int result)
{
    llq_port_unmask();
    llq_port_trace(LLQ_ABANDONED, lock, context->index - 1, 0);
    return result;
}

static inline int llq_contract_acquire(struct llq *lock, struct llq_context *context, int64_t deadline,
                                       struct llq_token *token)
{
    int rank = llq_admit(lock, context);
    int result;

    if (rank < 0)
        return rank;
    llq_prepare(lock, context, rank, token);
    llq_port_mask();
    result = llq_linked_acquire(lock, context, deadline);
    if (result != 0)
        return llq_refused(lock, context, result);
    return llq_granted(lock, context, token);
}

static inline int llq_contract_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    int rank = llq_admit(lock, context);
    int result;

    if (rank < 0)
        return rank;
    llq_prepare(lock, context, rank, token);
    llq_port_mask();
    result = llq_linked_try(lock, context);
    if (result != 0)
        return llq_refused(lock, context, result);
    return llq_granted(lock, context, token);
}

/** The record of a lock that is held, the last taken first. @return NULL if it isn't */
static inline struct llq_held *llq_find(const struct llq *lock, struct llq_context *context)
{
    for (uint32_t i = context->depth; i-- > 0;) {
        if (context->held[i].lock == lock)
            return &context->held[i];
    }
    return NULL;
}

/** The lock is no longer among those held. */
static inline void llq_forget(struct llq_context *context, struct llq_held *held)
{
    for (context->depth--; held < &context->held[context->depth]; held++)
        held[0] = held[1];
}

/* Hand over first, write it down after: others wait for the one, nobody for the other. */
static inline int llq_contract_release(struct llq *lock, struct llq_context *context,
                                       const struct llq_token *token)
{
    struct llq_held *held = llq_find(lock, context);
    int result;

    if (held == NULL || token->version != held->version)
        return -EPERM;
    if (token->index != context->index || token->epoch != context->epoch)
        return -EPERM;
    result = llq_linked_release(lock, context, token->version);
    llq_forget(context, held);
    llq_port_unmask();
    llq_port_trace(LLQ_RELEASED, lock, context->index - 1, token->version);
    return result;
}

#endif
