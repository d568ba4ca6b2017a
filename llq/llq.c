/*
 * The contract over the engine: who may ask, who may release, and what is written down about it.
 *
 * All of it is a context's private memory, so it races with nobody: it guards a context against its own
 * mistakes (taking a lock twice, taking locks in an order that can deadlock, releasing what it does not hold
 * or no longer holds), whatever the shared words say. Each call checks first and then goes to the engine,
 * which can fail only by the deadline or by nonsense in the lock.
 */
#include "linked.h"

int llq_init(struct llq *lock, unsigned contexts, unsigned rank)
{
    struct takt_word *word = (struct takt_word *)lock;

    if (lock == NULL || (uintptr_t)lock % LLQ_LINE != 0)
        return -EINVAL;
    if (contexts < 1 || contexts > LLQ_CONTEXTS_MAX || rank > LLQ_RANK_MAX)
        return -EINVAL;
    for (size_t i = 0; i < LLQ_WORDS(contexts); i++)
        TAKT_STORE(&word[i], 0, relaxed); /* relaxed: published by config */
    /* release: pairs with the acquire of llq_admit(): who sees config sees the rest */
    TAKT_STORE(&lock->config, llq_config(contexts) | rank, release);
    return 0;
}

int llq_context_init(struct llq_context *context, unsigned id, unsigned contexts, uint32_t epoch)
{
    if (context == NULL || contexts < 1 || contexts > LLQ_CONTEXTS_MAX || id >= contexts)
        return -EINVAL;
    *context = (struct llq_context){
        .index = id + 1,
        .contexts = contexts,
        .config = llq_config(contexts),
        .epoch = epoch,
        .shift = llq_node_shift(contexts),
        .own = (id + 1) << llq_node_shift(contexts),
    };
    return 0;
}

/** May the context ask for the lock? @return its rank, or the error */
static int llq_admit(const struct llq *lock, const struct llq_context *context)
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
static void llq_prepare(struct llq *lock, struct llq_context *context, int rank, struct llq_token *token)
{
    context->held[context->depth] = (struct llq_held){lock, (uint32_t)rank, 0};
    token->index = context->index;
    token->epoch = context->epoch;
    llq_port_trace(LLQ_REQUESTED, lock, context->index - 1, (uint32_t)rank);
}

/** The engine granted. */
static int llq_granted(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    context->held[context->depth++].version = context->version;
    token->version = context->version;
    llq_port_trace(LLQ_GRANTED, lock, context->index - 1, llq_passed(context));
    return 0;
}

/** The engine did not grant. */
static int llq_refused(const struct llq *lock, const struct llq_context *context, int result)
{
    llq_port_unmask();
    llq_port_trace(LLQ_ABANDONED, lock, context->index - 1, 0);
    return result;
}

int llq_acquire(struct llq *lock, struct llq_context *context, int64_t deadline, struct llq_token *token)
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

int llq_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
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
static struct llq_held *llq_find(const struct llq *lock, struct llq_context *context)
{
    for (uint32_t i = context->depth; i-- > 0;) {
        if (context->held[i].lock == lock)
            return &context->held[i];
    }
    return NULL;
}

/** The lock is no longer among those held. */
static void llq_forget(struct llq_context *context, struct llq_held *held)
{
    for (context->depth--; held < &context->held[context->depth]; held++)
        held[0] = held[1];
}

/* Hand over first, write it down after: others wait for the one, nobody for the other. */
int llq_release(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    struct llq_held *held = llq_find(lock, context);
    int result;

    if (held == NULL || token->version != held->version)
        return -EPERM;
    if (token->index != context->index || token->epoch != context->epoch)
        return -EPERM;
    result = llq_linked_release(lock, context);
    llq_forget(context, held);
    llq_port_unmask();
    llq_port_trace(LLQ_RELEASED, lock, context->index - 1, token->version);
    return result;
}

uint32_t llq_passed(const struct llq_context *context)
{
    uint32_t others = context->version - context->registered - 1;

    /* Who registers during a release may read a count that has its own grant in it: then nobody passed. */
    return others > INT32_MAX ? 0 : others;
}
