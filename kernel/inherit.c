/*
 * Effective priorities.
 *
 * A thread's effective priority is never stored per mutex nor patched: it is computed anew from its base
 * priority and the first waiter of every mutex that it holds, whenever one of these may have changed: a
 * waiter came, left, timed out or changed its own priority; a mutex was handed over; the base was changed. If
 * the result differs, the thread moves in the queue where it stands, and the owner of the mutex that it waits
 * for is looked at next. The order of unlocking cannot matter.
 *
 * The walk holds the kernel lock with interrupts open, so no other thread runs before every priority along
 * the chain is right. It ends: each link is left when its priority does not change, also in a cycle that an
 * application has built from conditions.
 *
 * A thread that is raised goes to the tail of its new level, one that is lowered to the head.
 */
#include "kernel.h"

unsigned takt_inherited(const struct takt_thread *thread)
{
    unsigned priority = thread->base;

    for (const struct takt_mutex *mutex = thread->held; mutex != NULL; mutex = mutex->next) {
        const struct takt_thread *waiter = mutex->waiters.head;

        if (waiter != NULL && waiter->effective < priority)
            priority = waiter->effective;
    }
    return priority;
}

static void change(struct takt_core *core, struct takt_thread *thread, unsigned priority)
{
    struct takt_waitq *queue = thread->waiting_in;
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

void takt_inherit(struct takt_core *core, struct takt_thread *thread)
{
    while (thread != NULL) {
        unsigned priority = takt_inherited(thread);

        if (priority == thread->effective)
            return;
        change(core, thread, priority);
        thread = thread->blocked_on == NULL ? NULL : thread->blocked_on->owner;
    }
}

static void set_base(struct takt_core *core, struct takt_thread *thread, takt_prio_t priority)
{
    if (thread->threshold == thread->base || thread->threshold > priority)
        thread->threshold = priority;
    thread->base = priority;
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
    takt_lock(core);
    if (thread->state & TAKT_STATE_ENDED)
        result = -ESRCH;
    else
        set_base(core, thread, priority);
    takt_unlock(core);
    TAKT_CHECK(takt_thread_check(thread));
    return result;
}

static int set_threshold(struct takt_core *core, struct takt_thread *thread, takt_prio_t threshold)
{
    if (threshold > thread->base)
        return -EINVAL;
    if (thread->state & TAKT_STATE_ENDED)
        return -ESRCH;
    thread->threshold = threshold;
    if (thread->state == 0 && thread->started)
        takt_ready_relevel(core, thread, true);
    return 0;
}

int takt_thread_set_threshold(struct takt_thread *thread, takt_prio_t threshold)
{
    struct takt_core *core = takt_core();
    int result;

    TAKT_CLASS_THREAD();
    takt_lock(core);
    result = set_threshold(core, thread, threshold);
    takt_unlock(core);
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
