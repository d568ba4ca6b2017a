/*
 * Effective priorities.
 *
 * A thread's effective priority is never stored per mutex nor patched: it is computed anew from its base
 * priority and the first waiter of every mutex that it holds, whenever one of these may have changed: a
 * waiter came, left, timed out or changed its own priority; a mutex was handed over; the base was changed. The gate
 * of a lock between cores adds its ceiling. If
 * the result differs, the thread moves in the queue where it stands (priority.c), and the owner of the mutex that
 * it waits for is looked at next. The order of unlocking cannot matter.
 *
 * The walk holds the kernel lock with interrupts open, so no other thread runs before every priority along
 * the chain is right. It ends: each link is left when its priority does not change, also in a cycle that an
 * application has built from conditions.
 */
#include "kernel.h"

unsigned takt_inherited(const struct takt_thread *thread)
{
    unsigned priority = thread->base;

    for (const struct takt_mutex *mutex = thread->held; mutex != NULL; mutex = mutex->next) {
        const struct takt_thread *waiter = mutex->waiters.head;

        if (waiter != NULL && waiter->effective < priority)
            priority = waiter->effective;
        if ((mutex->flags & TAKT_MUTEX_GATE) && mutex->ceiling < priority)
            priority = mutex->ceiling;
    }
    return priority;
}

void takt_inherit(struct takt_core *core, struct takt_thread *thread)
{
    while (thread != NULL) {
        unsigned priority = takt_inherited(thread);

        if (priority == thread->effective)
            return;
        takt_priority_change(core, thread, priority);
        thread = takt_blocked_by(thread);
    }
}
