/*
 * The memory of the explorer: what C11 allows each context to see.
 *
 * A word is not a value but the history of its writes in their modification order. A context has a view: for each
 * word the latest write that it may not ignore any more. A load may return that write or any later one; a store
 * may take any place behind it; a read-modify-write reads a write and stands right behind it for ever. So an
 * operation has variants, and which one is taken is a choice of the search like the context that goes next.
 * Variant 0 is always the newest write: variant 0 everywhere is sequential consistency.
 *
 * Each write carries a view. A release carries all that its context knows, a relaxed write itself alone, a
 * read-modify-write also what the write carried that it read (a release sequence). An acquire takes what the
 * write carries into the context's view. What is left out on purpose is allowed by C11 and made by no processor
 * or compiler that keeps dependencies: a load that returns a write which comes later in time (out of thin air).
 * A context's own later stores do not continue a release sequence: C11 still had that, C17's successors do not,
 * and without it more is possible. A compare-and-swap fails as a load does: it may fail by an old value.
 *
 * Fences: a release fence makes later relaxed writes carry what is known at the fence, an acquire fence takes what
 * the loads before it met, a sequentially consistent one also takes and gives a view that all such fences share.
 * Sequentially consistent operations are not here: nothing that is explored has one, and one ends the run.
 */
#ifndef TESTS_LLQ_EXPLORE_MEMORY_H
#define TESTS_LLQ_EXPLORE_MEMORY_H

#include "explore.h"

#define MEMORY_WORDS  40 /* that a scenario touches */
#define MEMORY_WRITES 60 /* to a word in one run */

struct key {
    uint64_t a, b;
};

static inline uint64_t key_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

static inline void key_add(struct key *key, uint64_t value)
{
    key->a = key_mix(key->a, value + 0x9e3779b97f4a7c15u);
    key->b = key_mix(key->b + 0x632be59bd9b4e019u, value);
}

/** Another scenario: the words get their numbers anew. */
void memory_forget(bool has_fences);

/** Another run: each word's history is the value that it has. */
void memory_begin(unsigned contexts);

/** A word's number, the same in all runs of a scenario. */
unsigned memory_number(const struct takt_word *word);

/** In how many ways the context can make the operation, at least 1. */
unsigned memory_variants(unsigned context, const struct explore_op *op);

/** Make it. @return what was read (a store reads nothing: the value that it follows) */
uint32_t memory_apply(unsigned context, const struct explore_op *op, unsigned variant, bool *stored);

/** Which write the context's last load returned. */
unsigned memory_last_read(unsigned context);

/** Is there a later write than that? */
bool memory_later(unsigned number, unsigned than);

/** A plain access to data: read it, write it. @return false: somebody else's write does not come before it */
bool memory_plain(unsigned context, struct takt_word *word);

/** Whoever stopped a context and knows that it has stopped knows all that it did. */
void memory_join(unsigned context, unsigned stopped);

/** The context will make no operation any more: what only it could still see is forgotten. */
void memory_leave(unsigned context);

/** All that later operations depend on. */
void memory_key(struct key *key);

/** A write's place for the key: 0 for everything that all can ignore. */
unsigned memory_place(unsigned number, unsigned write);

#endif
