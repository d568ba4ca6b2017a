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
#include "stats.h"

/* Locks that are not linked, or block: the same contract, not inline (engine.c). kind: with or without other bits of the record */
int llq_engine_acquire(struct llq *lock, struct llq_context *context, int64_t deadline,
                       struct llq_token *token, uint32_t config);
int llq_engine_try(struct llq *lock, struct llq_context *context, struct llq_token *token, uint32_t config);
int llq_engine_release(struct llq *lock, struct llq_context *context, uint32_t kind, uint32_t version);

/**
 * Engine and block of a lock, from what it says of itself, as LLQ_KIND(engine) and LLQ_CONFIG_BLOCK. 0: it is linked and
 * spins. Other bits are set: it is no lock for this context's domain.
 */
static inline uint32_t llq_kind(uint32_t config, const struct llq_context *context)
{
    return (config & ~LLQ_CONFIG_RANK) ^ context->config;
}

/** More contexts than LLQ_ANNOUNCE_MAX have no place in a lock that is not linked. If it says so, it was written over. */
static inline bool llq_has_place(const struct llq_context *context, uint32_t kind)
{
    return (kind & LLQ_ENGINE_MASK << LLQ_CONFIG_ENGINE) == LLQ_KIND(LLQ_LINKED) || context->owned != 0;
}

/* What is rare: a context that holds or waits for more than this lock. */
int llq_admit_another(const struct llq *lock, const struct llq_context *context, uint32_t rank);
struct llq_held *llq_find_among(const struct llq *lock, struct llq_context *context);
void llq_forget_among(struct llq_context *context, struct llq_held *held);

/** May the context ask for a lock of this rank? @return 0, or the error */
static inline int llq_admit(const struct llq *lock, const struct llq_context *context, uint32_t rank)
{
    return (context->depth | context->waits) == 0 ? 0 : llq_admit_another(lock, context, rank);
}

/**
 * Written down before the request: between the grant and the release, where others wait, little is left to do.
 * The record does not count before it is granted.
 *
 * @param rank with the lock's kind
 */
static inline void llq_prepare(struct llq *lock, struct llq_context *context, uint32_t rank,
                               struct llq_token *token)
{
    struct llq_held *held = &context->held[context->depth];

    held->lock = lock;
    held->rank = rank;
    token->identity = context->identity;
    llq_port_trace(LLQ_REQUESTED, lock, context->index - 1, rank & LLQ_CONFIG_RANK);
    llq_stats_ask(context);
}

/** The engine granted. */
static inline void llq_granted(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    struct llq_held *held = &context->held[context->depth++];

    held->version = context->version;
    token->version = context->version;
    llq_stats_got(lock, context, held);
    llq_port_trace(LLQ_GRANTED, lock, context->index - 1, llq_passed(context));
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
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    uint32_t rank = config & LLQ_CONFIG_RANK;
    int result;

    if (llq_kind(config, context) != 0)
        return llq_engine_acquire(lock, context, deadline, token, config);
    result = llq_admit(lock, context, rank);
    if (result != 0)
        return result;
    llq_prepare(lock, context, rank, token);
    llq_port_mask();
    result = llq_linked_acquire(lock, context, deadline);
    if (result != 0)
        return llq_refused(lock, context, result);
    llq_granted(lock, context, token);
    return 0;
}

static inline int llq_contract_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    uint32_t rank = config & LLQ_CONFIG_RANK;
    int result;

    if (llq_kind(config, context) != 0)
        return llq_engine_try(lock, context, token, config);
    result = llq_admit(lock, context, rank);
    if (result != 0)
        return result;
    llq_prepare(lock, context, rank, token);
    llq_port_mask();
    result = llq_linked_try(lock, context);
    if (result != 0)
        return llq_refused(lock, context, result);
    llq_granted(lock, context, token);
    return 0;
}

/** The record of a lock that is held. @return NULL if it isn't */
static inline struct llq_held *llq_find(const struct llq *lock, struct llq_context *context)
{
    if (context->depth != 1)
        return llq_find_among(lock, context);
    return context->held[0].lock == lock ? &context->held[0] : NULL;
}

/** Is it the token of the lock's grant that the context holds? @return its record; NULL */
static inline struct llq_held *llq_proven(const struct llq *lock, struct llq_context *context,
                                          const struct llq_token *token)
{
    struct llq_held *held = llq_find(lock, context);

    return held != NULL && token->version == held->version && token->identity == context->identity ? held
                                                                                                   : NULL;
}

/** The lock is no longer among those held. */
static inline void llq_forget(struct llq_context *context, struct llq_held *held)
{
    if (context->depth == 1 && context->waits == 0)
        context->depth = 0;
    else
        llq_forget_among(context, held);
}

/* Hand over first, write it down after: others wait for the one, nobody for the other. */
static inline int llq_contract_release(struct llq *lock, struct llq_context *context,
                                       const struct llq_token *token)
{
    struct llq_held *held = llq_proven(lock, context, token);
    int result;

    if (held == NULL)
        return -EPERM;
    llq_stats_released(lock, context, held);
    if (held->rank <= LLQ_CONFIG_RANK)
        result = llq_linked_release(lock, context, token->version);
    else
        result = llq_engine_release(lock, context, held->rank, token->version);
    llq_forget(context, held);
    llq_port_unmask();
    llq_port_trace(LLQ_RELEASED, lock, context->index - 1, token->version);
    return result;
}

#endif
