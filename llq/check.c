/*
 * Looks at a lock from outside: who holds it, and whether its words fit together.
 *
 * A look is a walk over words that others may be changing, so it decides nothing; what it reports was so at
 * the moment of that read. In the middle of a hand-over the nodes of both may say HELD.
 */
#include "linked.h"

static bool llq_is_lock(const struct llq *lock, const struct llq_context *context)
{
    uint32_t config = TAKT_LOAD(&lock->config, acquire); /* pairs with llq_init() */

    return config - (config & LLQ_CONFIG_RANK) == context->config;
}

int llq_owner(const struct llq *lock, const struct llq_context *context)
{
    if (!llq_is_lock(lock, context))
        return -EBADMSG;
    for (uint32_t index = 1; index <= context->contexts; index++) {
        /* relaxed: nothing is concluded from it */
        if (TAKT_LOAD(&llq_node(lock, context, index)->state, relaxed) == LLQ_HELD)
            return (int)index - 1;
    }
    return -ENOENT;
}

int llq_check(const struct llq *lock, const struct llq_context *context)
{
    uint32_t busy = 0;
    uint32_t held = 0;
    uint32_t tail;

    if (!llq_is_lock(lock, context))
        return -EBADMSG;
    tail = TAKT_LOAD(&lock->tail, relaxed); /* relaxed, here and below: the caller knows that nobody stores */
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
