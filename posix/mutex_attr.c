/* Attributes of mutexes: each is checked when it is set, so that a mutex is never made of nonsense. */
#include "posix.h"

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    *attr = (pthread_mutexattr_t){.ceiling = TAKT_POSIX_MAX, .valid = 1};
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    if (!attr->valid)
        return EINVAL;
    attr->valid = 0;
    return 0;
}

static int get(const pthread_mutexattr_t *attr, unsigned char member, int *value)
{
    if (!attr->valid)
        return EINVAL;
    *value = member;
    return 0;
}

/* One of the values 0 to last. */
static int set(const pthread_mutexattr_t *attr, unsigned char *member, int value, int last)
{
    if (!attr->valid || value < 0 || value > last)
        return EINVAL;
    *member = (unsigned char)value;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type)
{
    return get(attr, attr->type, type);
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type)
{
    return set(attr, &attr->type, type, PTHREAD_MUTEX_ERRORCHECK);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol)
{
    return get(attr, attr->protocol, protocol);
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol)
{
    if (attr->valid && (protocol < 0 || protocol > PTHREAD_PRIO_PROTECT))
        return ENOTSUP;
    return set(attr, &attr->protocol, protocol, PTHREAD_PRIO_PROTECT);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling)
{
    return get(attr, attr->ceiling, ceiling);
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling)
{
    return ceiling < TAKT_POSIX_MIN ? EINVAL : set(attr, &attr->ceiling, ceiling, TAKT_POSIX_MAX);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust)
{
    return get(attr, attr->robust, robust);
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust)
{
    return set(attr, &attr->robust, robust, PTHREAD_MUTEX_ROBUST);
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared)
{
    return get(attr, attr->shared, shared);
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared)
{
    return set(attr, &attr->shared, shared, PTHREAD_PROCESS_SHARED);
}
