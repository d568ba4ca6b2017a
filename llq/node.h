/*
 * The words of a lock, and where they are.
 *
 * A lock is a head and a node for each context, numbered 1 to m; 0 means none. A node belongs to one lock and
 * one context, so that a context that holds several locks never uses one node twice, and nothing is ever
 * allocated.
 *
 * Where the nodes lie follows from what a context knows privately: its number of contexts. The lock's own
 * record of it is only compared. So an index that was read from the lock and is 1 to m is inside the memory,
 * whatever anybody wrote there.
 *
 * Each line that moves between cores costs more than all instructions together, so lines are laid out by who
 * stores in them. The first holds what is never stored after llq_init(), and stays in everybody's cache. The
 * second holds the tail. With two contexts the nodes are there too: at most one context waits, so a line of
 * its own to wait on buys nothing, and the lock moves as few lines as a ticket lock. From three contexts on
 * each node has its line, so that a waiter hears of nothing but its link and its grant.
 */
#ifndef LLQ_NODE_H
#define LLQ_NODE_H

#include <llq/llq.h>

/** A context's place in a lock. */
struct llq_node {
    struct takt_word next;  /* index of the one behind; written by that one */
    struct takt_word state; /* one of the following */
};

#define LLQ_STAYS   0u /* out of the queue, its link 0; or in it without a deadline, and will not leave */
#define LLQ_WAITING 1u /* in the queue with a deadline */
#define LLQ_SKIP    2u /* a releaser has it in its hands: on its way to HELD or to STAYS */
#define LLQ_ASLEEP  3u /* WAITING, and the port's unblock is to be called */
#define LLQ_HELD    4u /* owns the lock */
#define LLQ_LEFT    5u /* in the queue, the request is abandoned */

/* config: rank 0-7, contexts 8-15, line (log2) 16-19, engine 20-22, block 23, layout version 24-31 */
#define LLQ_CONFIG_RANK     0xffu
#define LLQ_CONFIG_CONTEXTS 8
#define LLQ_CONFIG_LINE     16
#define LLQ_CONFIG_ENGINE   20
#define LLQ_CONFIG_LAYOUT   24

#define LLQ_CONFIG_BLOCK 0x800000u

#define LLQ_TOKEN_EPOCH 8 /* of a token's identity, bits 8-31; the index is below */

#define LLQ_ENGINE_MASK 0x7u

/** An engine where config has it; so has the record of a lock that is held, beside its rank. */
#define LLQ_KIND(engine) ((uint32_t)(engine) << LLQ_CONFIG_ENGINE)

#define LLQ_LAYOUT 2u

/* policy: overtakings 0-3, robust 4, block 5, ceiling 8-15 */
#define LLQ_POLICY_OVERTAKINGS 0xfu
#define LLQ_POLICY_ROBUST      0x10u
#define LLQ_POLICY_BLOCK       0x20u
#define LLQ_POLICY_CEILING     8

#define LLQ_LINE_LOG2 ((uint32_t)__builtin_ctz(LLQ_LINE))

_Static_assert((LLQ_LINE & (LLQ_LINE - 1)) == 0 && LLQ_LINE >= 32 && LLQ_LINE <= 4096,
               "LLQ_LINE: a power of two");
_Static_assert(sizeof(struct takt_word) == 4 && sizeof(struct llq_node) == 8,
               "a word is 32 bits, without padding");
_Static_assert(offsetof(struct llq, config) == 0 && offsetof(struct llq, policy) == 4, "all images agree");
_Static_assert(offsetof(struct llq, tail) == LLQ_LINE, "what changes is apart from what does not");
_Static_assert(offsetof(struct llq, grants) == LLQ_LINE + 4, "all images agree");
_Static_assert(sizeof(struct llq) == LLQ_BARE(1) && 8 + LLQ_COMPACT * sizeof(struct llq_node) <= LLQ_LINE,
               "all fit");
_Static_assert(LLQ_LINE + 4 * (2 + LLQ_COMPACT) <= LLQ_BARE(LLQ_COMPACT) &&
                   LLQ_LINE + 4 * (2 + LLQ_ANNOUNCE_MAX) <= LLQ_BARE(LLQ_COMPACT + 1),
               "the contexts' words of the other engines, behind tail and grants, fit too");

/** What a lock for so many contexts says of itself, without its rank. */
static inline uint32_t llq_config(unsigned contexts, enum llq_engine engine)
{
    return contexts << LLQ_CONFIG_CONTEXTS | LLQ_LINE_LOG2 << LLQ_CONFIG_LINE | LLQ_KIND(engine) |
           LLQ_LAYOUT << LLQ_CONFIG_LAYOUT;
}

/** Distance of neighbouring nodes, as a shift. */
static inline uint32_t llq_node_shift(unsigned contexts)
{
    return contexts <= LLQ_COMPACT ? 3 : LLQ_LINE_LOG2;
}

/** Node of an index that was checked; a node 0 would be where the tail is. */
static inline struct llq_node *llq_node(const struct llq *lock, const struct llq_context *context,
                                        uint32_t index)
{
    return (struct llq_node *)((uintptr_t)&lock->tail + (index << context->shift));
}

/** The context's own node. */
static inline struct llq_node *llq_own(const struct llq *lock, const struct llq_context *context)
{
    return (struct llq_node *)((uintptr_t)&lock->tail + context->own);
}

/** Is it the index of a node? */
static inline bool llq_index_good(const struct llq_context *context, uint32_t index)
{
    return index - 1 < context->contexts;
}

#endif
