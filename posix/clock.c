/*
 * Clocks. CLOCK_MONOTONIC is takt_now(), CLOCK_REALTIME that plus an offset, which setting the clock changes. It begins at
 * CONFIG_TAKT_POSIX_EPOCH, for want of a clock that runs while the device is off.
 *
 * A deadline is kept in the clock that it was told in and turned into the counter's time before each sleep. When the
 * clock is set, every thread that waits looks at its deadline again, and so does the thread of the timers.
 *
 * Times beyond 292 years are for ever, times before the clock's begin are 0: both without overflow.
 */
#include "posix.h"

#include <sys/time.h>

#include <kernel.h>

#define NS_PER_S TAKT_S(1)

/* A thread's clock is this number and its place and turn, which is its pthread_t. */
#define THREAD_CLOCKS 256

static takt_time_t offset = TAKT_S(CONFIG_TAKT_POSIX_EPOCH);

bool takt_posix_time_valid(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < NS_PER_S;
}

takt_time_t takt_posix_ns(const struct timespec *time)
{
    if (time->tv_sec < 0)
        return 0;
    if ((int64_t)time->tv_sec >= INT64_MAX / NS_PER_S)
        return TAKT_FOREVER;
    return (int64_t)time->tv_sec * NS_PER_S + time->tv_nsec;
}

void takt_posix_timespec(takt_time_t ns, struct timespec *time)
{
    time->tv_sec = (time_t)(ns / NS_PER_S);
    time->tv_nsec = (long)(ns % NS_PER_S);
}

int takt_posix_until(struct takt_posix_until *until, clockid_t clock, const struct timespec *time)
{
    *until = (struct takt_posix_until){.at = TAKT_FOREVER, .realtime = clock == CLOCK_REALTIME};
    if (time == NULL)
        return 0;
    if (!takt_posix_time_valid(time))
        return EINVAL;
    until->at = takt_posix_ns(time);
    return 0;
}

takt_time_t takt_posix_when(const struct takt_posix_until *until)
{
    if (until->at == TAKT_FOREVER || !until->realtime)
        return until->at;
    return until->at > offset ? until->at - offset : 0;
}

/* The running time of all threads of the program, the ended ones too, as far as their places are not used anew. */
static takt_time_t process_time(void)
{
    takt_time_t sum = 0;

    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        if (takt_posix_threads[i].used)
            sum += takt_thread_run_time(&takt_posix_threads[i].takt);
    }
    return sum;
}

static int thread_time(const struct takt_posix_thread *thread, takt_time_t *now)
{
    if (thread == NULL)
        return EINVAL;
    *now = takt_thread_run_time(&thread->takt);
    return 0;
}

bool takt_posix_clock_is_cpu(clockid_t clock_id)
{
    return clock_id == CLOCK_PROCESS_CPUTIME_ID || clock_id == CLOCK_THREAD_CPUTIME_ID ||
           clock_id >= THREAD_CLOCKS;
}

int takt_posix_clock_read(clockid_t clock_id, takt_time_t *now)
{
    if (clock_id == CLOCK_MONOTONIC)
        *now = takt_now();
    else if (clock_id == CLOCK_REALTIME)
        *now = takt_now() + offset;
    else if (!CONFIG_TAKT_RUN_TIME || !takt_posix_clock_is_cpu(clock_id))
        return EINVAL;
    else if (clock_id == CLOCK_PROCESS_CPUTIME_ID)
        *now = process_time();
    else
        return thread_time(clock_id == CLOCK_THREAD_CPUTIME_ID ? takt_posix_self()
                                                               : takt_posix_find((pthread_t)clock_id),
                           now);
    return 0;
}

static int read_clock(clockid_t clock_id, takt_time_t *now)
{
    int result;

    takt_posix_enter();
    result = takt_posix_clock_read(clock_id, now);
    takt_posix_leave();
    return result;
}

int clock_gettime(clockid_t clock_id, struct timespec *now)
{
    takt_time_t ns = 0;
    int result = read_clock(clock_id, &ns);

    if (result == 0)
        takt_posix_timespec(ns, now);
    return takt_posix_result(result);
}

/* One unit of the counter. */
int clock_getres(clockid_t clock_id, struct timespec *resolution)
{
    takt_time_t ns = 0, unit = takt_port_to_ns(1);
    int result = read_clock(clock_id, &ns);

    if (result == 0 && resolution != NULL)
        takt_posix_timespec(unit > 0 ? unit : 1, resolution);
    return takt_posix_result(result);
}

/* Whoever waits has a deadline in this clock, perhaps. */
static void set_offset(takt_time_t ns)
{
    takt_posix_enter();
    offset = ns - takt_now();
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        if (takt_posix_threads[i].wait != NULL)
            takt_posix_poke(&takt_posix_threads[i]);
    }
    takt_posix_leave();
    takt_posix_service_wake();
}

int clock_settime(clockid_t clock_id, const struct timespec *now)
{
    takt_time_t ns = takt_posix_ns(now);

    if (clock_id != CLOCK_REALTIME)
        return takt_posix_result(EINVAL);
    if (!takt_posix_time_valid(now) || now->tv_sec < 0 || ns == TAKT_FOREVER)
        return takt_posix_result(EINVAL);
    set_offset(ns);
    return 0;
}

int clock_getcpuclockid(pid_t pid, clockid_t *clock_id)
{
    if (pid != 0 && pid != 1)
        return ESRCH;
    if (!CONFIG_TAKT_RUN_TIME)
        return ENOSYS;
    *clock_id = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock)
{
    bool there;

    if (!CONFIG_TAKT_RUN_TIME)
        return ENOSYS;
    takt_posix_enter();
    there = takt_posix_find(id) != NULL;
    takt_posix_leave();
    if (!there)
        return ESRCH;
    *clock = (clockid_t)id;
    return 0;
}

time_t time(time_t *now)
{
    takt_time_t ns = 0;

    (void)read_clock(CLOCK_REALTIME, &ns);
    if (now != NULL)
        *now = (time_t)(ns / NS_PER_S);
    return (time_t)(ns / NS_PER_S);
}

clock_t clock(void)
{
    takt_time_t ns = 0;

    if (read_clock(CLOCK_PROCESS_CPUTIME_ID, &ns) != 0)
        return (clock_t)-1;
    return (clock_t)(ns / (NS_PER_S / CLOCKS_PER_SEC));
}

int gettimeofday(struct timeval *now, void *zone)
{
    takt_time_t ns = 0;

    (void)zone;
    (void)read_clock(CLOCK_REALTIME, &ns);
    now->tv_sec = (time_t)(ns / NS_PER_S);
    now->tv_usec = (suseconds_t)(ns % NS_PER_S / 1000);
    return 0;
}
