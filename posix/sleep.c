/*
 * Sleeping: a wait that nobody grants. A signal's handler ends it, and what was left is told for a relative one; an absolute
 * one in CLOCK_REALTIME ends when that clock says so, also if it is set meanwhile.
 */
#include "posix.h"

#include <unistd.h>

/* @return 0: the time has come; EINTR */
static int sleep_until(const struct takt_posix_until *until)
{
    struct takt_posix_wait wait;
    int result;

    pthread_testcancel();
    takt_posix_enter();
    takt_posix_wait_begin(&wait, NULL);
    wait.until = *until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_NO_RESTART;
    result = takt_posix_wait_end(&wait);
    return result == ETIMEDOUT ? 0 : result;
}

static int sleep_span(const struct timespec *span, struct timespec *rest)
{
    takt_time_t now = takt_now(), ns = takt_posix_ns(span), left;
    struct takt_posix_until until = {.at = ns < TAKT_FOREVER - now ? now + ns : TAKT_FOREVER};
    int result = sleep_until(&until);

    if (result == 0 || rest == NULL)
        return result;
    left = until.at - takt_now();
    takt_posix_timespec(left > 0 ? left : 0, rest);
    return result;
}

static int clock_allowed(clockid_t clock_id)
{
    if (clock_id == CLOCK_REALTIME || clock_id == CLOCK_MONOTONIC)
        return 0;
    return clock_id == CLOCK_PROCESS_CPUTIME_ID ? ENOTSUP : EINVAL;
}

int clock_nanosleep(clockid_t clock_id, int flags, const struct timespec *span, struct timespec *rest)
{
    struct takt_posix_until until;
    int result = clock_allowed(clock_id);

    if (result != 0)
        return result;
    if (!takt_posix_time_valid(span))
        return EINVAL;
    if (flags & TIMER_ABSTIME)
        return takt_posix_until(&until, clock_id, span) != 0 ? EINVAL : sleep_until(&until);
    return span->tv_sec < 0 ? EINVAL : sleep_span(span, rest);
}

int nanosleep(const struct timespec *span, struct timespec *rest)
{
    if (!takt_posix_time_valid(span) || span->tv_sec < 0)
        return takt_posix_result(EINVAL);
    return takt_posix_result(sleep_span(span, rest));
}

unsigned sleep(unsigned seconds)
{
    struct timespec span = {.tv_sec = (time_t)seconds}, rest;

    if (sleep_span(&span, &rest) == 0)
        return 0;
    return (unsigned)rest.tv_sec + (rest.tv_nsec >= 500000000);
}

int usleep(useconds_t us)
{
    struct timespec span = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000) * 1000};

    return takt_posix_result(sleep_span(&span, NULL));
}

unsigned alarm(unsigned seconds)
{
    return takt_posix_alarm_set(seconds);
}
