/* Attributes of read-write locks and barriers, which have one: whether processes share them. There is one process. */
#include "posix.h"

static int init(struct takt_posix_attr *attr)
{
    *attr = (struct takt_posix_attr){.valid = 1};
    return 0;
}

static int destroy(struct takt_posix_attr *attr)
{
    if (!attr->valid)
        return EINVAL;
    attr->valid = 0;
    return 0;
}

static int get(const struct takt_posix_attr *attr, int *shared)
{
    if (!attr->valid)
        return EINVAL;
    *shared = attr->shared;
    return 0;
}

static int set(struct takt_posix_attr *attr, int shared)
{
    if (!attr->valid || (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED))
        return EINVAL;
    attr->shared = (unsigned char)shared;
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr)
{
    return init(attr);
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr)
{
    return destroy(attr);
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared)
{
    return get(attr, shared);
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared)
{
    return set(attr, shared);
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr)
{
    return init(attr);
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr)
{
    return destroy(attr);
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared)
{
    return get(attr, shared);
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared)
{
    return set(attr, shared);
}
