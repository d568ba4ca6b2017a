/*
 * Condition variables.
 *
 * A signal takes the waiter from the condition straight to its mutex: it owns that, or waits there, and the owner
 * inherits from it at once. So a broadcast wakes one thread and not all. From then on neither its deadline nor a
 * cancellation ends the wait, so a signal is not lost with a thread that is cancelled.
 *
 * A wait that ends otherwise (its time, cancellation) takes the mutex back by itself.
 */
#include "posix.h"

/* Inside the section. @return 0 or why the caller may not wait */
static int wait_allowed(const pthread_cond_t *cond, const pthread_mutex_t *mutex)
{
    if (cond->destroyed || (cond->waiters.first != NULL && cond->mutex != mutex))
        return EINVAL;
    return mutex->owner != takt_posix_self() ? EPERM : 0;
}

/* The wait ended without the mutex. */
static int come_back(pthread_mutex_t *mutex, unsigned depth, int result)
{
    int locked = takt_posix_mutex_back(mutex, depth);

    if (result == ECANCELED)
        takt_posix_cancel_act();
    return locked != 0 ? locked : result;
}

/* Inside the section, which is left. */
static int wait_here(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct takt_posix_until *until)
{
    struct takt_posix_wait wait;
    unsigned depth = mutex->depth;
    int result;

    takt_posix_wait_begin(&wait, &cond->waiters);
    wait.until = *until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_TELLS;
    wait.mutex = mutex;
    wait.depth = depth;
    cond->mutex = mutex;
    takt_posix_mutex_release(mutex);
    result = takt_posix_wait_end(&wait);
    return result == ETIMEDOUT || result == ECANCELED ? come_back(mutex, depth, result) : result;
}

static int wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                      const struct timespec *time)
{
    struct takt_posix_until until;
    int result;

    pthread_testcancel();
    result = takt_posix_until(&until, clock, time);
    if (result != 0)
        return result;
    takt_posix_enter();
    result = wait_allowed(cond, mutex);
    if (result == 0)
        return wait_here(cond, mutex, &until);
    takt_posix_leave();
    return result;
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    return wait_until(cond, mutex, CLOCK_MONOTONIC, NULL);
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    return wait_until(cond, mutex, cond->monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME, until);
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? wait_until(cond, mutex, clock, until)
                                                               : EINVAL;
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    takt_posix_enter();
    if (cond->waiters.first != NULL)
        takt_posix_mutex_move(cond->mutex, cond->waiters.first);
    takt_posix_leave();
    return 0;
}

/* Who is woken may destroy the condition at once: the last look at it is before the last one moves. */
int pthread_cond_broadcast(pthread_cond_t *cond)
{
    takt_posix_enter();
    while (cond->waiters.first != NULL)
        takt_posix_mutex_move(cond->mutex, cond->waiters.first);
    takt_posix_leave();
    return 0;
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr)
{
    if (attr != NULL && !attr->valid)
        return EINVAL;
    *cond = (pthread_cond_t){.monotonic = attr != NULL && attr->monotonic};
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *cond)
{
    int result = 0;

    takt_posix_enter();
    if (cond->destroyed)
        result = EINVAL;
    else if (cond->waiters.first != NULL)
        result = EBUSY;
    else
        cond->destroyed = 1;
    takt_posix_leave();
    return result;
}
