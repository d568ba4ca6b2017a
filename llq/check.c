/*
 * Looks at a lock from outside: who holds it, and whether its words fit together.
 *
 * A look is a walk over words that others may be changing, so it decides nothing; what it reports was so at
 * the moment of that read. In the middle of a hand-over the nodes of both may say HELD.
 */
#include "announce.h"
#include "bakery.h"
#include "linked.h"
#include "stats.h"

/** @return the engine; -EBADMSG: no lock for this context's domain */
static int engine_of(const struct llq *lock, const struct llq_context *context)
{
    struct llq_attr attr;
    int result = llq_get_attr(lock, context, &attr);

    return result != 0 ? result : (int)attr.engine;
}

static int linked_owner(const struct llq *lock, const struct llq_context *context)
{
    for (uint32_t index = 1; index <= context->contexts; index++) {
        /* relaxed: nothing is concluded from it */
        if (TAKT_LOAD(&llq_node(lock, context, index)->state, relaxed) == LLQ_HELD)
            return (int)index - 1;
    }
    return -ENOENT;
}

int llq_owner(const struct llq *lock, const struct llq_context *context)
{
    int engine = engine_of(lock, context);

    if (engine == LLQ_ANNOUNCE)
        return llq_announce_owner(lock, context);
    if (engine == LLQ_BAKERY)
        return llq_bakery_owner(lock, context);
    return engine == LLQ_LINKED ? linked_owner(lock, context) : engine;
}

static int linked_check(const struct llq *lock, const struct llq_context *context)
{
    uint32_t busy = 0;
    uint32_t held = 0;
    uint32_t tail =
        TAKT_LOAD(&lock->tail, relaxed); /* relaxed, here and below: the caller knows that nobody stores */

    for (uint32_t index = 1; index <= context->contexts; index++) {
        uint32_t state = TAKT_LOAD(&llq_node(lock, context, index)->state, relaxed);

        if (state > LLQ_LEFT)
            return -EBADMSG;
        busy += state != LLQ_STAYS;
        held += state == LLQ_HELD;
    }
    if (tail == 0)
        return busy == 0 ? 0 : -EBADMSG;
    return llq_index_good(context, tail) && held == 1 ? -EBUSY : -EBADMSG;
}

int llq_check(const struct llq *lock, const struct llq_context *context)
{
    int engine = engine_of(lock, context);

    if (engine == LLQ_ANNOUNCE)
        return llq_announce_check(lock, context);
    if (engine == LLQ_BAKERY)
        return llq_bakery_check(lock, context);
    return engine == LLQ_LINKED ? linked_check(lock, context) : engine;
}

#if LLQ_STATS

int llq_stats(const struct llq *lock, const struct llq_context *context, unsigned id, struct llq_stats *stats)
{
    const struct takt_word *word = llq_stats_word(lock, context->contexts, id, 0);

    if (id >= context->contexts)
        return -EINVAL;
    if (engine_of(lock, context) < 0)
        return -EBADMSG;
    *stats = (struct llq_stats){
        .acquisitions = TAKT_LOAD(&word[LLQ_ACQUISITIONS], relaxed), /* relaxed, here and below: a look */
        .contended = TAKT_LOAD(&word[LLQ_CONTENDED], relaxed),
        .longest_wait = TAKT_LOAD(&word[LLQ_LONGEST_WAIT], relaxed),
        .longest_hold = TAKT_LOAD(&word[LLQ_LONGEST_HOLD], relaxed),
    };
    for (unsigned i = 0; i < LLQ_STATS_QUEUE; i++)
        stats->queue[i] = TAKT_LOAD(&word[LLQ_QUEUE + i], relaxed);
    return 0;
}

int llq_handovers(const struct llq *lock, const struct llq_context *context, unsigned from, unsigned to,
                  uint32_t *count)
{
    if (from >= context->contexts || to >= context->contexts)
        return -EINVAL;
    if (engine_of(lock, context) < 0)
        return -EBADMSG;
    *count = TAKT_LOAD(llq_stats_word(lock, context->contexts, from, LLQ_HANDED + to), relaxed);
    return 0;
}

#endif
