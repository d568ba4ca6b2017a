/*
 * LLQ: the lock between contexts that no common scheduler knows: the cores of a domain, or plain threads.
 *
 * It is the linked lock queue of Park and Seo (JKIIT 24(10), 2026, algorithm 1), corrected and made whole. Requests
 * form a queue; who releases hands the lock to the next in line, so nobody can steal it in between.
 *
 * Two engines, chosen when a lock is made. The *linked* engine is a queue of nodes, for any number of contexts; it is
 * the fastest. The *announce* engine keeps a word for each of at most LLQ_ANNOUNCE_MAX contexts in one line, and
 * every step that lasts is one store or one compare-and-swap: it can also serve by priority, and survives the death of
 * a context at any step. A third, *bakery*, needs only loads, stores and fences, for memory on which exclusive
 * accesses do not exclude.
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
 * "The bound" below is (m - 1 + K)(L + h): m contexts, K overtakings that the lock allows, the longest section L, one
 * hand-over h. The death of an owner adds the time to notice it, to fence it and to repair, once a death.
 */
#ifndef LLQ_LLQ_H
#define LLQ_LLQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <takt/atomic.h>

#if !defined(LLQ_LINE) && defined(__has_include)
#if __has_include(<takt/config.h>)
#include <takt/config.h>
#define LLQ_LINE CONFIG_TAKT_LLQ_LINE
#endif
#endif

#if !defined(LLQ_STATS) && defined(CONFIG_TAKT_LLQ_STATS)
#define LLQ_STATS CONFIG_TAKT_LLQ_STATS
#endif

#ifndef LLQ_STATS
/** 1: locks keep statistics, and are larger by LLQ_STATS_BYTES(m). All images must agree. */
#define LLQ_STATS 0
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

#define LLQ_ANNOUNCE_MAX    12  /* contexts of a lock that is not linked */
#define LLQ_OVERTAKINGS_MAX 15  /* K */
#define LLQ_PRIORITY_MAX    255 /* the least urgent; 0 is the most urgent */
#define LLQ_CEILING_MAX     255
#define LLQ_EPOCH_BITS      6 /* of a context's epoch, that the words of a robust lock hold */

/** The deadline of a request that waits for ever. */
#define LLQ_FOREVER INT64_MAX

/** Up to so many contexts all nodes share a line: at most one waits, so there is nobody whom it could
 * disturb. */
#define LLQ_COMPACT 2

#define LLQ_ROUND(bytes) (((bytes) + LLQ_LINE - 1u) / LLQ_LINE * LLQ_LINE)

/** Numbers of a lock's histogram of queue lengths. */
#define LLQ_STATS_QUEUE 4

/** Bytes of one context's statistics, and of all: 0 when they are not configured. */
#define LLQ_STATS_SIZE(m)  LLQ_ROUND((size_t)4 * (4 + LLQ_STATS_QUEUE + (m)))
#define LLQ_STATS_BYTES(m) (LLQ_STATS * (m)*LLQ_STATS_SIZE(m))

/** Bytes of a lock for m contexts without its statistics: linked; any of these is enough for the other engines. */
#define LLQ_BARE(m) ((size_t)LLQ_LINE * ((m) <= LLQ_COMPACT ? 2u : 2u + (m)))

/** Bytes of a lock for m contexts. */
#define LLQ_SIZE(m)  (LLQ_BARE(m) + LLQ_STATS_BYTES(m))
#define LLQ_WORDS(m) (LLQ_SIZE(m) / sizeof(struct takt_word))

#define LLQ_ALIGNED __attribute__((aligned(LLQ_LINE)))

/** Memory of a lock for m contexts, by name: LLQ_MEMORY(words, 2); struct llq *lock = (struct llq *)words; */
#define LLQ_MEMORY(name, m) struct takt_word name[LLQ_WORDS(m)] LLQ_ALIGNED

/** The head of a lock; the contexts' nodes follow. Every member is private to the library. */
struct llq {
    struct takt_word config; /* layout, engine, contexts, rank */
    struct takt_word policy; /* overtakings, robust, block, ceiling */

    struct takt_word tail
        LLQ_ALIGNED;         /* linked: last in the queue, 0: the lock is free; announce: the lock word */
    struct takt_word grants; /* how often it was granted; stored by the owner alone */
};

/**
 * What a context knows, in its private memory and on its own line. Every member is private to the library. Those that
 * are used together lie together: a processor that can fetches two at a time.
 */
struct llq_context {
    uint32_t registered LLQ_ALIGNED; /* of the last request: grants before it */
    uint32_t version;                /* number of its grant */
    uint32_t identity;               /* index and epoch, as tokens have them */
    uint32_t index;                  /* id + 1 */
    uint32_t epoch;                  /* which life this is */
    uint32_t depth;                  /* locks held */
    uint32_t waits;                  /* 1: a request is registered: held[depth] says for what */
    uint32_t own;                    /* where its node is in every lock */
    uint32_t left;                   /* 1: it has abandoned a request some time */
    uint32_t config;                 /* what a lock must say */
    uint32_t contexts;               /* of the domain */
    uint32_t shift;                  /* distance of a lock's nodes */
    uint32_t owned;                  /* announce: the lock word when it owns the lock and nobody waits */
    uint32_t priority;               /* of its requests */
#if LLQ_STATS
    bool waited;   /* the last request was not granted at once */
    int64_t asked; /* when it began */
#endif
    struct llq_held {
        struct llq *lock;
        uint32_t version, rank;
#if LLQ_STATS
        int64_t since; /* when it was granted */
#endif
    } held[LLQ_NEST];
};

/** Proof of ownership: by which grant; who (bits 0-7) in which life (8-31). A zeroed one is never valid. */
struct llq_token {
    uint32_t version, identity;
};

/** How the requests of a lock are kept. */
enum llq_engine {
    LLQ_LINKED,   /* nodes, linked by index: any number of contexts, FIFO */
    LLQ_ANNOUNCE, /* one line: at most LLQ_ANNOUNCE_MAX contexts; priority, robustness */
    LLQ_BAKERY    /* loads and stores only: at most LLQ_ANNOUNCE_MAX contexts, FIFO */
};

/** How a lock is made; a zeroed one is the default: linked, FIFO, not ranked, waiting in a loop. */
struct llq_attr {
    enum llq_engine engine;
    unsigned rank; /* locks held together must be taken in rising rank; 0: not checked; to LLQ_RANK_MAX */
    unsigned
        overtakings;  /* K, to LLQ_OVERTAKINGS_MAX; 0: FIFO; else the most urgent request first, each being
                           * overtaken at most K times. Announce only */
    bool robust;      /* survives the death of a context. Announce only, and a port that can fence */
    bool block;       /* a waiter sleeps by the port's block, after it spun for a while */
    unsigned ceiling; /* interrupts that may use the lock, as the layer above counts them; 0: none. To
                           * LLQ_CEILING_MAX. The
                           * library stores it, so that all agree */
};

/**
 * Can such a lock be made?
 *
 * Call class: any. Bound: constant.
 * @param attr NULL: the default
 * @return as llq_init()
 */
int llq_attr_check(unsigned contexts, const struct llq_attr *attr);

/**
 * Make a lock, free. One context does this, before the others are told of it.
 *
 * Call class: any. Bound: m steps.
 * @param lock     LLQ_SIZE(contexts) bytes at a multiple of LLQ_LINE
 * @param contexts m, 1 to LLQ_CONTEXTS_MAX; 1 to LLQ_ANNOUNCE_MAX unless linked
 * @param attr     NULL: the default
 * @return 0; -EINVAL: no memory, not aligned, or a number out of range; -ENOTSUP: what the engine does not promise
 *         (the linked one: priority, robustness; bakery: these and blocking), or what the port cannot do (robustness
 *         without a fence)
 */
int llq_init(struct llq *lock, unsigned contexts, const struct llq_attr *attr);

/**
 * How a lock was made.
 *
 * Call class: any. Bound: constant.
 * @return 0; -EBADMSG: not a lock for this context's domain
 */
int llq_get_attr(const struct llq *lock, const struct llq_context *context, struct llq_attr *attr);

/**
 * Make a context. It is private memory, used by that context alone.
 *
 * Call class: any. Bound: constant.
 * @param id       0 to contexts - 1; no two contexts have the same
 * @param contexts of every lock that this context will use
 * @param epoch    another number in each life of the context (the next one, best), so that a token of an earlier life
 *                 is refused, and what an earlier life left in a robust lock is known for what it is; 0 for contexts
 *                 that live once
 * @return 0; -EINVAL: no memory, or a number out of range
 */
int llq_context_init(struct llq_context *context, unsigned id, unsigned contexts, uint32_t epoch);

/**
 * Priority of the context's requests from now on. Before the first call it is LLQ_PRIORITY_MAX.
 *
 * Call class: any, own context. Bound: constant.
 * @param priority 0, the most urgent, to LLQ_PRIORITY_MAX
 * @return 0; -EINVAL
 */
int llq_set_priority(struct llq_context *context, unsigned priority);

/**
 * Acquire the lock.
 *
 * A request whose deadline passes is abandoned. In a linked lock its place in the queue stays until it is reached; if
 * the context asks again before that, it takes its old place up again. In the others it begins anew at the end. A
 * grant at the same instant as the deadline wins.
 *
 * Call class: any context that may spin; preemption off. Bound: the bound. Source: algorithm 1, corrected.
 * @param deadline absolute, in the port's nanoseconds; LLQ_FOREVER: no deadline
 * @param token    where the proof of ownership goes
 * @return 0; -EOWNERDEAD: acquired, but an owner died inside: repair, then llq_consistent(); -ETIMEDOUT; -EDEADLK:
 *         this context holds the lock, or the lock's rank is not above those it holds; -ENOSPC: it holds LLQ_NEST
 *         locks; -EBUSY: a request of llq_request() has not ended; -ENOTRECOVERABLE: the lock was released without
 *         repair; -EBADMSG: the memory is no lock for this context's domain, or the words in it make no sense
 */
int llq_acquire(struct llq *lock, struct llq_context *context, int64_t deadline, struct llq_token *token);

/**
 * Acquire the lock if it is free; never waits, and recovers nothing.
 *
 * Call class: as llq_acquire(). Bound: constant.
 * @return 0 or -EOWNERDEAD; -EAGAIN: held, or an abandoned request of this context is still in the queue; else as
 *         llq_acquire()
 */
int llq_try(struct llq *lock, struct llq_context *context, struct llq_token *token);

/**
 * Register a request and do not wait. The request goes on until llq_poll() or llq_cancel() says that it ended; until
 * then the context makes no other request (one context for each lock allows more).
 *
 * Call class: as llq_acquire(). Bound: constant.
 * @return 0 or -EOWNERDEAD: acquired at once; -EINPROGRESS: registered; else as llq_acquire()
 */
int llq_request(struct llq *lock, struct llq_context *context, struct llq_token *token);

/**
 * See how a registered request does; recover the lock if its owner is found dead.
 *
 * Call class: as llq_acquire(). Bound: constant, or what the port's fence takes.
 * @param sleeps the caller will stop looking: from a return of -EINPROGRESS on, the port's unblock is called for this
 *               context when the grant is made. Locks made with block only
 * @return 0 or -EOWNERDEAD: acquired; -EINPROGRESS; -ENOTRECOVERABLE, -EBADMSG: the request ended without a grant;
 *         -EINVAL: no such request
 */
int llq_poll(struct llq *lock, struct llq_context *context, bool sleeps, struct llq_token *token);

/**
 * Abandon a registered request, unless the grant has won.
 *
 * Call class: as llq_acquire(). Bound: constant.
 * @return -ECANCELED: abandoned; 0 or -EOWNERDEAD: acquired, the grant won; else as llq_poll()
 */
int llq_cancel(struct llq *lock, struct llq_context *context, struct llq_token *token);

/**
 * Release the lock: hand it to the first in the queue that still wants it. Locks may be released in any
 * order. A lock that was acquired with -EOWNERDEAD and not declared consistent is dead from here on: all that wait or
 * ask get -ENOTRECOVERABLE.
 *
 * Call class: as llq_acquire(). Bound: linked: one step for each abandoned request in the queue, at most m - 1, and
 * the time in which another context takes the few instructions from entering the queue to being linked; announce: a
 * look at m words, repeated for each request that comes or is abandoned meanwhile.
 * Source: algorithm 1, corrected.
 * @return 0; -EPERM: the token is not that of the holder's last grant; -EBADMSG: the words in the lock make
 * no sense; it is given up as far as this context is concerned
 */
int llq_release(struct llq *lock, struct llq_context *context, const struct llq_token *token);

/**
 * Release the lock for an owner that ended inside: the next one is told -EOWNERDEAD. Announce locks; others as
 * llq_release().
 *
 * Call class, bound, return: as llq_release()
 */
int llq_forsake(struct llq *lock, struct llq_context *context, const struct llq_token *token);

/**
 * Declare what the lock guards repaired, after -EOWNERDEAD.
 *
 * Call class: as llq_release(). Bound: a step, repeated for each request that comes or is abandoned meanwhile.
 * @return 0; -EPERM: as llq_release(); -EINVAL: nothing to repair
 */
int llq_consistent(struct llq *lock, struct llq_context *context, const struct llq_token *token);

/**
 * Grants that others got between the registration of this context's last granted request and its grant: at
 * most m - 1 + K. The count starts by a read right after the registration, so a grant that is made in between is
 * missed: it is a lower bound, exact but for those few instructions. An owner that dies in its release may have
 * counted a grant that it did not make: each death in that time can add one.
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

#if LLQ_STATS

/** What happened to one context's requests for one lock. Each number wraps or stays at its maximum as it says. */
struct llq_stats {
    uint32_t acquisitions;               /* wraps */
    uint32_t contended;                  /* of these, how many had to wait; wraps */
    uint32_t longest_wait, longest_hold; /* nanoseconds; 2^32 - 1: that or more */
    uint32_t queue[LLQ_STATS_QUEUE]; /* how often so many were ahead, the owner included; the last: or more */
};

/**
 * Statistics of a context's requests for a lock; a look, numbers in it may be of different moments.
 *
 * Call class: any. Bound: constant.
 * @return 0; -EINVAL: no such context; -EBADMSG: not a lock for this context's domain
 */
int llq_stats(const struct llq *lock, const struct llq_context *context, unsigned id,
              struct llq_stats *stats);

/**
 * How often one context handed the lock over to another; wraps.
 *
 * Call class: any. Bound: constant. @return 0; as llq_stats()
 */
int llq_handovers(const struct llq *lock, const struct llq_context *context, unsigned from, unsigned to,
                  uint32_t *count);

#endif

#ifdef __cplusplus
}
#endif

#endif
