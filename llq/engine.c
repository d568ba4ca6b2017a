/*
 * The contract for every lock that is not simply linked, and for requests in parts: the same checks and records as in
 * contract.h, around the engine that the lock names.
 */
#include "announce.h"
#include "bakery.h"
#include "contract.h"

/* A rank of 0 is not checked, in either lock. */
int llq_admit_another(const struct llq *lock, const struct llq_context *context, uint32_t rank)
{
    rank &= LLQ_CONFIG_RANK;
    if (context->waits)
        return -EBUSY;
    for (uint32_t i = 0; i < context->depth; i++) {
        const struct llq_held *held = &context->held[i];

        if (held->lock == lock || (rank != 0 && (held->rank & LLQ_CONFIG_RANK) >= rank))
            return -EDEADLK;
    }
    return context->depth < LLQ_NEST ? 0 : -ENOSPC;
}

/* The last taken first. */
struct llq_held *llq_find_among(const struct llq *lock, struct llq_context *context)
{
    for (uint32_t i = context->depth; i-- > 0;) {
        if (context->held[i].lock == lock)
            return &context->held[i];
    }
    return NULL;
}

/* A request that waits keeps its record behind those of the locks that are held. */
void llq_forget_among(struct llq_context *context, struct llq_held *held)
{
    uint32_t last = --context->depth + context->waits;

    for (; held < &context->held[last]; held++)
        held[0] = held[1];
}

/** Engine of a lock, and whether its waiters sleep. */
struct kind {
    enum llq_engine engine;
    bool block;
    uint32_t rank;
};

/** @return 0; -EBADMSG: no lock for this context's domain */
static int read_kind(const struct llq *lock, const struct llq_context *context, struct kind *kind)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    uint32_t engine = config >> LLQ_CONFIG_ENGINE & LLQ_ENGINE_MASK;

    if (engine > LLQ_BAKERY || llq_kind(config & ~LLQ_CONFIG_BLOCK) != llq_config(context->contexts, engine))
        return -EBADMSG;
    *kind = (struct kind){engine, (config & LLQ_CONFIG_BLOCK) != 0, config & LLQ_CONFIG_RANK};
    return 0;
}

/** Check and write down a request. @return 0, or the error */
static int begin(struct llq *lock, struct llq_context *context, struct kind *kind, struct llq_token *token)
{
    int result = read_kind(lock, context, kind);

    if (result == 0)
        result = llq_admit(lock, context, kind->rank);
    if (result != 0)
        return result;
    llq_prepare(lock, context, kind->rank | LLQ_NOT_PLAIN, token);
    llq_port_mask();
    return 0;
}

/** The engine has answered. -EINPROGRESS stays as it is. */
static int answer(struct llq *lock, struct llq_context *context, struct llq_token *token, int result)
{
    context->waits = result == -EINPROGRESS;
    if (result == -EINPROGRESS)
        return result;
    if (result != 0 && result != -EOWNERDEAD)
        return llq_refused(lock, context, result);
    llq_granted(lock, context, token);
    return result;
}

/* Linked and waiting in a loop: a lock that was made between the two looks. */
int llq_engine_acquire(struct llq *lock, struct llq_context *context, int64_t deadline,
                       struct llq_token *token)
{
    struct kind kind;
    int result = begin(lock, context, &kind, token);

    if (result != 0)
        return result;
    if (kind.engine == LLQ_ANNOUNCE)
        result = llq_announce_acquire(lock, context, deadline);
    else if (kind.engine == LLQ_BAKERY)
        result = llq_bakery_acquire(lock, context, deadline);
    else if (kind.block)
        result = llq_linked_acquire_asleep(lock, context, deadline);
    else
        result = llq_linked_acquire(lock, context, deadline);
    return answer(lock, context, token, result);
}

int llq_engine_try(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    struct kind kind;
    int result = begin(lock, context, &kind, token);

    if (result != 0)
        return result;
    if (kind.engine == LLQ_ANNOUNCE)
        result = llq_announce_try(lock, context);
    else if (kind.engine == LLQ_BAKERY)
        result = llq_bakery_try(lock, context);
    else
        result = llq_linked_try(lock, context);
    return answer(lock, context, token, result);
}

/* The lock's record of itself was checked when it was acquired, and is checked again: it is shared. */
int llq_engine_release(struct llq *lock, struct llq_context *context, uint32_t version)
{
    struct kind kind;
    int result = read_kind(lock, context, &kind);

    if (result != 0)
        return result;
    if (kind.engine == LLQ_ANNOUNCE)
        return llq_announce_release(lock, context, version);
    if (kind.engine == LLQ_BAKERY)
        return llq_bakery_release(lock, context);
    return llq_linked_release(lock, context, version);
}

/** The end of the first part. */
static int request(struct llq *lock, struct llq_context *context, enum llq_engine engine)
{
    int result;

    if (engine == LLQ_ANNOUNCE)
        return llq_announce_request(lock, context);
    if (engine == LLQ_LINKED)
        return llq_linked_request(lock, context);
    result = llq_bakery_request(lock, context);
    return result == -EINPROGRESS ? llq_bakery_poll(lock, context) : result;
}

int llq_request(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    struct kind kind;
    int result = begin(lock, context, &kind, token);

    return result != 0 ? result : answer(lock, context, token, request(lock, context, kind.engine));
}

/** A request for the lock that has not ended. @return 0; -EINVAL: there is none; -EBADMSG */
static int find_request(const struct llq *lock, const struct llq_context *context, struct kind *kind)
{
    if (!context->waits || context->held[context->depth].lock != lock)
        return -EINVAL;
    return read_kind(lock, context, kind);
}

static int poll_engine(struct llq *lock, struct llq_context *context, const struct kind *kind, bool sleeps)
{
    if (kind->engine == LLQ_BAKERY)
        return llq_bakery_poll(lock, context);
    if (kind->engine == LLQ_ANNOUNCE)
        return sleeps ? llq_announce_sleep(lock, context, UINT32_MAX)
                      : llq_announce_poll(lock, context, UINT32_MAX);
    return sleeps ? llq_linked_sleep(lock, context) : llq_linked_poll(lock, context);
}

int llq_poll(struct llq *lock, struct llq_context *context, bool sleeps, struct llq_token *token)
{
    struct kind kind;
    int result = find_request(lock, context, &kind);

    if (result != 0)
        return result;
    return answer(lock, context, token, poll_engine(lock, context, &kind, sleeps && kind.block));
}

int llq_cancel(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    struct kind kind;
    int result = find_request(lock, context, &kind);

    if (result != 0)
        return result;
    if (kind.engine == LLQ_ANNOUNCE)
        result = llq_announce_cancel(lock, context);
    else if (kind.engine == LLQ_BAKERY)
        result = llq_bakery_cancel(lock, context);
    else
        result = llq_linked_cancel(lock, context);
    return answer(lock, context, token, result);
}

int llq_forsake(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    struct llq_held *held = llq_proven(lock, context, token);
    struct kind kind;
    int result;

    if (held == NULL)
        return -EPERM;
    if (read_kind(lock, context, &kind) != 0 || kind.engine != LLQ_ANNOUNCE)
        return llq_release(lock, context, token);
    result = llq_announce_forsake(lock, context);
    llq_forget(context, held);
    llq_port_unmask();
    return result;
}

int llq_consistent(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    struct kind kind;

    if (llq_proven(lock, context, token) == NULL)
        return -EPERM;
    if (read_kind(lock, context, &kind) != 0)
        return -EBADMSG;
    return kind.engine == LLQ_ANNOUNCE ? llq_announce_consistent(lock, context) : -EINVAL;
}
