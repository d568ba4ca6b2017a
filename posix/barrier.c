/* Barriers: the last one to come lets all go, and the barrier is at once fit for the next round, or to be destroyed. */
#include "posix.h"

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
    if (count == 0 || (attr != NULL && !attr->valid))
        return EINVAL;
    *barrier = (pthread_barrier_t){.count = count, .valid = TAKT_POSIX_VALID};
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    int result = 0;

    takt_posix_enter();
    if (barrier->valid != TAKT_POSIX_VALID)
        result = EINVAL;
    else if (barrier->arrived != 0)
        result = EBUSY;
    else
        barrier->valid = 0;
    takt_posix_leave();
    return result;
}

/* Inside the section. */
static void let_go(pthread_barrier_t *barrier)
{
    barrier->arrived = 0;
    while (barrier->waiters.first != NULL)
        takt_posix_grant(barrier->waiters.first, 0);
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct takt_posix_wait wait;
    int result = PTHREAD_BARRIER_SERIAL_THREAD;

    takt_posix_enter();
    if (barrier->valid != TAKT_POSIX_VALID) {
        result = EINVAL;
    } else if (++barrier->arrived < barrier->count) {
        takt_posix_wait_begin(&wait, &barrier->waiters);
        return takt_posix_wait_end(&wait);
    } else {
        let_go(barrier);
    }
    takt_posix_leave();
    return result;
}
