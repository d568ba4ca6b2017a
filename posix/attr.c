/* Attributes of threads: each is checked when it is set; what depends on several, when a thread is made. */
#include "posix.h"

#include <limits.h>

int pthread_attr_init(pthread_attr_t *attr)
{
    *attr = (pthread_attr_t){
        .stack_size = CONFIG_TAKT_POSIX_STACK_SIZE,
        .inherit = PTHREAD_INHERIT_SCHED,
        .policy = SCHED_OTHER,
        .valid = TAKT_POSIX_VALID,
    };
    return 0;
}

static bool valid(const pthread_attr_t *attr)
{
    return attr->valid == TAKT_POSIX_VALID;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    if (!valid(attr))
        return EINVAL;
    attr->valid = 0;
    return 0;
}

static int get(const pthread_attr_t *attr, int member, int *value)
{
    if (!valid(attr))
        return EINVAL;
    *value = member;
    return 0;
}

/* One of two values. */
static int set(const pthread_attr_t *attr, int *member, int value, int either, int other)
{
    if (!valid(attr) || (value != either && value != other))
        return EINVAL;
    *member = value;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
    return get(attr, attr->detached, state);
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    return set(attr, &attr->detached, state, PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED);
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit)
{
    return get(attr, attr->inherit, inherit);
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    return set(attr, &attr->inherit, inherit, PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED);
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy)
{
    return get(attr, attr->policy, policy);
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
    if (!valid(attr) || (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR))
        return EINVAL;
    attr->policy = policy;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param)
{
    if (!valid(attr))
        return EINVAL;
    *param = attr->param;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param)
{
    if (!valid(attr) || !takt_posix_policy_has(attr->policy, param->sched_priority))
        return EINVAL;
    attr->param = *param;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope)
{
    return get(attr, PTHREAD_SCOPE_SYSTEM, scope);
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
    if (valid(attr) && scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    return valid(attr) && scope == PTHREAD_SCOPE_SYSTEM ? 0 : EINVAL;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size)
{
    if (!valid(attr))
        return EINVAL;
    *size = attr->stack_size;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    if (!valid(attr) || size < PTHREAD_STACK_MIN)
        return EINVAL;
    attr->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size)
{
    if (!valid(attr))
        return EINVAL;
    *stack = attr->stack;
    *size = attr->stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
    if (!valid(attr) || stack == NULL || size < PTHREAD_STACK_MIN)
        return EINVAL;
    if ((uintptr_t)stack % sizeof(void *) != 0 || ((uintptr_t)stack + size) % sizeof(void *) != 0)
        return EINVAL;
    attr->stack = stack;
    attr->stack_size = size;
    return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack)
{
    size_t size;

    return pthread_attr_getstack(attr, stack, &size);
}

int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack)
{
    if (!valid(attr))
        return EINVAL;
    attr->stack = stack;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size)
{
    if (!valid(attr))
        return EINVAL;
    *size = attr->guard_size;
    return 0;
}

/* Kept, and without effect: a word at the stack's end is looked at instead (CONFIG_TAKT_STACK_CHECK). */
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
    if (!valid(attr))
        return EINVAL;
    attr->guard_size = size;
    return 0;
}

int takt_posix_attr_make(const pthread_attr_t *attr, struct takt_posix_make *make)
{
    const struct takt_posix_thread *self = takt_posix_self();
    pthread_attr_t usual;

    (void)pthread_attr_init(&usual);
    if (attr == NULL)
        attr = &usual;
    if (!valid(attr))
        return EINVAL;
    make->detached = attr->detached == PTHREAD_CREATE_DETACHED;
    make->stack = attr->stack;
    make->stack_size = attr->stack_size;
    make->policy = attr->policy;
    make->priority = attr->param.sched_priority;
    if (attr->inherit == PTHREAD_INHERIT_SCHED) {
        make->policy = self != NULL ? self->policy : SCHED_OTHER;
        make->priority = self != NULL ? self->base : TAKT_POSIX_OTHER;
    }
    return takt_posix_policy_has(make->policy, make->priority) ? 0 : EINVAL;
}
