/*
 * The linked engine where it waits: behind a predecessor, for a link, over abandoned requests. The argument
 * for it all stands in linked.h.
 *
 * Every index and state that comes out of the lock is read once, checked, and only then used. What makes no
 * sense ends the call with -EBADMSG; a lock to which that happened is lost.
 */
#include "linked.h"

/** Leave, unless the grant has won or is being made. */
static bool llq_linked_leave(struct llq_context *context, struct llq_node *node)
{
    context->left = 1;
    /* relaxed: nothing is handed on by leaving, and a grant that won is acquired by the next load */
    return TAKT_CAS(&node->state, LLQ_WAITING, LLQ_LEFT, relaxed) ||
           TAKT_CAS(&node->state, LLQ_ASLEEP, LLQ_LEFT, relaxed);
}

int llq_linked_poll(struct llq *lock, struct llq_context *context)
{
    /* acquire: pairs with the grant's release: the section before */
    uint32_t state = TAKT_LOAD(&llq_own(lock, context)->state, acquire);

    if (state <= LLQ_ASLEEP)
        return -EINPROGRESS;
    /* relaxed: stored before the grant, which was acquired */
    context->version = TAKT_LOAD(&lock->grants, relaxed);
    return state == LLQ_HELD ? 0 : -EBADMSG;
}

int llq_linked_cancel(struct llq *lock, struct llq_context *context)
{
    struct llq_node *node = llq_own(lock, context);
    int result;

    for (uint32_t turn = 0; !llq_linked_leave(context, node); turn++) {
        result = llq_linked_poll(lock, context);
        if (result != -EINPROGRESS)
            return result;
        llq_port_relax(turn); /* for a releaser that has the node in its hands */
    }
    return -ECANCELED;
}

int llq_linked_sleep(struct llq *lock, struct llq_context *context)
{
    /* relaxed: nothing is handed on by sleeping; if it fails, the grant has come or is being made */
    (void)TAKT_CAS(&llq_own(lock, context)->state, LLQ_WAITING, LLQ_ASLEEP, relaxed);
    return llq_linked_poll(lock, context);
}

/** Wait for the grant. */
static int llq_linked_await(struct llq *lock, struct llq_context *context, int64_t deadline, bool sleeps)
{
    struct llq_node *node = llq_own(lock, context);

    for (uint32_t turn = 0;; turn++) {
        bool asleep = sleeps && turn >= LLQ_PORT_BLOCKS;
        int result = asleep ? llq_linked_sleep(lock, context) : llq_linked_poll(lock, context);

        if (result != -EINPROGRESS)
            return result;
        if (deadline != LLQ_FOREVER && llq_port_now() >= deadline && llq_linked_leave(context, node))
            return -ETIMEDOUT;
        if (asleep)
            llq_port_block(&node->state, LLQ_ASLEEP, deadline);
        else
            llq_port_relax(turn);
    }
}

int llq_linked_link(struct llq *lock, struct llq_context *context, uint32_t before)
{
    if (!llq_index_good(context, before) || before == context->index)
        return -EBADMSG;

    /* relaxed, after the exchange's acquire: a context that registered before has its earlier grants in it */
    context->registered = TAKT_LOAD(&lock->grants, relaxed);
    /* release: next = 0 and the state, to the acquires of llq_linked_release() and llq_linked_behind() */
    TAKT_STORE(&llq_node(lock, context, before)->next, context->index, release);
    llq_port_wake();
    llq_stats_waits(context);
    return -EINPROGRESS;
}

int llq_linked_queue(struct llq *lock, struct llq_context *context, uint32_t before, int64_t deadline)
{
    int result = llq_linked_link(lock, context, before);

    return result == -EINPROGRESS ? llq_linked_await(lock, context, deadline, false) : result;
}

int llq_linked_queue_for_ever(struct llq *lock, struct llq_context *context, uint32_t before)
{
    int result = llq_linked_link(lock, context, before);

    return result == -EINPROGRESS ? llq_linked_wait(lock, llq_own(lock, context), &context->version) : result;
}

/**
 * Take the place of an abandoned request up again.
 * @return -EINPROGRESS; 0: the node is out of the queue; -EBADMSG
 */
static int llq_linked_take_up(struct llq *lock, struct llq_context *context)
{
    struct llq_node *node = llq_own(lock, context);
    uint32_t state;

    /* relaxed: the node was published when it entered, and the grant will be acquired */
    if (TAKT_CAS(&node->state, LLQ_LEFT, LLQ_WAITING, relaxed)) {
        /* relaxed: the place was kept all the time, so even an older count has each other context once */
        context->registered = TAKT_LOAD(&lock->grants, relaxed);
        llq_stats_waits(context);
        return -EINPROGRESS;
    }
    /* acquire: pairs as in llq_linked_is_out() */
    for (uint32_t turn = 0; (state = TAKT_LOAD(&node->state, acquire)) == LLQ_SKIP; turn++)
        llq_port_relax(turn);
    return state == LLQ_STAYS ? 0 : -EBADMSG;
}

int llq_linked_again(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    int result = llq_linked_take_up(lock, context);

    if (result == -EINPROGRESS)
        return llq_linked_await(lock, context, deadline, false);
    return result == 0 ? llq_linked_register(lock, context, deadline) : result;
}

int llq_linked_request(struct llq *lock, struct llq_context *context)
{
    uint32_t before;
    int result;

    if (!llq_linked_is_out(lock, context)) {
        result = llq_linked_take_up(lock, context);
        if (result != 0)
            return result;
    }
    before = llq_linked_enter(lock, context, true);
    return before == 0 ? llq_linked_first(lock, context, llq_own(lock, context))
                       : llq_linked_link(lock, context, before);
}

int llq_linked_acquire_asleep(struct llq *lock, struct llq_context *context, int64_t deadline)
{
    int result = llq_linked_request(lock, context);

    return result == -EINPROGRESS ? llq_linked_await(lock, context, deadline, LLQ_CAN_BLOCK) : result;
}

/**
 * Index behind a node that is not the last, waiting for its link.
 * @return not a good index if the tail makes no sense
 */
static uint32_t llq_linked_behind(const struct llq *lock, const struct llq_context *context, uint32_t index)
{
    const struct llq_node *node = llq_node(lock, context, index);
    uint32_t next = TAKT_LOAD(&node->next, acquire); /* pairs with the link's release */
    uint32_t tail;

    if (next != 0)
        return next;
    tail = TAKT_LOAD(&lock->tail, relaxed); /* relaxed: only checked, lest it wait for nobody */
    if (!llq_index_good(context, tail) || tail == index)
        return UINT32_MAX;
    /* acquire: as above */
    for (uint32_t turn = 0; (next = TAKT_LOAD(&node->next, acquire)) == 0; turn++)
        llq_port_relax(turn);
    return next;
}

/** The state that the releaser's exchange met, when it was not an abandoned request: HELD, or nonsense put back. */
static void llq_linked_settle(struct llq *lock, struct llq_node *node, uint32_t index, uint32_t met)
{
    /* release: the section, as in llq_linked_grant() */
    TAKT_STORE(&node->state, met == LLQ_WAITING || met == LLQ_ASLEEP ? LLQ_HELD : met, release);
    if (met == LLQ_ASLEEP)
        llq_port_unblock(lock, index - 1, &node->state);
}

/**
 * Make a waiting node the owner; take an abandoned one out.
 * @return LLQ_HELD, LLQ_LEFT, or what makes no sense there
 */
static uint32_t llq_linked_grant(struct llq *lock, struct llq_node *node, uint32_t index)
{
    uint32_t state;

    /* relaxed: the link's acquire has brought it; only this releaser changes it from here on */
    if (TAKT_LOAD(&node->state, relaxed) == LLQ_STAYS) {
        /* release: the section; pairs with the acquire of llq_linked_poll() */
        TAKT_STORE(&node->state, LLQ_HELD, release);
        return LLQ_HELD;
    }
    /* release: as above */
    if (TAKT_CAS(&node->state, LLQ_WAITING, LLQ_HELD, release))
        return LLQ_HELD;

    /* relaxed: it only decides; what follows is released by the store of HELD or of STAYS */
    state = TAKT_EXCHANGE(&node->state, LLQ_SKIP, relaxed);
    if (state == LLQ_LEFT)
        return LLQ_LEFT;
    llq_linked_settle(lock, node, index, state); /* WAITING: it was just taken up again */
    return state == LLQ_WAITING || state == LLQ_ASLEEP ? LLQ_HELD : state;
}

/** Let the contexts go that were passed over: count nodes, linked from first on. */
static void llq_linked_free(struct llq *lock, const struct llq_context *context, uint32_t first,
                            uint32_t count)
{
    while (count-- > 0 && llq_index_good(context, first)) {
        struct llq_node *node = llq_node(lock, context, first);

        first = TAKT_LOAD(&node->next, relaxed); /* relaxed: the walk has acquired it */
        TAKT_STORE(&node->next, 0, relaxed);     /* relaxed: released by the next store */
        /* release: all that was done with the node; pairs with the acquires of its context's next request */
        TAKT_STORE(&node->state, LLQ_STAYS, release);
    }
}

/**
 * Walk from the node behind the owner's to the first that wants the lock.
 * @param skipped how many abandoned ones were passed over
 * @return LLQ_HELD: somebody got it, or it is free; else the words make no sense
 */
static uint32_t llq_linked_walk(struct llq *lock, const struct llq_context *context, uint32_t next,
                                uint32_t *skipped)
{
    while (llq_index_good(context, next) && next != context->index) {
        uint32_t state = llq_linked_grant(lock, llq_node(lock, context, next), next);

        if (state == LLQ_HELD)
            llq_stats_handed(lock, context, next - 1);
        if (state != LLQ_LEFT)
            return state;
        ++*skipped;
        /* relaxed: if it is 0 nothing is taken from it, else it is read again with acquire */
        if (TAKT_LOAD(&llq_node(lock, context, next)->next, relaxed) == 0 && llq_linked_free_it(lock, next))
            return LLQ_HELD;
        next = llq_linked_behind(lock, context, next);
    }
    return LLQ_SKIP;
}

int llq_linked_hand_over(struct llq *lock, struct llq_context *context)
{
    uint32_t first = llq_linked_behind(lock, context, context->index);
    uint32_t skipped = 0;
    uint32_t state;

    TAKT_STORE(&llq_own(lock, context)->next, 0,
               relaxed); /* relaxed: the context's next exchange publishes it */
    /* relaxed: published by the grant; the owner is the only one to store it */
    TAKT_STORE(&lock->grants, TAKT_LOAD(&lock->grants, relaxed) + 1, relaxed);
    state = llq_linked_walk(lock, context, first, &skipped);
    llq_linked_free(lock, context, first, skipped);
    llq_port_wake();
    return state == LLQ_HELD ? 0 : -EBADMSG;
}
