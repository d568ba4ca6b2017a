/*
 * The announce engine: one line, in it the lock word and a word for each context. This file is the way through a free
 * lock; announce.c is everything that waits, hands over or recovers.
 *
 * All that decides is in the lock word, so that each step that lasts is one compare-and-swap of it, and a context can
 * die between any two:
 *
 *   owner         0: free; 15: dead, not recoverable; else the owner's index
 *   waits         a bit for each context whose request is registered
 *   inconsistent  an owner died, and nobody has repaired since
 *   epoch         which life of the owner
 *   ticket        the next one; 0 whenever the lock becomes free
 *
 * A context's own word says what a hand-over wants to know of its request: ticket, priority, how often it was
 * overtaken, its life, whether it sleeps. It is written before the bit in the lock word is set, and while the bit is set
 * by compare-and-swap only. So there is no half-registered request, and no grant without an owner:
 *
 *   free -> owned        who finds it free                      registered -> owned   the owner's release
 *   owned -> registered  nobody: a request has no owner's bit   registered -> gone    its own context, at its deadline
 *   owned -> free        the owner's release, if no bit is set: a lock is never free while somebody waits
 *   owned -> owned, or free, and inconsistent: whoever finds that the owner's life is over
 *
 * Exclusion. Only the owner changes the owner in the word, until its life is over. That is said by the port's fence
 * alone, and a life that is over does not come back: a context that starts again has another epoch, and the word tells
 * the two apart. Who finds the owner dead changes the word by compare-and-swap from what it saw before it asked: if
 * anything came between, it has seen nothing.
 *
 * Order. The compare-and-swap that sets the bit is the registration, and takes the word's ticket with it. Age is the
 * distance from a ticket to the next one, modulo 512. To wrap, 511 requests would have to register while one waits, nearly
 * all of them to be abandoned; from there on latecomers share a ticket and are served by number, so that no age wraps. FIFO: the oldest is served. With K overtakings: the most urgent among the oldest that was
 * overtaken K times already and those before it; everybody older than the one who is served has been overtaken. The
 * count is raised before the grant: who dies in between has counted one too many, never one too few. So a request is
 * passed by at most m - 1 that were ahead of it, or share its ticket, and K others.
 *
 * The same word again. Each compare-and-swap takes what it stores from the word that it expects, and is right for that
 * word whatever happened since it was read. Two things also come from the contexts' own words: whom to grant, and its
 * life. If a request was abandoned and made anew meanwhile, the ticket in the word is another; only if tickets are shared
 * can the word be the same. The grant is then out of turn once; and if a whole life ended meanwhile, it goes to the
 * earlier life: whoever sees its own index with another's epoch hands the lock on. The epoch wraps after 64 lives. A lock that
 * nobody touched in that time, held by the first of these lives, is recovered when the context uses it or dies again.
 *
 * Death. A context whose life is over may be the owner, have its bit set, or neither. The bit: it is granted the lock some
 * time, and is then an owner that died. The owner: the next that waits asks the fence, and hands the lock on in the order
 * of the queue, inconsistent; the context that gets it is told -EOWNERDEAD. A new life that finds its own index or bit in
 * the word, though it knows that it asked for nothing, deals with these by the same steps, and clears nobody else's.
 *
 * Bounds. Each compare-and-swap that fails is another context's step that succeeded: a registration, of which each
 * context can make one until it is served, an abandonment, which takes a deadline, or a hand-over. release looks at m
 * words, and a registration too. Without contention acquire and release are one compare-and-swap each.
 *
 * Orders. A hand-over is release and is waited for by acquire; registrations in between are read-modify-writes, which
 * continue its release sequence. A registration is release, for the context's own word, and is read by acquire before a
 * choice. tests/model/announce.pml is this protocol.
 */
#ifndef LLQ_ANNOUNCE_H
#define LLQ_ANNOUNCE_H

#include "node.h"
#include "port.h"

#include <errno.h>

/* the lock word: owner 0-3, waits 4-15, inconsistent 16, epoch 17-22, ticket 23-31 */
#define LLQ_WORD_OWNER        0xfu
#define LLQ_WORD_DEAD         15u
#define LLQ_WORD_WAITS        4
#define LLQ_WORD_INCONSISTENT 0x10000u
#define LLQ_WORD_EPOCH        17
#define LLQ_WORD_TICKET       23
#define LLQ_WORD_ALL_WAIT     0xfff0u
#define LLQ_WORD_LIFE         (LLQ_WORD_OWNER | LLQ_EPOCH_MASK << LLQ_WORD_EPOCH)

/* a context's word: ticket 0-8, priority 9-16, overtaken 17-20, epoch 21-26, asleep 27 */
#define LLQ_MINE_PRIORITY  9
#define LLQ_MINE_OVERTAKEN 17
#define LLQ_MINE_EPOCH     21
#define LLQ_MINE_ASLEEP    0x8000000u

#define LLQ_TICKETS    512u
#define LLQ_EPOCH_MASK ((1u << LLQ_EPOCH_BITS) - 1)

_Static_assert(LLQ_ANNOUNCE_MAX < LLQ_WORD_DEAD && LLQ_WORD_WAITS + LLQ_ANNOUNCE_MAX == 16,
               "contexts fit the word");
_Static_assert(LLQ_WORD_EPOCH + LLQ_EPOCH_BITS == LLQ_WORD_TICKET,
               "the ticket is on top, so that it wraps by itself");

/** The word was not 0: register, and wait. @return as llq_announce_acquire() */
int llq_announce_wait(struct llq *lock, struct llq_context *context, int64_t deadline);

/** The word was not what an owner with nobody waiting has: hand over. @return 0; -EBADMSG */
int llq_announce_pass(struct llq *lock, struct llq_context *context, uint32_t version);

/** The parts of a request: registered or owned at once; a look at it; its end. @return as llq_request(), llq_poll(),
 * llq_cancel() */
int llq_announce_request(struct llq *lock, struct llq_context *context);
int llq_announce_poll(struct llq *lock, struct llq_context *context, uint32_t turn);
int llq_announce_cancel(struct llq *lock, struct llq_context *context);

/** Promise that the context sleeps. @return -EINPROGRESS: it may; else as llq_announce_poll() */
int llq_announce_sleep(struct llq *lock, struct llq_context *context, uint32_t turn);

/** Acquire if free. @return 0, -EOWNERDEAD; -EAGAIN, -ENOTRECOVERABLE, -EBADMSG */
int llq_announce_try(struct llq *lock, struct llq_context *context);

/** As llq_announce_pass(), but the next owner is told that this one died. @return 0; -EBADMSG */
int llq_announce_forsake(struct llq *lock, struct llq_context *context);

/** The owner has repaired. @return 0; -EINVAL: there was nothing; -EBADMSG */
int llq_announce_consistent(struct llq *lock, struct llq_context *context);

/** Looks. @return as llq_owner(), llq_check() */
int llq_announce_owner(const struct llq *lock, const struct llq_context *context);
int llq_announce_check(const struct llq *lock, const struct llq_context *context);

/** The word of a lock that this context owns, and nobody waits for. */
static inline uint32_t llq_announce_owned(uint32_t id, uint32_t epoch)
{
    return (id + 1) | (epoch & LLQ_EPOCH_MASK) << LLQ_WORD_EPOCH;
}

/** The lock was free: it is the caller's, which counts the grant itself. */
static inline void llq_announce_first(struct llq *lock, struct llq_context *context)
{
    /* relaxed: only owners store it, and the free word was acquired */
    uint32_t grants = TAKT_LOAD(&lock->grants, relaxed);

    TAKT_STORE(&lock->grants, grants + 1, relaxed); /* relaxed: to others a count, not a promise */
    context->registered = grants;
    context->version = grants + 1;
}

/** Acquire a lock that is free, and whose last owner did not die. @return false: it isn't */
static inline bool llq_announce_take(struct llq *lock, struct llq_context *context)
{
    /* acquire: the section before; pairs with the release below and in announce.c */
    if (!TAKT_CAS(&lock->tail, 0, context->owned, acquire))
        return false;
    llq_announce_first(lock, context);
    return true;
}

/**
 * Acquire, without ranks and tokens.
 * @return 0, -EOWNERDEAD; -ETIMEDOUT, -ENOTRECOVERABLE, -EBADMSG
 */
static inline int llq_announce_acquire(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    return llq_announce_take(lock, context) ? 0 : llq_announce_wait(lock, context, deadline);
}

/** The release of a lock that nobody waits for. @return false: somebody does, and it is still the caller's */
static inline bool llq_announce_yield(struct llq *lock, const struct llq_context *context)
{
    uint32_t owned = context->owned;

    /* relaxed: a look. A compare-and-swap that fails takes the line, and those that wait take it back: the one that hands
     * over would have to fetch it again. Release: the section, to whoever's compare-and-swap or look finds the lock free */
    return TAKT_LOAD(&lock->tail, relaxed) == owned && TAKT_CAS(&lock->tail, owned, 0, release);
}

/**
 * Release a lock that the caller holds.
 * @param version of the caller's grant
 * @return 0; -EBADMSG: the word does not say that it does
 */
static inline int llq_announce_release(struct llq *lock, struct llq_context *context, uint32_t version)
{
    return llq_announce_yield(lock, context) ? 0 : llq_announce_pass(lock, context, version);
}

#endif
