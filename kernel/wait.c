/*
 * Blocking and waking.
 *
 * A service that has to wait holds the kernel lock from its last look at the object until the thread stands
 * in the object's queue, with its deadline armed. A handler that changes the object in between posts it, and
 * the unlock matches it: a wake-up cannot be lost. The waker's step takes the waiter from queue and timer and
 * gives the result, so a deadline in the same instant finds nothing to expire: the grant wins, and nobody can
 * take it back.
 *
 * Bound: constant, plus the timer heap's logarithm for a wait with a deadline, interrupts open.
 */
#include "kernel.h"

/*
 * Counter values compare rightly while they are less than half the counter's range apart. Half of that reach is for
 * the future, the other half for what is overdue; what lies further away comes never.
 */
uint64_t takt_deadline_when(takt_deadline_t deadline)
{
    uint64_t now, span;

    if (deadline == TAKT_FOREVER)
        return TAKT_NEVER;
    span = takt_port_from_ns(deadline & INT64_MAX); /* of both kinds: the sign only tells them apart */
    now = takt_port_counter();
    if (deadline < 0)
        span = span <= now ? 0 : span - now;
    return span < TAKT_REACH ? now + span : TAKT_NEVER;
}

static void arm(struct takt_core *core, struct takt_thread *thread, takt_deadline_t deadline)
{
    uint64_t when = takt_deadline_when(deadline);

    if (when != TAKT_NEVER)
        takt_timer_arm(core, &thread->timeout, when);
}

/* The running thread is ready and nothing else. */
void takt_block_begin(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    struct takt_thread *thread = core->current;

    takt_trace_block(TAKT_ID(queue), TAKT_ID(thread));
    takt_ready_remove(core, thread);
    thread->state = TAKT_STATE_BLOCKED;
    takt_trace_unready(TAKT_ID(thread), TAKT_STATE_BLOCKED);
    if (takt_is_special(thread))
        takt_rest(core, thread);
    if (queue != NULL)
        takt_waitq_insert(queue, thread, false);
    if (deadline != TAKT_FOREVER)
        arm(core, thread, deadline);
}

TAKT_APART int takt_block_end(struct takt_core *core)
{
    struct takt_thread *thread = core->current;

    takt_unlock_away(core);
    return thread->result;
}

static TAKT_APART int block_slow(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    takt_block_begin(core, queue, deadline);
    return takt_block_end(core);
}

#if CONFIG_TAKT_LOCK_MASK
/* Nothing is posted, and one way for all is less code. */
int takt_block(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    return block_slow(core, queue, deadline);
}
#elif CONFIG_TAKT_WAITQ
/* Something was posted, maybe for the caller. */
static TAKT_APART int block_posted(struct takt_core *core, const struct takt_thread *thread)
{
    (void)takt_unlock_posted(core);
    return thread->result;
}

/* By its upper half: so are the last four seconds of the 292 years that come before. */
static inline bool is_for_ever(takt_deadline_t deadline)
{
    return (int32_t)(deadline >> 32) == INT32_MAX;
}

/* The usual way, all at hand: for ever, alone in the queue. */
int takt_block(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    struct takt_thread *thread = core->current;

    if (!is_for_ever(deadline) || queue->head != NULL || takt_is_special(thread))
        return block_slow(core, queue, deadline);
    takt_trace_block(TAKT_ID(queue), TAKT_ID(thread));
    takt_ready_remove(core, thread);
    thread->state = TAKT_STATE_BLOCKED;
    takt_trace_unready(TAKT_ID(thread), TAKT_STATE_BLOCKED);
    takt_waitq_put(queue, thread);
    takt_lock_drop(core);
    if (core->posted)
        return block_posted(core, thread);
    takt_port_switch();
    return thread->result;
}

/* Where others wait behind it, or it had a deadline. */
static TAKT_APART int hand_over_slow(struct takt_core *core, struct takt_waitq *queue)
{
    takt_wake(core, queue->head, 0);
    return takt_unlock(core);
}

int takt_hand_over(struct takt_core *core, struct takt_waitq *queue)
{
    struct takt_thread *thread = queue->head;

    if (!takt_waits_alone(thread))
        return hand_over_slow(core, queue);
    return takt_hand_over_alone(core, queue, thread);
}
#endif

void takt_wait_leave(struct takt_core *core, struct takt_thread *thread)
{
    if (takt_waits_in(thread) != NULL)
        takt_waitq_remove(thread);
    if (thread->timeout.armed)
        takt_timer_disarm(core, &thread->timeout);
}

void takt_wake(struct takt_core *core, struct takt_thread *thread, int result)
{
    struct takt_mutex *mutex = takt_blocked_end(thread);

    takt_trace_resumed(core, takt_waits_in(thread));
    takt_wait_leave(core, thread);
    thread->result = result;
    takt_state_clear(core, thread, TAKT_STATE_BLOCKED);
    takt_trace_wake(TAKT_ID(thread), (uintptr_t)result);
    takt_inherit_less(core, mutex);
}

void takt_wait_timeout(struct takt_core *core, struct takt_tnode *node)
{
    takt_wake(core, TAKT_CONTAINER(node, struct takt_thread, timeout), -ETIMEDOUT);
}

int takt_waitq_delete(struct takt_waitq *queue)
{
    struct takt_core *core = takt_core();

    TAKT_CLASS_THREAD();
    takt_lock(core);
    while (queue->head != NULL) {
        takt_wake(core, queue->head, -EIDRM);
        takt_lock_break(core);
    }
    (void)takt_unlock(core);
    return 0;
}

int takt_sleep(takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err;

    if (deadline == TAKT_FOREVER)
        return -EINVAL;
    if (deadline == TAKT_NO_WAIT)
        return 0;
    err = takt_wait_allowed(core, deadline);
    if (err != 0)
        return err;
    takt_trace_call_sleep(TAKT_ID(core->current), takt_trace_wait(deadline));
    takt_lock(core);
    (void)block_slow(core, NULL, deadline);
    takt_trace_call_end(TAKT_ID(core->current), 0);
    return 0;
}
