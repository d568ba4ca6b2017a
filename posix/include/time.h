/*
 * Clocks, sleeping, timers: <time.h> of the POSIX layer. CLOCK_MONOTONIC is the core's counter; CLOCK_REALTIME is that and
 * what was set. The rest of <time.h> is the C library's.
 */
#include <takt/posix/libc.h>

#include_next <time.h>

#if !defined(TAKT_POSIX_TIME_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_TIME_H

#include <takt/posix/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define time                takt_posix_time
#define clock               takt_posix_clock
#define nanosleep           takt_posix_nanosleep
#define clock_getres        takt_posix_clock_getres
#define clock_gettime       takt_posix_clock_gettime
#define clock_settime       takt_posix_clock_settime
#define clock_nanosleep     takt_posix_clock_nanosleep
#define clock_getcpuclockid takt_posix_clock_getcpuclockid
#define timer_create        takt_posix_timer_create
#define timer_delete        takt_posix_timer_delete
#define timer_settime       takt_posix_timer_settime
#define timer_gettime       takt_posix_timer_gettime
#define timer_getoverrun    takt_posix_timer_getoverrun

time_t time(time_t *now);
clock_t clock(void);
int nanosleep(const struct timespec *span, struct timespec *rest);
int clock_getres(clockid_t clock_id, struct timespec *resolution);
int clock_gettime(clockid_t clock_id, struct timespec *now);
int clock_settime(clockid_t clock_id, const struct timespec *now);
int clock_nanosleep(clockid_t clock_id, int flags, const struct timespec *span, struct timespec *rest);
int clock_getcpuclockid(pid_t pid, clockid_t *clock_id);
/** EAGAIN: no timer left (CONFIG_TAKT_POSIX_TIMERS). */
int timer_create(clockid_t clock_id, struct sigevent *event, timer_t *timer);
int timer_delete(timer_t id);
int timer_settime(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old);
int timer_gettime(timer_t id, struct itimerspec *value);
int timer_getoverrun(timer_t id);

#ifdef __cplusplus
}
#endif

#endif
