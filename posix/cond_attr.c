/* Attributes of condition variables: the clock of their deadlines. */
#include "posix.h"

int pthread_condattr_init(pthread_condattr_t *attr)
{
    *attr = (pthread_condattr_t){.valid = 1};
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr)
{
    if (!attr->valid)
        return EINVAL;
    attr->valid = 0;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock)
{
    if (!attr->valid)
        return EINVAL;
    *clock = attr->monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock)
{
    if (!attr->valid || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
        return EINVAL;
    attr->monotonic = clock == CLOCK_MONOTONIC;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared)
{
    if (!attr->valid)
        return EINVAL;
    *shared = attr->shared;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared)
{
    if (!attr->valid || (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED))
        return EINVAL;
    attr->shared = (unsigned char)shared;
    return 0;
}
