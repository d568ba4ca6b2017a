/*
 * Priorities: POSIX's onto Takt's levels, and what mutexes add to a thread's own.
 *
 * Takt's level FIRST (CONFIG_TAKT_POSIX_FIRST) is POSIX's 32, and so on down; SCHED_OTHER's is the one after POSIX's 1. The
 * levels before and after are Takt's own.
 *
 * A thread's priority is computed anew from its base, the ceilings of the protecting mutexes that it owns and the first
 * waiter of each inheriting one, whenever one of these changes; then the owner of the mutex that it waits for is looked
 * at. It is the rule of kernel/inherit.c. Takt's own mutex is not used, because it always inherits, and a wait for it can
 * end neither by a signal's handler nor with a clock that is set.
 *
 * The walk ends, also in a deadlock's cycle: each link is left when its priority does not change.
 */
#include "posix.h"

takt_prio_t takt_posix_level(int priority)
{
    return (takt_prio_t)(CONFIG_TAKT_POSIX_FIRST + TAKT_POSIX_MAX - priority);
}

bool takt_posix_policy_has(int policy, int priority)
{
    if (policy == SCHED_OTHER)
        return priority == TAKT_POSIX_OTHER;
    return (policy == SCHED_FIFO || policy == SCHED_RR) && priority >= TAKT_POSIX_MIN &&
           priority <= TAKT_POSIX_MAX;
}

static int added_by(const pthread_mutex_t *mutex)
{
    if (mutex->protocol == PTHREAD_PRIO_PROTECT)
        return mutex->ceiling;
    if (mutex->protocol == PTHREAD_PRIO_INHERIT && mutex->waiters.first != NULL)
        return mutex->waiters.first->thread->priority;
    return TAKT_POSIX_OTHER;
}

static int priority_of(const struct takt_posix_thread *thread)
{
    int priority = thread->base;

    for (const pthread_mutex_t *mutex = thread->held; mutex != NULL; mutex = mutex->next) {
        int added = added_by(mutex);

        if (added > priority)
            priority = added;
    }
    return priority;
}

/* The waits of a thread find their new places. The owner of the mutex that it waits for, or NULL. */
static struct takt_posix_thread *requeue_all(struct takt_posix_thread *thread)
{
    struct takt_posix_thread *owner = NULL;

    for (struct takt_posix_wait *wait = thread->wait; wait != NULL; wait = wait->outer) {
        takt_posix_requeue(wait);
        if (wait->mutex != NULL && wait->queue == &wait->mutex->waiters)
            owner = wait->mutex->owner;
    }
    return owner;
}

void takt_posix_priority_update(struct takt_posix_thread *thread)
{
    while (thread != NULL) {
        int priority = priority_of(thread);

        if (priority == thread->priority)
            return;
        thread->priority = priority;
        (void)takt_thread_set_priority(&thread->takt, takt_posix_level(priority));
        thread = requeue_all(thread);
    }
}

void takt_posix_schedule(struct takt_posix_thread *thread, int policy, int priority)
{
    thread->policy = policy;
    thread->base = priority;
    (void)takt_thread_set_slice(&thread->takt, policy == SCHED_FIFO ? 0 : thread->slice);
    takt_posix_priority_update(thread);
}
