/*
 * The order in which an announce lock is granted: a choice by the words of the contexts that wait, as they were read. It
 * stores nothing. What is chosen is right for the lock word that the reader saw, and is granted by compare-and-swap of
 * that; announce.h has the argument.
 *
 * Bound: a few looks at each of the contexts that wait.
 */
#ifndef LLQ_ORDER_H
#define LLQ_ORDER_H

#include "announce.h"

/** The age from which on a ticket is shared: one more, and it would be 0. */
#define LLQ_OLDEST (LLQ_TICKETS - 1)

#define LLQ_NOBODY UINT32_MAX

/** Words of the contexts that wait, read once; those of others are not looked at. */
struct llq_announced {
    uint32_t waits; /* a bit for each context */
    uint32_t ticket;
    uint32_t word[LLQ_ANNOUNCE_MAX];
};

static inline struct takt_word *llq_word_of(const struct llq *lock, uint32_t id)
{
    return (struct takt_word *)&lock->grants + 1 + id;
}

static inline void llq_read_announced(const struct llq *lock, uint32_t word, struct llq_announced *all)
{
    all->waits = (word & LLQ_WORD_ALL_WAIT) >> LLQ_WORD_WAITS;
    all->ticket = word >> LLQ_WORD_TICKET;
    for (uint32_t left = all->waits; left != 0; left &= left - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(left);

        /* relaxed: the acquire of the lock word has brought what was there when the bit was set */
        all->word[id] = TAKT_LOAD(llq_word_of(lock, id), relaxed);
    }
}

static inline uint32_t llq_age_of(const struct llq_announced *all, uint32_t id)
{
    return (all->ticket - all->word[id]) % LLQ_TICKETS;
}

/** Age, and among those that share a ticket the number: greater is served earlier. */
static inline uint32_t llq_key_of(const struct llq_announced *all, uint32_t id)
{
    return llq_age_of(all, id) * LLQ_ANNOUNCE_MAX + LLQ_ANNOUNCE_MAX - id;
}

static inline uint32_t llq_priority_of(const struct llq_announced *all, uint32_t id)
{
    return all->word[id] >> LLQ_MINE_PRIORITY & LLQ_PRIORITY_MAX;
}

static inline uint32_t llq_overtaken(const struct llq_announced *all, uint32_t id)
{
    return all->word[id] >> LLQ_MINE_OVERTAKEN & LLQ_OVERTAKINGS_MAX;
}

static inline uint32_t llq_oldest_age(const struct llq_announced *all)
{
    uint32_t oldest = 0;

    for (uint32_t left = all->waits; left != 0; left &= left - 1) {
        uint32_t age = llq_age_of(all, (uint32_t)__builtin_ctz(left));

        oldest = age > oldest ? age : oldest;
    }
    return oldest;
}

/** Key of the oldest that may not be overtaken any more; 0: there is none. */
static inline uint32_t llq_key_of_limit(const struct llq_announced *all, uint32_t overtakings)
{
    uint32_t limit = 0;

    for (uint32_t left = all->waits; left != 0; left &= left - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(left);

        if (llq_overtaken(all, id) >= overtakings && llq_key_of(all, id) > limit)
            limit = llq_key_of(all, id);
    }
    return limit;
}

static inline bool llq_goes_before(const struct llq_announced *all, uint32_t id, uint32_t other,
                                   uint32_t overtakings)
{
    if (overtakings != 0 && llq_priority_of(all, id) != llq_priority_of(all, other))
        return llq_priority_of(all, id) < llq_priority_of(all, other);
    return llq_key_of(all, id) > llq_key_of(all, other);
}

/** Who is served next of several. @return its id */
static inline uint32_t llq_choose_among(const struct llq_announced *all, uint32_t overtakings)
{
    uint32_t limit = overtakings == 0 ? 0 : llq_key_of_limit(all, overtakings);
    uint32_t best = LLQ_NOBODY;

    for (uint32_t left = all->waits; left != 0; left &= left - 1) {
        uint32_t id = (uint32_t)__builtin_ctz(left);

        if (llq_key_of(all, id) >= limit &&
            (best == LLQ_NOBODY || llq_goes_before(all, id, best, overtakings)))
            best = id;
    }
    return best;
}

/** Who is served next: of one alone nothing is compared. @return its id; LLQ_NOBODY */
static inline uint32_t llq_choose(const struct llq_announced *all, uint32_t overtakings)
{
    if ((all->waits & (all->waits - 1)) != 0)
        return llq_choose_among(all, overtakings);
    return all->waits == 0 ? LLQ_NOBODY : (uint32_t)__builtin_ctz(all->waits);
}

/** Who is older, or shares the ticket. The latter may have been overtaken often enough: its turn is next. */
static inline bool llq_is_overtaken(const struct llq_announced *all, uint32_t id, uint32_t chosen)
{
    return id != chosen && llq_age_of(all, id) >= llq_age_of(all, chosen) &&
           llq_overtaken(all, id) < LLQ_OVERTAKINGS_MAX;
}

#endif
