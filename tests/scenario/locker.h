/* Threads that lock one mutex once: what the scenarios of mutexes are made of. */
#ifndef LOCKER_H
#define LOCKER_H

#include "scenario.h"

static inline unsigned own_priority(void)
{
    return takt_thread_effective_priority(takt_self());
}

/** A thread that locks one mutex once. */
struct locker {
    const char *name;
    struct takt_mutex *mutex;
    takt_deadline_t deadline;
    int result;
};

static inline void lock_once(void *arg)
{
    struct locker *locker = arg;

    locker->result = takt_mutex_lock(locker->mutex, locker->deadline);
    mark(locker->name);
    if (takt_mutex_owner(locker->mutex) == takt_self())
        EXPECT_EQ(takt_mutex_unlock(locker->mutex), 0);
}

static inline struct takt_thread *start(takt_prio_t priority, struct locker *locker)
{
    struct takt_thread *thread = spawn(priority, lock_once, locker);

    scenario_let_run();
    return thread;
}

#endif
