/*
 * Statistics: each context's numbers behind the lock's own words, stored by that context alone and read by anybody. So
 * an update is a load and a store; who reads may see numbers of different moments.
 *
 * Without LLQ_STATS nothing of this is left in the code, nor in the lock.
 */
#ifndef LLQ_STATS_H
#define LLQ_STATS_H

#include "node.h"
#include "port.h"

/* words of a context's statistics; those of hand-overs, one for each context that it granted to, follow */
enum llq_number {
    LLQ_ACQUISITIONS,
    LLQ_CONTENDED,
    LLQ_LONGEST_WAIT,
    LLQ_LONGEST_HOLD,
    LLQ_QUEUE,
    LLQ_HANDED = LLQ_QUEUE + LLQ_STATS_QUEUE
};

static inline struct takt_word *llq_stats_word(const struct llq *lock, unsigned contexts, uint32_t id,
                                               uint32_t number)
{
    return (struct takt_word *)((uintptr_t)lock + LLQ_BARE(contexts) + id * LLQ_STATS_SIZE(contexts)) +
           number;
}

/** One more. */
static inline void llq_stats_count(struct llq *lock, const struct llq_context *context, uint32_t number)
{
    struct takt_word *word = llq_stats_word(lock, context->contexts, context->index - 1, number);

    TAKT_STORE(word, TAKT_LOAD(word, relaxed) + 1,
               relaxed); /* relaxed, here and below: only this context stores */
}

/** The longest so far. */
static inline void llq_stats_longest(struct llq *lock, const struct llq_context *context, uint32_t number,
                                     int64_t time)
{
    struct takt_word *word = llq_stats_word(lock, context->contexts, context->index - 1, number);
    uint32_t value = time > UINT32_MAX ? UINT32_MAX : (uint32_t)time;

    if (value > TAKT_LOAD(word, relaxed))
        TAKT_STORE(word, value, relaxed);
}

#if LLQ_STATS

/** A request begins. */
static inline void llq_stats_ask(struct llq_context *context)
{
    context->waited = false;
    context->asked = llq_port_now();
}

/** It was not granted at once. */
static inline void llq_stats_waits(struct llq_context *context)
{
    context->waited = true;
}

/** It was granted. */
static inline void llq_stats_got(struct llq *lock, struct llq_context *context, struct llq_held *held)
{
    uint32_t ahead = context->waited ? llq_passed(context) + 1 : 0; /* one more than passed held it already */

    held->since = llq_port_now();
    llq_stats_count(lock, context, LLQ_ACQUISITIONS);
    if (context->waited)
        llq_stats_count(lock, context, LLQ_CONTENDED);
    llq_stats_count(lock, context, LLQ_QUEUE + (ahead < LLQ_STATS_QUEUE ? ahead : LLQ_STATS_QUEUE - 1));
    llq_stats_longest(lock, context, LLQ_LONGEST_WAIT, held->since - context->asked);
}

/** The context gave the lock to another. */
static inline void llq_stats_handed(struct llq *lock, const struct llq_context *context, uint32_t id)
{
    llq_stats_count(lock, context, LLQ_HANDED + id);
}

/** It released. */
static inline void llq_stats_released(struct llq *lock, const struct llq_context *context,
                                      const struct llq_held *held)
{
    llq_stats_longest(lock, context, LLQ_LONGEST_HOLD, llq_port_now() - held->since);
}

#else

static inline void llq_stats_ask(struct llq_context *context)
{
    (void)context;
}

static inline void llq_stats_waits(struct llq_context *context)
{
    (void)context;
}

static inline void llq_stats_got(struct llq *lock, struct llq_context *context, struct llq_held *held)
{
    (void)lock;
    (void)context;
    (void)held;
}

static inline void llq_stats_handed(struct llq *lock, const struct llq_context *context, uint32_t id)
{
    (void)lock;
    (void)context;
    (void)id;
}

static inline void llq_stats_released(struct llq *lock, const struct llq_context *context,
                                      const struct llq_held *held)
{
    (void)lock;
    (void)context;
    (void)held;
}

#endif
#endif
