/*
 * The library's functions: making a lock and a context, and the contract (contract.h) as calls.
 */
#include "contract.h"

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

int llq_acquire(struct llq *lock, struct llq_context *context, int64_t deadline, struct llq_token *token)
{
    return llq_contract_acquire(lock, context, deadline, token);
}

int llq_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    return llq_contract_try(lock, context, token);
}

int llq_release(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    return llq_contract_release(lock, context, token);
}

uint32_t llq_passed(const struct llq_context *context)
{
    uint32_t others = context->version - context->registered - 1;

    /* Who registers during a release may read a count that has its own grant in it: then nobody passed. */
    return others > INT32_MAX ? 0 : others;
}
