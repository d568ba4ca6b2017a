/*
 * The direct way of a request: what a context calls that holds nothing, has abandoned nothing, and waits as long as it
 * takes. Most requests are of that kind. All else is the contract's (contract.h) and the engines' (engine.c), which these
 * calls end in: a lock of another kind, a deadline, a second lock, a context that has left a queue before.
 *
 * It guards the same things as the contract, with what it knows: a context without a lock has no rank to compare and no
 * record to look for, so that its record is the first one. It leaves the records as the contract does, and each way releases
 * what the other acquired.
 *
 * What is written down is private to the context and races with nobody. What the engine does is in linked.h and
 * announce.h; nothing here stores in the lock by itself.
 *
 * A call that leaves the direct way is the last thing done, so that the way itself saves no register. That matters
 * twice: between a grant and the next hand-over all others wait, and on two processors the next request of whoever
 * released should be in the queue before the other one fetches the line that both are in.
 *
 * Bound: as the engine's.
 */
#include "announce.h"
#include "contract.h"

/* The direct way does not go on behind them. */
#define APART __attribute__((noinline))

static inline int granted(struct llq *lock, struct llq_context *context, struct llq_token *token,
                          uint32_t version)
{
    struct llq_held *held = &context->held[0];

    token->version = version;
    held->version = version;
    context->depth = 1;
    llq_stats_got(lock, context, held);
    llq_port_trace(LLQ_GRANTED, lock, context->index - 1, llq_passed(context));
    return 0;
}

/* Behind others. */
static APART int wait_linked(struct llq *lock, struct llq_context *context, struct llq_token *token,
                             uint32_t before)
{
    int result = llq_linked_link(lock, context, before);
    uint32_t version;

    if (result != -EINPROGRESS)
        return llq_refused(lock, context, result);
    result = llq_linked_wait(lock, llq_own(lock, context), &version);
    if (result != 0)
        return llq_refused(lock, context, result);
    context->version = version;
    return granted(lock, context, token, version);
}

static inline int acquire_linked(struct llq *lock, struct llq_context *context, struct llq_token *token,
                                 uint32_t config)
{
    uint32_t before;

    llq_prepare(lock, context, config & LLQ_CONFIG_RANK, token);
    llq_port_mask();
    before = llq_linked_enter(lock, context, false);
    if (before != 0)
        return wait_linked(lock, context, token, before);
    (void)llq_linked_first(lock, context, llq_own(lock, context));
    return granted(lock, context, token, context->version);
}

static APART int wait_announced(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    int result = llq_announce_wait(lock, context, LLQ_FOREVER);

    if (result != 0 && result != -EOWNERDEAD)
        return llq_refused(lock, context, result);
    (void)granted(lock, context, token, context->version);
    return result;
}

static inline int acquire_announced(struct llq *lock, struct llq_context *context, struct llq_token *token,
                                    uint32_t config)
{
    llq_prepare(lock, context, (config & LLQ_CONFIG_RANK) | llq_kind(config, context), token);
    llq_port_mask();
    if (!llq_announce_take(lock, context))
        return wait_announced(lock, context, token);
    return granted(lock, context, token, context->version);
}

static APART int acquire_otherwise(struct llq *lock, struct llq_context *context, int64_t deadline,
                                   struct llq_token *token)
{
    return llq_contract_acquire(lock, context, deadline, token);
}

int llq_acquire(struct llq *lock, struct llq_context *context, int64_t deadline, struct llq_token *token)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */

    if ((context->depth | context->waits | context->left) == 0 && deadline == LLQ_FOREVER) {
        if (llq_kind(config, context) == LLQ_KIND(LLQ_LINKED))
            return acquire_linked(lock, context, token, config);
        if ((llq_kind(config, context) & ~LLQ_CONFIG_BLOCK) == LLQ_KIND(LLQ_ANNOUNCE) &&
            llq_has_place(context, LLQ_KIND(LLQ_ANNOUNCE)))
            return acquire_announced(lock, context, token, config);
    }
    return acquire_otherwise(lock, context, deadline, token);
}

int llq_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    return llq_contract_try(lock, context, token);
}

static APART int release_otherwise(struct llq *lock, struct llq_context *context,
                                   const struct llq_token *token)
{
    return llq_contract_release(lock, context, token);
}

/** Is it the only lock that the context holds or waits for, and the token that of its grant? */
static inline bool is_proven(const struct llq *lock, const struct llq_context *context,
                             const struct llq_token *token)
{
    const struct llq_held *held = &context->held[0];

    return context->depth == 1 && context->waits == 0 && held->lock == lock &&
           token->version == held->version && token->identity == context->identity;
}

static inline bool is_linked(uint32_t kind)
{
    return kind <= LLQ_CONFIG_RANK;
}

static inline bool is_announced(uint32_t kind)
{
    return (kind & ~(LLQ_CONFIG_RANK | LLQ_CONFIG_BLOCK)) == LLQ_KIND(LLQ_ANNOUNCE);
}

/* Others wait: written down after the hand-over, as the contract does. */
static inline int released(struct llq *lock, struct llq_context *context, uint32_t version, int result)
{
    context->depth = 0;
    llq_port_unmask();
    llq_port_trace(LLQ_RELEASED, lock, context->index - 1, version);
    return result;
}

static APART int pass_linked(struct llq *lock, struct llq_context *context, uint32_t version)
{
    return released(lock, context, version, llq_linked_hand_over(lock, context));
}

static APART int pass_announced(struct llq *lock, struct llq_context *context, uint32_t version)
{
    return released(lock, context, version, llq_announce_pass(lock, context, version));
}

int llq_release(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    uint32_t kind = context->held[0].rank, version = token->version;

    if (!is_proven(lock, context, token) || (!is_linked(kind) && !is_announced(kind)))
        return release_otherwise(lock, context, token);
    llq_stats_released(lock, context, &context->held[0]);
    if (is_linked(kind)) {
        if (!llq_linked_yield(lock, context, llq_own(lock, context), version))
            return pass_linked(lock, context, version);
    } else if (!llq_announce_yield(lock, context)) {
        return pass_announced(lock, context, version);
    }
    return released(lock, context, version, 0);
}
