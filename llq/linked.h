/*
 * The linked engine: a queue of nodes linked by index, as algorithm 1 of the paper means it. This file is the
 * way through a free lock, and the two ends of the usual hand-over; linked.c is everything else that waits.
 *
 * States of a node, who makes the step, and what decides a race:
 *
 *   STAYS -> WAITING  own context, before it enters the queue: nobody else looks at the node yet
 *   WAITING -> HELD   own context if the queue was empty; else the releaser, by compare-and-swap
 *   STAYS -> HELD     the same; the releaser by a store, as nobody else changes the node
 *   WAITING -> ASLEEP own context that will not look any more, by compare-and-swap: of it and the grant one wins
 *   ASLEEP -> HELD    the releaser, by exchange, who then ends the sleep
 *   WAITING, ASLEEP -> LEFT   own context at its deadline, in the same way
 *   LEFT -> WAITING   own context that asks again, by compare-and-swap: it takes its old place up
 *   LEFT -> SKIP      a releaser that passes the node over, by exchange: of it and taking up one wins
 *   SKIP -> STAYS     that releaser, after its walk; till then the context waits, for the walk reads its link
 *   SKIP -> HELD      that releaser, when its exchange met a request that had just been taken up again
 *   HELD -> STAYS     own context, before it gives the lock: nobody looks at the first node's state
 *
 * A node out of the queue is STAYS with link 0, which is what a request without a deadline needs, so such a
 * request is the exchange of the tail and nothing before it. Whoever takes a node out makes it so: the owner
 * its own, before it gives the lock, and a releaser those that it passed over. Nobody meets a node but by the
 * tail or a link, so that STAYS out of the queue is never taken for a request.
 *
 * Exclusion. The lock is given when the exchange of the tail returns 0, or by the owner in its release, as
 * its last step before it counts as outside. The tail returns to 0 only by the releaser's compare-and-swap,
 * which succeeds only if nobody entered behind the last node that it knows. So there is one giver at a time,
 * and it gives once. The paper's word for the owner is not kept: whoever writes it, there is a moment when it
 * is wrong (the listing frees the lock first and then overwrites the next owner's id), and the node that is
 * HELD says the same.
 *
 * Order. The exchanges of the tail define it. A grant goes to the first node behind the owner's that is
 * WAITING. A context has one node, so it is ahead of another at most once: at most m - 1 grants pass a
 * request. A context that left and comes back takes up a place it had before; that is still one grant ahead
 * of anybody behind it. The count of grants is raised by the owner: for itself when it found the lock free,
 * for its successor before it hands over. Each context's grant is counted at most once while another is in
 * the queue, so a count that a registering context reads late or early never shows more than m - 1. If all
 * whom the releaser met had left, a number belongs to no grant; then nobody waits whom it could seem to pass.
 *
 * Bounds. acquire: the grants ahead, at most m - 1 of them; if its node is in SKIP, the rest of one walk.
 * release: a walk over at most m - 1 abandoned nodes, one exchange each. No node is met twice, because passed
 * nodes become STAYS, and can enter again, only after the walk. Whoever entered but did not link yet is waited
 * for: a few instructions, as contexts do not lose their processor in between.
 *
 * Orders, each with what it pairs with, stand at the operations. The main ones: the exchange of the tail is
 * acquire (of the section before, when it returns 0; and of the predecessor's next = 0, which must come
 * before this context's link) and release (of the own next = 0 to whoever enters behind). The link is release
 * and is read by acquire: a releaser that saw the link sees WAITING, never an older state whose late store
 * would wipe out the grant. The grant is release and is waited for by acquire: it carries the section.
 */
#ifndef LLQ_LINKED_H
#define LLQ_LINKED_H

#include "node.h"
#include "port.h"
#include "stats.h"

#include <errno.h>

/** Link behind a predecessor. @return -EINPROGRESS; -EBADMSG */
int llq_linked_link(struct llq *lock, struct llq_context *context, uint32_t before);

/** Link behind a predecessor, and wait; without a deadline it is one word less to hand over. */
int llq_linked_queue(struct llq *lock, struct llq_context *context, uint32_t before, int64_t deadline);
int llq_linked_queue_for_ever(struct llq *lock, struct llq_context *context, uint32_t before);

/** A request while the node is not idle: an abandoned one is still in the queue, or was just passed over. */
int llq_linked_again(struct llq *lock, struct llq_context *context, int64_t deadline);

/** Acquire a lock whose waiters sleep. @return as llq_linked_acquire() */
int llq_linked_acquire_asleep(struct llq *lock, struct llq_context *context, int64_t deadline);

/** The parts of a request. @return as llq_request(), llq_poll(), llq_cancel() */
int llq_linked_request(struct llq *lock, struct llq_context *context);
int llq_linked_poll(struct llq *lock, struct llq_context *context);
int llq_linked_cancel(struct llq *lock, struct llq_context *context);

/** Promise that the context sleeps. @return -EINPROGRESS: it may; else as llq_linked_poll() */
int llq_linked_sleep(struct llq *lock, struct llq_context *context);

/** Give the lock to the first behind the owner that wants it. */
int llq_linked_hand_over(struct llq *lock, struct llq_context *context);

/** The queue was empty: the lock is the caller's, which counts the grant itself. */
static inline int llq_linked_first(struct llq *lock, struct llq_context *context, struct llq_node *node)
{
    /* relaxed: only owners store it, and the free tail was acquired */
    uint32_t grants = TAKT_LOAD(&lock->grants, relaxed);

    TAKT_STORE(&lock->grants, grants + 1, relaxed); /* relaxed: to others a count, not a promise */
    TAKT_STORE(&node->state, LLQ_HELD, relaxed);    /* relaxed: nobody waits for it, looks only */
    context->registered = grants;
    context->version = grants + 1;
    return 0;
}

/** Enter the queue with a node that is out of it, able to leave and to sleep or not. @return the predecessor, or 0 */
static inline uint32_t llq_linked_enter(struct llq *lock, const struct llq_context *context, bool leaves)
{
    if (leaves) /* relaxed: published by the exchange and the link */
        TAKT_STORE(&llq_own(lock, context)->state, LLQ_WAITING, relaxed);

    /* acquire: pairs with the release of the tail's clearing and of the predecessor's exchange; release: for
     * the exchange of whoever enters behind */
    return TAKT_EXCHANGE(&lock->tail, context->index, acq_rel);
}

/**
 * Wait for the grant of a request that is linked and has no deadline. Here, so that little lies between the grant and
 * the release: all others wait for it. The version goes to a variable, not only to memory: who reads it back from there
 * together with its neighbour is held up until the store is done.
 *
 * @return 0; -EBADMSG
 */
static inline int llq_linked_wait(const struct llq *lock, const struct llq_node *node, uint32_t *version)
{
    uint32_t state;

    /* acquire: pairs with the grant's release: the section before */
    for (uint32_t turn = 0; (state = TAKT_LOAD(&node->state, acquire)) <= LLQ_ASLEEP; turn++)
        llq_port_relax(turn);
    /* relaxed: stored before the grant, which was acquired */
    *version = TAKT_LOAD(&lock->grants, relaxed);
    return state == LLQ_HELD ? 0 : -EBADMSG;
}

/** Register, and wait. */
static inline int llq_linked_register(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    struct llq_node *node = llq_own(lock, context);
    uint32_t before = llq_linked_enter(lock, context, deadline != LLQ_FOREVER);

    if (before == 0)
        return llq_linked_first(lock, context, node);
    return deadline == LLQ_FOREVER ? llq_linked_queue_for_ever(lock, context, before)
                                   : llq_linked_queue(lock, context, before, deadline);
}

/** Is the node out of the queue, as it always is unless a request was abandoned? */
static inline bool llq_linked_is_out(const struct llq *lock, const struct llq_context *context)
{
    /* acquire: pairs with the release of llq_linked_free(): the walk is done with the node */
    return !context->left || TAKT_LOAD(&llq_own(lock, context)->state, acquire) == LLQ_STAYS;
}

/**
 * Acquire, without ranks and tokens.
 * @return 0; -ETIMEDOUT; -EBADMSG
 */
static inline int llq_linked_acquire(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    if (!llq_linked_is_out(lock, context))
        return llq_linked_again(lock, context, deadline);
    return llq_linked_register(lock, context, deadline);
}

/**
 * Acquire if free.
 * @return 0; -EAGAIN; -EBADMSG
 */
static inline int llq_linked_try(struct llq *lock, struct llq_context *context)
{
    struct llq_node *node = llq_own(lock, context);
    uint32_t state = TAKT_LOAD(&node->state, acquire); /* pairs as in llq_linked_is_out() */

    if (state != LLQ_STAYS)
        return state == LLQ_LEFT || state == LLQ_SKIP ? -EAGAIN : -EBADMSG;
    if (TAKT_LOAD(&lock->tail, relaxed) != 0) /* relaxed: a hint that spares the others a store */
        return -EAGAIN;
    /* acq_rel: pairs as the exchange of llq_linked_register() */
    if (!TAKT_CAS(&lock->tail, 0, context->index, acq_rel))
        return -EAGAIN;
    return llq_linked_first(lock, context, node);
}

/** Free the lock, if the node is the last of the queue: nobody has linked behind it. */
static inline bool llq_linked_free_it(struct llq *lock, uint32_t index)
{
    return TAKT_CAS(&lock->tail, index, 0,
                    release); /* release: the section, to whoever's exchange returns this 0 */
}

/**
 * The usual hand-over: the one behind is linked and has no deadline. Here, not in linked.c, since on two cores this
 * core's next registration should come before the other has fetched the line to see its grant; else the line
 * moves once more for each hand-over.
 *
 * @param next the node's link, read with acquire; not 0
 * @return false: nothing was done
 */
static inline bool llq_linked_pass(struct llq *lock, const struct llq_context *context, struct llq_node *node,
                                   uint32_t next, uint32_t version)
{
    struct llq_node *behind;

    if (!llq_index_good(context, next) || next == context->index)
        return false;
    behind = llq_node(lock, context, next);
    /* relaxed: the link's acquire has brought it; only this releaser changes it from here on */
    if (TAKT_LOAD(&behind->state, relaxed) != LLQ_STAYS)
        return false;
    TAKT_STORE(&node->next, 0, relaxed); /* relaxed: the context's next exchange publishes it */
    /* relaxed: published by the grant; the owner is the only one to store it, and its version is the last */
    TAKT_STORE(&lock->grants, version + 1, relaxed);
    /* release: the section; pairs with the acquire of llq_linked_poll() */
    TAKT_STORE(&behind->state, LLQ_HELD, release);
    llq_port_wake();
    llq_stats_handed(lock, context, next - 1);
    return true;
}

/**
 * The usual release: free the lock, or pass it to the one behind.
 * @return false: it is still the caller's, who may try again
 */
static inline bool llq_linked_yield(struct llq *lock, struct llq_context *context, struct llq_node *node,
                                    uint32_t version)
{
    uint32_t next;

    /* relaxed: only its own context reads it, and the next registration publishes it anew */
    TAKT_STORE(&node->state, LLQ_STAYS, relaxed);
    next = TAKT_LOAD(&node->next, acquire); /* pairs with the link's release: STAYS is seen */
    return next == 0 ? llq_linked_free_it(lock, context->index)
                     : llq_linked_pass(lock, context, node, next, version);
}

/**
 * Release a lock that the caller holds. The node is made ready for the next request before the lock is given: a
 * store to it afterwards would take the line back from the next owner. Nobody looks at the first node's state.
 *
 * @param node    the context's own
 * @param version of the caller's grant
 * @return 0; -EBADMSG
 */
static inline int llq_linked_release_node(struct llq *lock, struct llq_context *context,
                                          struct llq_node *node, uint32_t version)
{
    return llq_linked_yield(lock, context, node, version) ? 0 : llq_linked_hand_over(lock, context);
}

/** The same, for who does not keep where its node is. */
static inline int llq_linked_release(struct llq *lock, struct llq_context *context, uint32_t version)
{
    return llq_linked_release_node(lock, context, llq_own(lock, context), version);
}

#endif
