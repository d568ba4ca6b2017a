/*
 * Timers, and the layer's own thread, which expires them.
 *
 * The thread sleeps until the first timer is due, on the level above POSIX's. So nothing of the layer runs in an interrupt
 * handler, and the section guards timers like everything else. Its time grows with CONFIG_TAKT_POSIX_TIMERS at each
 * expiration.
 *
 * A timer's time is kept as a deadline in a clock: an absolute one of CLOCK_REALTIME follows when that is set; a relative one
 * is of CLOCK_MONOTONIC from the start.
 *
 * A timer of a clock of running time cannot be told when that will have come. The thread looks when it could at the soonest,
 * and again, but not more often than each POLL.
 *
 * Expirations are counted from the timer's own times, never from when the thread came to run: those that were late count as
 * overruns of one notice.
 */
#include "posix.h"

#include <takt/core.h>

#define TURNS 0x7fff
#define POLL  TAKT_MS(1)

struct timer {
    bool used, runs;
    int turn; /* how often this place was used: part of the id */
    clockid_t clock;
    struct takt_posix_until next;
    takt_time_t period;
    unsigned overruns; /* told with the last notice */
    struct takt_posix_notice notice;
};

/* The last is alarm()'s. */
#define ALARM CONFIG_TAKT_POSIX_TIMERS
static struct timer timers[CONFIG_TAKT_POSIX_TIMERS + 1];

static struct {
    struct takt_thread thread;
    struct takt_sem wake;
    _Alignas(16) unsigned char stack[CONFIG_TAKT_POSIX_SERVICE_STACK_SIZE];
} service;

void takt_posix_service_wake(void)
{
    (void)takt_sem_give(&service.wake);
}

/* It was due so long ago: whole periods of that are told as overruns. */
static void expire(struct timer *timer, takt_time_t late)
{
    takt_time_t passed = timer->period == 0 ? 0 : late / timer->period;
    unsigned overruns = passed < INT_MAX ? (unsigned)passed : INT_MAX;

    if (timer->notice.event.sigev_notify == SIGEV_THREAD)
        timer->overruns = overruns;
    takt_posix_notice_send(&timer->notice, overruns);
    timer->runs = timer->period != 0;
    timer->next.at += (passed + 1) * timer->period;
}

/* Of a clock of running time: how much is missing. A thread that has gone runs no more. */
static takt_time_t missing(const struct timer *timer)
{
    takt_time_t ran;

    return takt_posix_clock_read(timer->clock, &ran) == 0 ? timer->next.at - ran : TAKT_FOREVER;
}

/* When to look at a timer that runs, as takt_now() counts. */
static takt_time_t when_due(const struct timer *timer, takt_time_t now)
{
    takt_time_t more;

    if (!takt_posix_clock_is_cpu(timer->clock))
        return takt_posix_when(&timer->next);
    more = missing(timer);
    if (more > 0 && more < POLL)
        more = POLL;
    return more < TAKT_FOREVER - now ? now + more : TAKT_FOREVER;
}

/* Inside the section: all that are due. @return when the next one is */
static takt_time_t expire_all(void)
{
    takt_time_t next = TAKT_FOREVER;

    for (struct timer *timer = timers; timer <= &timers[ALARM]; timer++) {
        takt_time_t now = takt_now(), when;

        if (!timer->runs)
            continue;
        when = when_due(timer, now);
        if (when <= now) {
            expire(timer, now - when);
            when = when_due(timer, now);
        }
        if (timer->runs && when < next)
            next = when;
    }
    return next;
}

static void serve(void *arg)
{
    (void)arg;
    for (;;) {
        takt_time_t next;

        takt_posix_enter();
        next = expire_all();
        takt_posix_leave();
        takt_posix_notices_serve();
        (void)takt_sem_take(&service.wake, next == TAKT_FOREVER ? TAKT_FOREVER : takt_at(next));
    }
}

void takt_posix_service_start(void)
{
    const struct takt_thread_attr attr = {
        .name = "posix service",
        .entry = serve,
        .stack = service.stack,
        .stack_size = sizeof service.stack,
        .priority = CONFIG_TAKT_POSIX_FIRST - 1,
    };

    (void)takt_sem_init(&service.wake, 0, 1);
    TAKT_ASSERT(takt_thread_create(&service.thread, &attr) == 0);
    (void)takt_thread_start(&service.thread);
}

static timer_t id_of(const struct timer *timer)
{
    return (timer_t)((timer->turn << 8 | (int)(timer - timers)) + 1);
}

/* Inside the section; NULL: there is none. */
static struct timer *find(timer_t id)
{
    unsigned place = (unsigned)(id - 1) & 0xffu;

    if (id <= 0 || place >= CONFIG_TAKT_POSIX_TIMERS || !timers[place].used || id_of(&timers[place]) != id)
        return NULL;
    return &timers[place];
}

/* Inside the section. */
static struct timer *claim(void)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_TIMERS; i++) {
        if (!timers[i].used)
            return &timers[i];
    }
    return NULL;
}

/* Inside the section. */
static int create(clockid_t clock_id, const struct sigevent *event, timer_t *id)
{
    struct sigevent usual = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct timer *timer = claim();
    takt_time_t now;
    int result = takt_posix_clock_read(clock_id, &now);

    if (result != 0)
        return result;
    if (timer == NULL)
        return EAGAIN;
    timer->turn = (timer->turn + 1) & TURNS;
    usual.sigev_value.sival_int = id_of(timer);
    result = takt_posix_notice_init(&timer->notice, event != NULL ? event : &usual, SI_TIMER);
    if (result != 0)
        return result;
    timer->notice.signal.told = &timer->overruns;
    timer->clock = clock_id == CLOCK_THREAD_CPUTIME_ID ? (clockid_t)pthread_self() : clock_id;
    timer->runs = false;
    timer->overruns = 0;
    timer->used = true;
    *id = id_of(timer);
    return 0;
}

int timer_create(clockid_t clock_id, struct sigevent *event, timer_t *timer)
{
    int result;

    takt_posix_enter();
    result = create(clock_id, event, timer);
    takt_posix_leave();
    return takt_posix_result(result);
}

int timer_delete(timer_t id)
{
    struct timer *timer;

    takt_posix_enter();
    timer = find(id);
    if (timer != NULL) {
        takt_posix_notice_end(&timer->notice);
        timer->runs = false;
        timer->used = false;
    }
    takt_posix_leave();
    return takt_posix_result(timer == NULL ? EINVAL : 0);
}

static void tell(const struct timer *timer, struct itimerspec *value)
{
    takt_time_t left =
        takt_posix_clock_is_cpu(timer->clock) ? missing(timer) : takt_posix_when(&timer->next) - takt_now();

    *value = (struct itimerspec){.it_value.tv_sec = 0};
    takt_posix_timespec(timer->period, &value->it_interval);
    if (timer->runs)
        takt_posix_timespec(left > 0 ? left : 1, &value->it_value); /* 0 would say that it does not run */
}

static void set(struct timer *timer, bool absolute, const struct itimerspec *value)
{
    takt_time_t now = takt_now(), at = takt_posix_ns(&value->it_value);

    if (takt_posix_clock_is_cpu(timer->clock))
        (void)takt_posix_clock_read(timer->clock, &now);
    timer->runs = value->it_value.tv_sec != 0 || value->it_value.tv_nsec != 0;
    timer->period = takt_posix_ns(&value->it_interval);
    timer->next.realtime = absolute && timer->clock == CLOCK_REALTIME;
    timer->next.at = absolute ? at : at < TAKT_FOREVER - now ? now + at : TAKT_FOREVER;
    timer->overruns = 0;
    timer->notice.signal.overruns = 0;
    takt_posix_service_wake();
}

int timer_settime(timer_t id, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    struct timer *timer;

    if (!takt_posix_time_valid(&value->it_value) || !takt_posix_time_valid(&value->it_interval) ||
        value->it_value.tv_sec < 0 || value->it_interval.tv_sec < 0)
        return takt_posix_result(EINVAL);
    takt_posix_enter();
    timer = find(id);
    if (timer != NULL && old != NULL)
        tell(timer, old);
    if (timer != NULL)
        set(timer, (flags & TIMER_ABSTIME) != 0, value);
    takt_posix_leave();
    return takt_posix_result(timer == NULL ? EINVAL : 0);
}

int timer_gettime(timer_t id, struct itimerspec *value)
{
    struct timer *timer;

    takt_posix_enter();
    timer = find(id);
    if (timer != NULL)
        tell(timer, value);
    takt_posix_leave();
    return takt_posix_result(timer == NULL ? EINVAL : 0);
}

int timer_getoverrun(timer_t id)
{
    struct timer *timer;
    unsigned overruns = 0;

    takt_posix_enter();
    timer = find(id);
    if (timer != NULL)
        overruns = timer->overruns;
    takt_posix_leave();
    return timer == NULL ? takt_posix_result(EINVAL) : (int)overruns;
}

unsigned takt_posix_alarm_set(unsigned seconds)
{
    static const struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct itimerspec value = {.it_value.tv_sec = (time_t)seconds}, old;
    struct timer *timer = &timers[ALARM];

    takt_posix_enter();
    if (!timer->used)
        (void)takt_posix_notice_init(&timer->notice, &event, SI_USER);
    timer->used = true;
    timer->clock = CLOCK_MONOTONIC;
    tell(timer, &old);
    set(timer, false, &value);
    takt_posix_leave();
    return (unsigned)old.it_value.tv_sec + (old.it_value.tv_nsec != 0);
}
