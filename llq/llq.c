/*
 * The library's functions that make a lock and a context; acquiring and releasing are in direct.c.
 */
#include "announce.h"
#include "contract.h"

static const struct llq_attr plain;

/* What the engine, or the port, does not promise is refused. */
static bool promises(const struct llq_attr *attr)
{
    if (attr->engine != LLQ_ANNOUNCE && (attr->robust || attr->overtakings != 0))
        return false;
    if (attr->robust && !LLQ_CAN_FENCE)
        return false;
    return !attr->block || (LLQ_CAN_BLOCK && attr->engine != LLQ_BAKERY);
}

int llq_attr_check(unsigned contexts, const struct llq_attr *attr)
{
    if (attr == NULL)
        attr = &plain;
    if (attr->engine > LLQ_BAKERY || attr->rank > LLQ_RANK_MAX || attr->ceiling > LLQ_CEILING_MAX)
        return -EINVAL;
    if (contexts < 1 || contexts > (attr->engine == LLQ_LINKED ? LLQ_CONTEXTS_MAX : LLQ_ANNOUNCE_MAX))
        return -EINVAL;
    if (attr->overtakings > LLQ_OVERTAKINGS_MAX)
        return -EINVAL;
    return promises(attr) ? 0 : -ENOTSUP;
}

static uint32_t policy_of(const struct llq_attr *attr)
{
    return attr->overtakings | (attr->robust ? LLQ_POLICY_ROBUST : 0) | (attr->block ? LLQ_POLICY_BLOCK : 0) |
           attr->ceiling << LLQ_POLICY_CEILING;
}

int llq_init(struct llq *lock, unsigned contexts, const struct llq_attr *attr)
{
    struct takt_word *word = (struct takt_word *)lock;
    int result = llq_attr_check(contexts, attr);

    if (lock == NULL || (uintptr_t)lock % LLQ_LINE != 0)
        return -EINVAL;
    if (result != 0)
        return result;
    if (attr == NULL)
        attr = &plain;
    for (size_t i = 0; i < LLQ_WORDS(contexts); i++)
        TAKT_STORE(&word[i], 0, relaxed);                /* relaxed: published by config */
    TAKT_STORE(&lock->policy, policy_of(attr), relaxed); /* relaxed: as above */
    /* release: pairs with the acquire of llq_admit(): who sees config sees the rest */
    TAKT_STORE(&lock->config,
               llq_config(contexts, attr->engine) | (attr->block ? LLQ_CONFIG_BLOCK : 0) | attr->rank,
               release);
    return 0;
}

int llq_get_attr(const struct llq *lock, const struct llq_context *context, struct llq_attr *attr)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */
    uint32_t engine = config >> LLQ_CONFIG_ENGINE & LLQ_ENGINE_MASK;
    uint32_t policy;

    if (engine > LLQ_BAKERY || (llq_kind(config, context) & ~LLQ_CONFIG_BLOCK) != LLQ_KIND(engine))
        return -EBADMSG;
    if (!llq_has_place(context, LLQ_KIND(engine)))
        return -EBADMSG;
    policy = TAKT_LOAD(&lock->policy, relaxed); /* relaxed: published by config */
    *attr = (struct llq_attr){
        .engine = engine,
        .rank = config & LLQ_CONFIG_RANK,
        .overtakings = policy & LLQ_POLICY_OVERTAKINGS,
        .robust = (policy & LLQ_POLICY_ROBUST) != 0,
        .block = (policy & LLQ_POLICY_BLOCK) != 0,
        .ceiling = policy >> LLQ_POLICY_CEILING & 0xffu,
    };
    return 0;
}

int llq_context_init(struct llq_context *context, unsigned id, unsigned contexts, uint32_t epoch)
{
    if (context == NULL || contexts < 1 || contexts > LLQ_CONTEXTS_MAX || id >= contexts)
        return -EINVAL;
    *context = (struct llq_context){
        .index = id + 1,
        .identity = (id + 1) | epoch << LLQ_TOKEN_EPOCH,
        .contexts = contexts,
        .config = llq_config(contexts, LLQ_LINKED),
        .epoch = epoch,
        .shift = llq_node_shift(contexts),
        .own = (id + 1) << llq_node_shift(contexts),
        .owned = contexts > LLQ_ANNOUNCE_MAX ? 0 : llq_announce_owned(id, epoch),
        .priority = LLQ_PRIORITY_MAX,
    };
    return 0;
}

int llq_set_priority(struct llq_context *context, unsigned priority)
{
    if (priority > LLQ_PRIORITY_MAX)
        return -EINVAL;
    context->priority = priority;
    return 0;
}

uint32_t llq_passed(const struct llq_context *context)
{
    uint32_t others = context->version - context->registered - 1;

    /* Who registers during a release may read a count that has its own grant in it: then nobody passed. */
    return others > INT32_MAX ? 0 : others;
}
