/*
 * The contract for every lock that is not simply linked, and for requests in parts: the same checks and records as in
 * contract.h, around the engine that the lock names. What it names is looked at once, when it is asked for: from then on the
 * record has it, which is private.
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

#define KINDS (LLQ_ENGINE_MASK << LLQ_CONFIG_ENGINE | LLQ_CONFIG_BLOCK)

_Static_assert(LLQ_LINKED == 0, "0 is the kind of a lock that is linked and spins");

/* The kind of a lock, engine and block, stands where it stands in config; of what is no lock for the context, it is false. */
static inline bool is_kind(uint32_t kind)
{
    return (kind & ~KINDS) == 0 && (kind & LLQ_ENGINE_MASK << LLQ_CONFIG_ENGINE) <= LLQ_KIND(LLQ_BAKERY);
}

static inline bool is(uint32_t kind, enum llq_engine engine)
{
    return (kind & LLQ_ENGINE_MASK << LLQ_CONFIG_ENGINE) == LLQ_KIND(engine);
}

/** Check and write down a request. @return 0, or the error */
static inline int begin(struct llq *lock, struct llq_context *context, uint32_t config,
                        struct llq_token *token)
{
    uint32_t kind = llq_kind(config, context);
    int result = is_kind(kind) && llq_has_place(context, kind)
                     ? llq_admit(lock, context, config & LLQ_CONFIG_RANK)
                     : -EBADMSG;

    if (result != 0)
        return result;
    llq_prepare(lock, context, (config & LLQ_CONFIG_RANK) | kind, token);
    llq_port_mask();
    return 0;
}

/** The engine has ended the request. */
static inline int ended(struct llq *lock, struct llq_context *context, struct llq_token *token, int result)
{
    if (result != 0 && result != -EOWNERDEAD)
        return llq_refused(lock, context, result);
    llq_granted(lock, context, token);
    return result;
}

/** The engine has answered. -EINPROGRESS stays as it is. */
static int answer(struct llq *lock, struct llq_context *context, struct llq_token *token, int result)
{
    context->waits = result == -EINPROGRESS;
    return result == -EINPROGRESS ? result : ended(lock, context, token, result);
}

static int acquire_otherwise(struct llq *lock, struct llq_context *context, int64_t deadline, uint32_t kind)
{
    if (is(kind, LLQ_BAKERY))
        return llq_bakery_acquire(lock, context, deadline);
    return kind & LLQ_CONFIG_BLOCK ? llq_linked_acquire_asleep(lock, context, deadline)
                                   : llq_linked_acquire(lock, context, deadline);
}

int llq_engine_acquire(struct llq *lock, struct llq_context *context, int64_t deadline,
                       struct llq_token *token, uint32_t config)
{
    uint32_t kind = llq_kind(config, context);
    int result = begin(lock, context, config, token);

    if (result != 0)
        return result;
    if (is(kind, LLQ_ANNOUNCE))
        result = llq_announce_acquire(lock, context, deadline);
    else
        result = acquire_otherwise(lock, context, deadline, kind);
    return ended(lock, context, token, result);
}

int llq_engine_try(struct llq *lock, struct llq_context *context, struct llq_token *token, uint32_t config)
{
    uint32_t kind = llq_kind(config, context);
    int result = begin(lock, context, config, token);

    if (result != 0)
        return result;
    if (is(kind, LLQ_ANNOUNCE))
        result = llq_announce_try(lock, context);
    else if (is(kind, LLQ_BAKERY))
        result = llq_bakery_try(lock, context);
    else
        result = llq_linked_try(lock, context);
    return ended(lock, context, token, result);
}

int llq_engine_release(struct llq *lock, struct llq_context *context, uint32_t kind, uint32_t version)
{
    if (is(kind, LLQ_ANNOUNCE))
        return llq_announce_release(lock, context, version);
    return is(kind, LLQ_BAKERY) ? llq_bakery_release(lock, context)
                                : llq_linked_release(lock, context, version);
}

/** The end of the first part. */
static int request(struct llq *lock, struct llq_context *context, uint32_t kind)
{
    int result;

    if (is(kind, LLQ_ANNOUNCE))
        return llq_announce_request(lock, context);
    if (is(kind, LLQ_LINKED))
        return llq_linked_request(lock, context);
    result = llq_bakery_request(lock, context);
    return result == -EINPROGRESS ? llq_bakery_poll(lock, context) : result;
}

int llq_request(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    int result = begin(lock, context, config, token);

    if (result != 0)
        return result;
    return answer(lock, context, token, request(lock, context, llq_kind(config, context)));
}

/** The record of a request for the lock that has not ended. @return NULL: there is none */
static const struct llq_held *find_request(const struct llq *lock, const struct llq_context *context)
{
    const struct llq_held *asked = &context->held[context->depth];

    return context->waits && asked->lock == lock ? asked : NULL;
}

static int poll_engine(struct llq *lock, struct llq_context *context, uint32_t kind, bool sleeps)
{
    if (is(kind, LLQ_BAKERY))
        return llq_bakery_poll(lock, context);
    if (is(kind, LLQ_ANNOUNCE))
        return sleeps ? llq_announce_sleep(lock, context, UINT32_MAX)
                      : llq_announce_poll(lock, context, UINT32_MAX);
    return sleeps ? llq_linked_sleep(lock, context) : llq_linked_poll(lock, context);
}

int llq_poll(struct llq *lock, struct llq_context *context, bool sleeps, struct llq_token *token)
{
    const struct llq_held *asked = find_request(lock, context);

    if (asked == NULL)
        return -EINVAL;
    sleeps = sleeps && (asked->rank & LLQ_CONFIG_BLOCK) != 0;
    return answer(lock, context, token, poll_engine(lock, context, asked->rank, sleeps));
}

int llq_cancel(struct llq *lock, struct llq_context *context, struct llq_token *token)
{
    const struct llq_held *asked = find_request(lock, context);
    int result;

    if (asked == NULL)
        return -EINVAL;
    if (is(asked->rank, LLQ_ANNOUNCE))
        result = llq_announce_cancel(lock, context);
    else if (is(asked->rank, LLQ_BAKERY))
        result = llq_bakery_cancel(lock, context);
    else
        result = llq_linked_cancel(lock, context);
    return answer(lock, context, token, result);
}

int llq_forsake(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    struct llq_held *held = llq_proven(lock, context, token);
    int result;

    if (held == NULL)
        return -EPERM;
    if (!is(held->rank, LLQ_ANNOUNCE))
        return llq_release(lock, context, token);
    result = llq_announce_forsake(lock, context);
    llq_forget(context, held);
    llq_port_unmask();
    return result;
}

int llq_consistent(struct llq *lock, struct llq_context *context, const struct llq_token *token)
{
    const struct llq_held *held = llq_proven(lock, context, token);

    if (held == NULL)
        return -EPERM;
    return is(held->rank, LLQ_ANNOUNCE) ? llq_announce_consistent(lock, context) : -EINVAL;
}
