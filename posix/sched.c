/*
 * Scheduling. A thread of SCHED_FIFO has no slice; those of SCHED_RR and SCHED_OTHER have one each, of
 * CONFIG_TAKT_POSIX_SLICE_MS unless pthread_setslice_np() says otherwise.
 */
#include "posix.h"

#include <sched.h>

int sched_yield(void)
{
    takt_yield();
    takt_posix_enter();
    takt_posix_leave(); /* signals that came while others ran */
    return 0;
}

static int limit(int policy, int real_time, int other)
{
    if (policy == SCHED_FIFO || policy == SCHED_RR)
        return real_time;
    return policy == SCHED_OTHER ? other : takt_posix_result(EINVAL);
}

int sched_get_priority_min(int policy)
{
    return limit(policy, TAKT_POSIX_MIN, TAKT_POSIX_OTHER);
}

int sched_get_priority_max(int policy)
{
    return limit(policy, TAKT_POSIX_MAX, TAKT_POSIX_OTHER);
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *param)
{
    const struct takt_posix_thread *thread;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread != NULL) {
        *policy = thread->policy;
        param->sched_priority = thread->base;
    }
    takt_posix_leave();
    return thread == NULL ? ESRCH : 0;
}

/* The calling thread is behind the others of its priority after any change. */
static void stand_last(const struct takt_posix_thread *thread)
{
    if (thread == takt_posix_self())
        takt_yield();
}

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *param)
{
    struct takt_posix_thread *thread;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread == NULL || !takt_posix_policy_has(policy, param->sched_priority)) {
        takt_posix_leave();
        return thread == NULL ? ESRCH : EINVAL;
    }
    takt_posix_schedule(thread, policy, param->sched_priority);
    takt_posix_leave();
    stand_last(thread);
    return 0;
}

/* A lowered thread stands first among its new equals, as the kernel has it. */
int pthread_setschedprio(pthread_t id, int priority)
{
    struct takt_posix_thread *thread;
    int result = 0;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread == NULL)
        result = ESRCH;
    else if (!takt_posix_policy_has(thread->policy, priority))
        result = EINVAL;
    else
        takt_posix_schedule(thread, thread->policy, priority);
    takt_posix_leave();
    return result;
}

int pthread_getslice_np(pthread_t id, struct timespec *slice)
{
    const struct takt_posix_thread *thread;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread != NULL)
        takt_posix_timespec(thread->slice, slice);
    takt_posix_leave();
    return thread == NULL ? ESRCH : 0;
}

int pthread_setslice_np(pthread_t id, const struct timespec *slice)
{
    struct takt_posix_thread *thread;
    takt_time_t ns = takt_posix_ns(slice);

    if (!takt_posix_time_valid(slice) || ns == 0)
        return EINVAL;
    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread != NULL) {
        thread->slice = ns;
        takt_posix_schedule(thread, thread->policy, thread->base);
    }
    takt_posix_leave();
    return thread == NULL ? ESRCH : 0;
}

/* One process, which means the calling thread. */
static int check_process(pid_t pid)
{
    if (pid < 0)
        return EINVAL;
    return pid == 0 || pid == 1 ? 0 : ESRCH;
}

int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
    int result = check_process(pid);

    if (result == 0)
        result = pthread_getslice_np(pthread_self(), interval);
    return takt_posix_result(result);
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
    int policy, result = check_process(pid);

    if (result == 0)
        result = pthread_getschedparam(pthread_self(), &policy, param);
    return takt_posix_result(result);
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
    int result = check_process(pid);

    if (result == 0)
        result = pthread_setschedparam(pthread_self(), takt_posix_self()->policy, param);
    return takt_posix_result(result);
}

int sched_getscheduler(pid_t pid)
{
    int result = check_process(pid);

    return result != 0 ? takt_posix_result(result) : takt_posix_self()->policy;
}

/* @return the old policy, as the standard has it */
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
    int result = check_process(pid), old = takt_posix_self()->policy;

    if (result == 0)
        result = pthread_setschedparam(pthread_self(), policy, param);
    return result != 0 ? takt_posix_result(result) : old;
}

/* A hint that threads of one core have no use for; it is kept. */
static int concurrency;

int pthread_getconcurrency(void)
{
    return concurrency;
}

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    concurrency = level;
    return 0;
}
