/*
 * Read-write locks. Waiters stand in one queue, by priority; a reader gets in beside other readers unless somebody waits who
 * is as urgent: so a writer is never starved by readers that are no more urgent than it, and an urgent reader does not
 * wait behind an idle writer. Letting go admits from the head of the queue, readers up to the first writer.
 */
#include "posix.h"

/* Inside the section. */
static void admit(pthread_rwlock_t *lock)
{
    struct takt_posix_wait *wait;

    while ((wait = lock->waiters.first) != NULL && lock->writer == NULL) {
        if (!wait->writes)
            lock->readers++;
        else if (lock->readers == 0)
            lock->writer = wait->thread;
        else
            return;
        takt_posix_grant(wait, 0);
    }
}

/* A writer that gives up may have kept readers out. */
static void quit(struct takt_posix_wait *wait)
{
    admit(wait->object);
}

/* Inside the section; -1: the caller has to wait. */
static int lock_now(pthread_rwlock_t *lock, const struct takt_posix_thread *self, bool writes, bool tries)
{
    if (lock->destroyed)
        return EINVAL;
    if (lock->writer == self)
        return tries ? EBUSY : EDEADLK;
    if (lock->writer != NULL || (writes && lock->readers != 0))
        return -1;
    if (lock->waiters.first != NULL && lock->waiters.first->thread->priority >= self->priority)
        return -1;
    if (lock->readers == UINT_MAX)
        return EAGAIN;
    return 0;
}

static void take(pthread_rwlock_t *lock, struct takt_posix_thread *self, bool writes)
{
    if (writes)
        lock->writer = self;
    else
        lock->readers++;
}

/* Inside the section, which is left. */
static int lock_wait(pthread_rwlock_t *lock, bool writes, const struct takt_posix_until *until)
{
    struct takt_posix_wait wait;

    takt_posix_wait_begin(&wait, &lock->waiters);
    wait.until = *until;
    wait.writes = writes;
    wait.quit = quit;
    wait.object = lock;
    return takt_posix_wait_end(&wait);
}

static int lock_until(pthread_rwlock_t *lock, bool writes, clockid_t clock, const struct timespec *time)
{
    struct takt_posix_thread *self = takt_posix_self();
    struct takt_posix_until until;
    int result;

    takt_posix_enter();
    result = lock_now(lock, self, writes, false);
    if (result == 0) {
        take(lock, self, writes);
    } else if (result == -1) {
        result = takt_posix_until(&until, clock, time);
        if (result == 0)
            return lock_wait(lock, writes, &until);
    }
    takt_posix_leave();
    return result;
}

static int lock_clock(pthread_rwlock_t *lock, bool writes, clockid_t clock, const struct timespec *time)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    return lock_until(lock, writes, clock, time);
}

static int try(pthread_rwlock_t *lock, bool writes)
{
    struct takt_posix_thread *self = takt_posix_self();
    int result;

    takt_posix_enter();
    result = lock_now(lock, self, writes, true);
    if (result == 0)
        take(lock, self, writes);
    takt_posix_leave();
    return result == -1 ? EBUSY : result;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return lock_until(lock, false, CLOCK_MONOTONIC, NULL);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_until(lock, false, CLOCK_REALTIME, until);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    return lock_clock(lock, false, clock, until);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return try(lock, false);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return lock_until(lock, true, CLOCK_MONOTONIC, NULL);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_until(lock, true, CLOCK_REALTIME, until);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    return lock_clock(lock, true, clock, until);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return try(lock, true);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    int result = 0;

    takt_posix_enter();
    if (lock->destroyed)
        result = EINVAL;
    else if (lock->writer == takt_posix_self())
        lock->writer = NULL;
    else if (lock->writer == NULL && lock->readers != 0)
        lock->readers--;
    else
        result = EPERM;
    if (result == 0)
        admit(lock);
    takt_posix_leave();
    return result;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr)
{
    if (attr != NULL && !attr->valid)
        return EINVAL;
    *lock = (pthread_rwlock_t){.readers = 0};
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    int result = 0;

    takt_posix_enter();
    if (lock->destroyed)
        result = EINVAL;
    else if (lock->writer != NULL || lock->readers != 0)
        result = EBUSY;
    else
        lock->destroyed = 1;
    takt_posix_leave();
    return result;
}
