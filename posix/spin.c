/*
 * Spin locks. On one core a thread that spins keeps the holder from running, for ever if the holder is less urgent. So who
 * meets a lock that is held sleeps; what remains of a spin lock is that nothing is inherited and nothing ends the wait.
 */
#include "posix.h"

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    *lock = (pthread_spinlock_t){.valid = TAKT_POSIX_VALID};
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    int result = 0;

    takt_posix_enter();
    if (lock->valid != TAKT_POSIX_VALID)
        result = EINVAL;
    else if (lock->owner != NULL)
        result = EBUSY;
    else
        lock->valid = 0;
    takt_posix_leave();
    return result;
}

/* Inside the section; EBUSY: another has it. */
static int take(pthread_spinlock_t *lock)
{
    struct takt_posix_thread *self = takt_posix_self();

    if (lock->valid != TAKT_POSIX_VALID)
        return EINVAL;
    if (lock->owner != NULL)
        return lock->owner == self ? EDEADLK : EBUSY;
    lock->owner = self;
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    struct takt_posix_wait wait;
    int result;

    takt_posix_enter();
    result = take(lock);
    if (result == EBUSY) {
        takt_posix_wait_begin(&wait, &lock->waiters);
        return takt_posix_wait_end(&wait);
    }
    takt_posix_leave();
    return result;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int result;

    takt_posix_enter();
    result = take(lock);
    takt_posix_leave();
    return result == EDEADLK ? EBUSY : result;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    struct takt_posix_wait *next;
    int result = 0;

    takt_posix_enter();
    next = lock->waiters.first;
    if (lock->valid != TAKT_POSIX_VALID)
        result = EINVAL;
    else if (lock->owner != takt_posix_self())
        result = EPERM;
    else
        lock->owner = next == NULL ? NULL : next->thread;
    if (result == 0 && next != NULL)
        takt_posix_grant(next, 0);
    takt_posix_leave();
    return result;
}
