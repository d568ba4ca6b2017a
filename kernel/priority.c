/*
 * A thread's base priority, and the move to where a new effective priority belongs: among the waiters of what it
 * waits for, or in the ready levels. What it inherits is inherit.c's.
 *
 * A thread that is raised goes to the tail of its new level, one that is lowered to the head.
 */
#include "kernel.h"

void takt_priority_change(struct takt_core *core, struct takt_thread *thread, unsigned priority)
{
    struct takt_waitq *queue = takt_waits_in(thread);
    bool lowered = priority > thread->effective;

    takt_trace_priority(TAKT_ID(thread), priority);
    if (queue != NULL)
        takt_waitq_remove(thread);
    thread->effective = (uint16_t)priority;
    if (queue != NULL)
        takt_waitq_insert(queue, thread, lowered);
    else if (thread->state == 0)
        takt_ready_relevel(core, thread, lowered);
}

static void set_base(struct takt_core *core, struct takt_thread *thread, takt_prio_t priority)
{
    takt_threshold_change(core, thread);
    takt_threshold_follow(thread, priority);
    thread->base = priority;
    takt_special_update(thread);
    takt_inherit(core, thread);
}

/* A more urgent thread may change the thread until the kernel lock is held: what decides is looked at under it. */
int takt_thread_set_priority(struct takt_thread *thread, takt_prio_t priority)
{
    struct takt_core *core = takt_core();
    int result = 0;

    TAKT_CLASS_THREAD();
    if (!takt_is_level(priority))
        return -EINVAL;
    takt_trace_call_priority(TAKT_ID(thread), priority);
    takt_lock(core);
    if (thread->state & TAKT_STATE_ENDED)
        result = -ESRCH;
    else
        set_base(core, thread, priority);
    (void)takt_unlock(core);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    TAKT_CHECK(takt_thread_check(thread));
    return result;
}

takt_prio_t takt_thread_priority(const struct takt_thread *thread)
{
    return (takt_prio_t)thread->base;
}

takt_prio_t takt_thread_effective_priority(const struct takt_thread *thread)
{
    return (takt_prio_t)thread->effective;
}
