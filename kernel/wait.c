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
    bool absolute = deadline < 0;
    uint64_t now, span;

    if (deadline == TAKT_FOREVER)
        return TAKT_NEVER;
    span = takt_port_from_ns(absolute ? deadline - INT64_MIN : deadline);
    now = takt_port_counter();
    if (absolute)
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
static inline void block(struct takt_core *core, struct takt_thread *thread, struct takt_waitq *queue,
                         takt_deadline_t deadline)
{
    takt_trace_block(TAKT_ID(queue), TAKT_ID(thread));
    takt_ready_remove(core, thread);
    thread->state = TAKT_STATE_BLOCKED;
    takt_trace_unready(TAKT_ID(thread), TAKT_STATE_BLOCKED);
    if (takt_is_special(thread))
        takt_give_up(core, thread);
    if (queue != NULL)
        takt_waitq_add(queue, thread);
    if (deadline != TAKT_FOREVER)
        arm(core, thread, deadline);
}

void takt_block_begin(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    block(core, core->current, queue, deadline);
}

int takt_block_end(struct takt_core *core)
{
    struct takt_thread *thread = core->current;

    takt_unlock_away(core);
    return thread->result;
}

int takt_block(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline)
{
    struct takt_thread *thread = core->current;

    block(core, thread, queue, deadline);
    takt_unlock_away(core);
    return thread->result;
}

int takt_hand_over(struct takt_core *core, struct takt_waitq *queue)
{
    struct takt_thread *thread = queue->head;

    takt_waitq_take(queue, thread);
    if (thread->timeout.armed)
        takt_timer_disarm(core, &thread->timeout);
    thread->result = 0;
    takt_trace_wake(TAKT_ID(thread), 0);
    takt_state_clear(core, thread, TAKT_STATE_BLOCKED);
    takt_unlock(core);
    return 0;
}

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
    while (queue->head != NULL)
        takt_wake(core, queue->head, -EIDRM);
    takt_unlock(core);
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
    takt_lock(core);
    (void)takt_block(core, NULL, deadline);
    return 0;
}
