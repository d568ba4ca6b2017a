/*
 * LLQ: the lock between contexts that no common scheduler knows: the cores of a domain, or plain threads.
 *
 * It is the linked lock queue of Park and Seo (JKIIT 24(10), 2026, algorithm 1), corrected. Requests form a
 * queue; who releases hands the lock to the next in line, so nobody can steal it in between, and nobody is
 * passed by more than one grant of each other context.
 *
 * The lock is the caller's memory, LLQ_SIZE(m) bytes at a multiple of LLQ_LINE, which all contexts share. It
 * holds indices and no pointers, so it may lie at different addresses. What a context knows about itself
 * (which locks it holds, what it may believe of them) is in its own struct llq_context and never shared: a
 * context that writes nonsense into a lock can break exclusion, but nobody else's private memory.
 *
 * A context has one request at a time for each lock. It must not be taken off its processor between its call
 * of acquire and the end of release for long: the others wait for it. A kernel turns preemption off; plain
 * threads accept the delay.
 *
 * "The bound" below is (m - 1)(L + h): m contexts, the longest section L, one hand-over h.
 */
#ifndef LLQ_LLQ_H
#define LLQ_LLQ_H

#include <stddef.h>
#include <stdint.h>

#include <takt/atomic.h>

#if !defined(LLQ_LINE) && defined(__has_include)
#if __has_include(<takt/config.h>)
#include <takt/config.h>
#define LLQ_LINE CONFIG_TAKT_LLQ_LINE
#endif
#endif

#ifndef LLQ_LINE
/** Bytes that keep two contexts' words from disturbing each other; a power of two, 32 to 4096. */
#define LLQ_LINE 64
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define LLQ_CONTEXTS_MAX 255 /* contexts of one lock */
#define LLQ_RANK_MAX     255
#define LLQ_NEST         8 /* locks that one context can hold at a time */

/** The deadline of a request that waits for ever. */
#define LLQ_FOREVER INT64_MAX

/** Up to so many contexts all nodes share a line: at most one waits, so there is nobody whom it could
 * disturb. */
#define LLQ_COMPACT 2

/** Bytes of a lock for m contexts. */
#define LLQ_SIZE(m)  ((size_t)LLQ_LINE * ((m) <= LLQ_COMPACT ? 2u : 2u + (m)))
#define LLQ_WORDS(m) (LLQ_SIZE(m) / sizeof(struct takt_word))

#define LLQ_ALIGNED __attribute__((aligned(LLQ_LINE)))

/** Memory of a lock for m contexts, by name: LLQ_MEMORY(words, 2); struct llq *lock = (struct llq *)words; */
#define LLQ_MEMORY(name, m) struct takt_word name[LLQ_WORDS(m)] LLQ_ALIGNED

/** The head of a lock; the contexts' nodes follow. Every member is private to the library. */
struct llq {
    struct takt_word config; /* layout, engine, contexts, rank */
    struct takt_word policy; /* 0 in this layout: the place of an engine's order and ceiling */

    struct takt_word tail LLQ_ALIGNED; /* last in the queue, 0: the lock is free */
    struct takt_word grants;           /* how often it was granted; stored by the owner alone */
};

/** What a context knows, in its private memory and on its own line. Every member is private to the library.
 */
struct llq_context {
    uint32_t index LLQ_ALIGNED;   /* id + 1 */
    uint32_t contexts;            /* of the domain */
    uint32_t config;              /* what a lock must say */
    uint32_t epoch;               /* which life this is */
    uint32_t shift;               /* distance of a lock's nodes */
    uint32_t own;                 /* where its node is in every lock */
    uint32_t left;                /* 1: it has abandoned a request some time */
    uint32_t registered, version; /* of the last request: grants before it, number of its grant */
    uint32_t depth;               /* locks held */
    struct llq_held {
        struct llq *lock;
        uint32_t rank, version;
    } held[LLQ_NEST];
};

/** Proof of ownership: who, in which life, by which grant. A zeroed one is never valid. */
struct llq_token {
    uint32_t index, epoch, version;
};

/**
 * Make a lock, free. One context does this, before the others are told of it.
 *
 * Call class: any. Bound: m steps.
 * @param lock     LLQ_SIZE(contexts) bytes at a multiple of LLQ_LINE
 * @param contexts m, 1 to LLQ_CONTEXTS_MAX
 * @param rank     locks held together must be taken in rising rank; 0: not checked; at most LLQ_RANK_MAX
 * @return 0; -EINVAL: no memory, not aligned, or a number out of range
 */
int llq_init(struct llq *lock, unsigned contexts, unsigned rank);

/**
 * Make a context. It is private memory, used by that context alone.
 *
 * Call class: any. Bound: constant.
 * @param id       0 to contexts - 1; no two contexts have the same
 * @param contexts of every lock that this context will use
 * @param epoch    another number in each life of the context, so that a token of an earlier life is refused;
 * 0 for contexts that live once
 * @return 0; -EINVAL: no memory, or a number out of range
 */
int llq_context_init(struct llq_context *context, unsigned id, unsigned contexts, uint32_t epoch);

/**
 * Acquire the lock.
 *
 * A request whose deadline passes is abandoned. Its place in the queue stays until it is reached; if the
 * context asks again before that, it takes its old place up again. A grant at the same instant as the
 * deadline wins.
 *
 * Call class: any context that may spin; preemption off. Bound: the bound. Source: algorithm 1, corrected.
 * @param deadline absolute, in the port's nanoseconds; LLQ_FOREVER: no deadline
 * @param token    where the proof of ownership goes
 * @return 0; -ETIMEDOUT; -EDEADLK: this context holds the lock, or the lock's rank is not above those it
 * holds; -ENOSPC: it holds LLQ_NEST locks; -EBADMSG: the memory is no lock for this context's domain, or the
 *         words in it make no sense
 */
int llq_acquire(struct llq *lock, struct llq_context *context, int64_t deadline, struct llq_token *token);

/**
 * Acquire the lock if it is free; never waits.
 *
 * Call class: as llq_acquire(). Bound: constant.
 * @return 0; -EAGAIN: held, or an abandoned request of this context is still in the queue; else as
 * llq_acquire()
 */
int llq_try(struct llq *lock, struct llq_context *context, struct llq_token *token);

/**
 * Release the lock: hand it to the first in the queue that still wants it. Locks may be released in any
 * order.
 *
 * Call class: as llq_acquire(). Bound: one step for each abandoned request in the queue, at most m - 1, and
 * the time in which another context takes the few instructions from entering the queue to being linked.
 * Source: algorithm 1, corrected.
 * @return 0; -EPERM: the token is not that of the holder's last grant; -EBADMSG: the words in the lock make
 * no sense; it is given up as far as this context is concerned
 */
int llq_release(struct llq *lock, struct llq_context *context, const struct llq_token *token);

/**
 * Grants that others got between the registration of this context's last granted request and its grant: at
 * most m - 1. The count starts by a read right after the registration, so a grant that is made in between is
 * missed: it is a lower bound, exact but for those few instructions.
 *
 * Call class: any, own context. Bound: constant.
 */
uint32_t llq_passed(const struct llq_context *context) __attribute__((pure));

/**
 * Who holds the lock; a look, out of date as soon as it is taken. During a hand-over either of the two.
 *
 * Call class: any. Bound: m steps.
 * @return the holder's id; -ENOENT: nobody was seen; -EBADMSG: not a lock for this context's domain
 */
int llq_owner(const struct llq *lock, const struct llq_context *context);

/**
 * Check a lock that nobody is using at the moment.
 *
 * Call class: any. Bound: m steps.
 * @return 0: free, and all its words say so; -EBUSY: somebody holds it or is in its queue; -EBADMSG: its
 * words contradict each other, or it is not a lock for this context's domain
 */
int llq_check(const struct llq *lock, const struct llq_context *context);

#ifdef __cplusplus
}
#endif

#endif
