/*
 * Semaphores without a name. A post that meets a waiter is handed to it, so the count and the queue are never both there.
 */
#include "posix.h"

#include <semaphore.h>

int sem_init(sem_t *sem, int shared, unsigned value)
{
    (void)shared; /* there is one process */
    if (value > SEM_VALUE_MAX)
        return takt_posix_result(EINVAL);
    *sem = (sem_t){.value = value, .valid = TAKT_POSIX_VALID};
    return 0;
}

int sem_destroy(sem_t *sem)
{
    int result = 0;

    takt_posix_enter();
    if (sem->valid != TAKT_POSIX_VALID)
        result = EINVAL;
    else if (sem->waiters.first != NULL)
        result = EBUSY;
    else
        sem->valid = 0;
    takt_posix_leave();
    return takt_posix_result(result);
}

/* Inside the section; -1: the caller has to wait. */
static int take_now(sem_t *sem)
{
    if (sem->valid != TAKT_POSIX_VALID)
        return EINVAL;
    if (sem->value == 0)
        return -1;
    sem->value--;
    return 0;
}

static int take_wait(sem_t *sem, const struct takt_posix_until *until)
{
    struct takt_posix_wait wait;

    takt_posix_wait_begin(&wait, &sem->waiters);
    wait.until = *until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_INTERRUPTS;
    return takt_posix_wait_end(&wait);
}

static int take(sem_t *sem, clockid_t clock, const struct timespec *time)
{
    struct takt_posix_until until;
    int result;

    pthread_testcancel();
    takt_posix_enter();
    result = take_now(sem);
    if (result == -1) {
        result = takt_posix_until(&until, clock, time);
        if (result == 0)
            return takt_posix_result(take_wait(sem, &until));
    }
    takt_posix_leave();
    return takt_posix_result(result);
}

int sem_wait(sem_t *sem)
{
    return take(sem, CLOCK_MONOTONIC, NULL);
}

int sem_timedwait(sem_t *sem, const struct timespec *until)
{
    return take(sem, CLOCK_REALTIME, until);
}

int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return takt_posix_result(EINVAL);
    return take(sem, clock, until);
}

int sem_trywait(sem_t *sem)
{
    int result;

    takt_posix_enter();
    result = take_now(sem);
    takt_posix_leave();
    return takt_posix_result(result == -1 ? EAGAIN : result);
}

int sem_post(sem_t *sem)
{
    int result = 0;

    takt_posix_enter();
    if (sem->valid != TAKT_POSIX_VALID)
        result = EINVAL;
    else if (sem->waiters.first != NULL)
        takt_posix_grant(sem->waiters.first, 0);
    else if (sem->value == SEM_VALUE_MAX)
        result = EOVERFLOW;
    else
        sem->value++;
    takt_posix_leave();
    return takt_posix_result(result);
}

int sem_getvalue(sem_t *sem, int *value)
{
    if (sem->valid != TAKT_POSIX_VALID)
        return takt_posix_result(EINVAL);
    *value = (int)sem->value;
    return 0;
}
