/*
 * Mutexes: types, protocols, owners that end.
 *
 * A mutex that is let go belongs to its most urgent waiter at once; nobody takes it in between. What an owner holds stands
 * in a list, for its priority (priority.c) and for its end: a robust mutex then goes on with EOWNERDEAD, another one stays
 * locked for ever, by a thread that is nobody.
 *
 * A normal mutex that its owner locks again is waited for like any other, until its time passes, as the standard has it.
 */
#include "posix.h"

#define HEALTHY      0u
#define INCONSISTENT 1u /* the last owner ended inside */
#define DEAD         2u /* and nobody repaired it */
#define DESTROYED    3u

/* Owns what threads left locked that have ended. It holds nothing and inherits nothing. */
static struct takt_posix_thread nobody;

static void own(pthread_mutex_t *mutex, struct takt_posix_thread *thread, unsigned depth)
{
    mutex->owner = thread;
    mutex->depth = depth;
    mutex->prev = NULL;
    mutex->next = thread->held;
    if (thread->held != NULL)
        thread->held->prev = mutex;
    thread->held = mutex;
}

static void disown(pthread_mutex_t *mutex)
{
    if (mutex->prev == NULL)
        mutex->owner->held = mutex->next;
    else
        mutex->prev->next = mutex->next;
    if (mutex->next != NULL)
        mutex->next->prev = mutex->prev;
    mutex->owner = NULL;
    mutex->depth = 0;
}

static int grant_result(const pthread_mutex_t *mutex)
{
    return mutex->health == INCONSISTENT ? EOWNERDEAD : 0;
}

/* The mutex is free: to its first waiter. */
static void pass_on(pthread_mutex_t *mutex)
{
    struct takt_posix_wait *wait = mutex->waiters.first;
    struct takt_posix_thread *thread;

    if (mutex->health == DEAD) {
        while (mutex->waiters.first != NULL)
            takt_posix_grant(mutex->waiters.first, ENOTRECOVERABLE);
        return;
    }
    if (wait == NULL)
        return;
    thread = wait->thread;
    own(mutex, thread, wait->depth);
    takt_posix_grant(wait, grant_result(mutex));
    takt_posix_priority_update(thread);
}

void takt_posix_mutex_release(pthread_mutex_t *mutex)
{
    struct takt_posix_thread *owner = mutex->owner;

    if (mutex->health == INCONSISTENT)
        mutex->health = DEAD;
    disown(mutex);
    pass_on(mutex);
    takt_posix_priority_update(owner);
}

void takt_posix_mutexes_end(struct takt_posix_thread *thread)
{
    while (thread->held != NULL) {
        pthread_mutex_t *mutex = thread->held;

        disown(mutex);
        if (mutex->robust == PTHREAD_MUTEX_ROBUST) {
            mutex->health = INCONSISTENT;
            pass_on(mutex);
        } else {
            mutex->owner = &nobody;
            mutex->depth = 1;
        }
    }
}

/* A waiter leaves: its priority is the owner's no more. */
static void quit(struct takt_posix_wait *wait)
{
    takt_posix_priority_update(wait->mutex->owner);
}

void takt_posix_mutex_move(pthread_mutex_t *mutex, struct takt_posix_wait *wait)
{
    struct takt_posix_thread *thread = wait->thread;

    if (mutex->health == DEAD) {
        takt_posix_grant(wait, ENOTRECOVERABLE);
    } else if (mutex->owner == NULL) {
        own(mutex, thread, wait->depth);
        takt_posix_grant(wait, grant_result(mutex));
        takt_posix_priority_update(thread);
    } else {
        wait->quit = quit;
        takt_posix_move(wait, &mutex->waiters);
        takt_posix_priority_update(mutex->owner);
    }
}

static int lock_again(pthread_mutex_t *mutex, bool tries)
{
    if (mutex->type == PTHREAD_MUTEX_RECURSIVE) {
        if (mutex->depth == UINT_MAX)
            return EAGAIN;
        mutex->depth++;
        return 0;
    }
    if (tries)
        return EBUSY;
    return mutex->type == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : -1;
}

/* Inside the section; -1: the caller has to wait. */
static int lock_now(pthread_mutex_t *mutex, struct takt_posix_thread *self, unsigned depth, bool tries)
{
    if (mutex->health == DESTROYED)
        return EINVAL;
    if (mutex->owner == self)
        return lock_again(mutex, tries);
    if (mutex->protocol == PTHREAD_PRIO_PROTECT && self->base > mutex->ceiling)
        return EINVAL;
    if (mutex->health == DEAD)
        return ENOTRECOVERABLE;
    if (mutex->owner != NULL)
        return tries ? EBUSY : -1;
    own(mutex, self, depth);
    takt_posix_priority_update(self);
    return grant_result(mutex);
}

/* Inside the section, which is left. */
static int lock_wait(pthread_mutex_t *mutex, const struct takt_posix_until *until, unsigned depth)
{
    struct takt_posix_wait wait;

    takt_posix_wait_begin(&wait, &mutex->waiters);
    wait.until = *until;
    wait.mutex = mutex;
    wait.depth = depth;
    wait.quit = quit;
    takt_posix_priority_update(mutex->owner);
    return takt_posix_wait_end(&wait);
}

static int lock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time, unsigned depth)
{
    struct takt_posix_until until = {.at = TAKT_FOREVER};
    int result;

    takt_posix_enter();
    result = lock_now(mutex, takt_posix_self(), depth, false);
    if (result == -1) {
        result = takt_posix_until(&until, clock, time);
        if (result == 0)
            return lock_wait(mutex, &until, depth);
    }
    takt_posix_leave();
    return result;
}

int takt_posix_mutex_back(pthread_mutex_t *mutex, unsigned depth)
{
    return lock(mutex, CLOCK_MONOTONIC, NULL, depth);
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return lock(mutex, CLOCK_MONOTONIC, NULL, 1);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    return lock(mutex, CLOCK_REALTIME, until, 1);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? lock(mutex, clock, until, 1) : EINVAL;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int result;

    takt_posix_enter();
    result = lock_now(mutex, takt_posix_self(), 1, true);
    takt_posix_leave();
    return result;
}

/* Inside the section, by the owner. */
static void unlock(pthread_mutex_t *mutex)
{
    if (mutex->depth > 1)
        mutex->depth--;
    else
        takt_posix_mutex_release(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int result = 0;

    takt_posix_enter();
    if (mutex->health == DESTROYED)
        result = EINVAL;
    else if (mutex->owner == NULL || mutex->owner != takt_posix_self())
        result = EPERM;
    else
        unlock(mutex);
    takt_posix_leave();
    return result;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    int result = 0;

    takt_posix_enter();
    if (mutex->robust != PTHREAD_MUTEX_ROBUST || mutex->health != INCONSISTENT ||
        mutex->owner != takt_posix_self())
        result = EINVAL;
    else
        mutex->health = HEALTHY;
    takt_posix_leave();
    return result;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    static const pthread_mutexattr_t usual = {.ceiling = TAKT_POSIX_MAX, .valid = 1};

    if (attr == NULL)
        attr = &usual;
    if (!attr->valid)
        return EINVAL;
    *mutex = (pthread_mutex_t){
        .type = attr->type, .protocol = attr->protocol, .robust = attr->robust, .ceiling = attr->ceiling};
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    int result = 0;

    takt_posix_enter();
    if (mutex->health == DESTROYED)
        result = EINVAL;
    else if (mutex->owner != NULL)
        result = EBUSY;
    else
        mutex->health = DESTROYED;
    takt_posix_leave();
    return result;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling)
{
    if (mutex->health == DESTROYED || mutex->protocol != PTHREAD_PRIO_PROTECT)
        return EINVAL;
    *ceiling = mutex->ceiling;
    return 0;
}

/* The mutex is locked for the change, by a thread that may be more urgent than the old ceiling. */
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old)
{
    struct takt_posix_thread *self = takt_posix_self();
    int result;

    if (mutex->protocol != PTHREAD_PRIO_PROTECT || !takt_posix_policy_has(SCHED_FIFO, ceiling))
        return EINVAL;
    result = self->base <= mutex->ceiling ? pthread_mutex_lock(mutex) : pthread_mutex_trylock(mutex);
    if (result == EINVAL && mutex->health != DESTROYED)
        result = 0; /* too urgent to own it: nothing was locked */
    if (result != 0)
        return result;
    takt_posix_enter();
    if (old != NULL)
        *old = mutex->ceiling;
    mutex->ceiling = (unsigned char)ceiling;
    if (mutex->owner == self)
        unlock(mutex);
    takt_posix_leave();
    return 0;
}
