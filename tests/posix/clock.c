/* Clocks, sleeping, timers. */
#include "check.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define NO_CLOCK ((clockid_t)123)
#define NO_TIMER ((timer_t)0x7654321)

static void clocks(void)
{
    const clockid_t all[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                             CLOCK_THREAD_CPUTIME_ID};
    struct timespec a, b;
    clockid_t clock;

    for (int i = 0; i < 4; i++) {
        EQUAL(clock_getres(all[i], &a), 0);
        HOLDS(a.tv_sec == 0 && a.tv_nsec > 0 && a.tv_nsec <= 20000000);
        EQUAL(clock_getres(all[i], NULL), 0);
        EQUAL(clock_gettime(all[i], &a), 0);
        EQUAL(clock_gettime(all[i], &b), 0);
        HOLDS(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    }
    FAILS(clock_getres(NO_CLOCK, &a), EINVAL);
    FAILS(clock_gettime(NO_CLOCK, &a), EINVAL);
    a = (struct timespec){.tv_nsec = 1000000000};
    FAILS(clock_settime(CLOCK_REALTIME, &a), EINVAL);
    a.tv_nsec = -1;
    FAILS(clock_settime(CLOCK_REALTIME, &a), EINVAL);
    FAILS(clock_settime(CLOCK_MONOTONIC, &b), EINVAL);
    FAILS(clock_settime(NO_CLOCK, &b), EINVAL);
    EQUAL(clock_getcpuclockid(getpid(), &clock), 0);
    EQUAL(clock_gettime(clock, &a), 0);
    EQUAL(pthread_getcpuclockid(pthread_self(), &clock), 0);
    EQUAL(clock_gettime(clock, &a), 0);
    EQUAL(clock_gettime(CLOCK_REALTIME, &a), 0);
    HOLDS(time(NULL) - a.tv_sec <= 1);
}

static void sleeping(void)
{
    struct timespec begin, span = {.tv_nsec = 30000000}, rest, bad = {.tv_nsec = 1000000000};

    clock_gettime(CLOCK_MONOTONIC, &begin);
    EQUAL(nanosleep(&span, &rest), 0);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 30);
    FAILS(nanosleep(&bad, NULL), EINVAL);
    bad.tv_nsec = -1;
    FAILS(nanosleep(&bad, NULL), EINVAL);
    bad = (struct timespec){.tv_sec = -1};
    FAILS(nanosleep(&bad, NULL), EINVAL);
    EQUAL(clock_nanosleep(CLOCK_MONOTONIC, 0, &span, NULL), 0);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 60);
    EQUAL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &begin, NULL), 0); /* long past */
    span = in_ms(CLOCK_REALTIME, 30);
    EQUAL(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &span, NULL), 0);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 89);
    bad = (struct timespec){.tv_nsec = 1000000000};
    EQUAL(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL), EINVAL);
    EQUAL(clock_nanosleep(NO_CLOCK, 0, &span, NULL), EINVAL);
    EQUAL(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &span, NULL), EINVAL);
}

static void handle(int number)
{
    (void)number;
}

static volatile int ended;

static void *sleep_long(void *arg)
{
    struct timespec span = {.tv_sec = 10000}, rest = {.tv_sec = 99}, until = in_ms(CLOCK_MONOTONIC, 10000000);

    FAILS(nanosleep(&span, &rest), EINTR);
    HOLDS(rest.tv_sec < 10000 && rest.tv_sec > 9000);
    EQUAL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, &rest), EINTR);
    ended = 1;
    return arg;
}

static void interrupted(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}; /* no matter for sleeping */
    pthread_t id;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    EQUAL(pthread_create(&id, NULL, sleep_long, NULL), 0);
    while (!ended) { /* until two have met it asleep */
        SETTLE();
        EQUAL(pthread_kill(id, SIGUSR1), 0);
    }
    EQUAL(pthread_join(id, NULL), 0);
}

static void bad_timers(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 1000};
    struct itimerspec value = {.it_value.tv_nsec = 1000000000};
    timer_t timer;

    FAILS(timer_create(NO_CLOCK, NULL, &timer), EINVAL);
    FAILS(timer_create(CLOCK_REALTIME, &event, &timer), EINVAL);
    event.sigev_notify = 77;
    FAILS(timer_create(CLOCK_REALTIME, &event, &timer), EINVAL);
    EQUAL(timer_create(CLOCK_REALTIME, NULL, &timer), 0);
    FAILS(timer_settime(timer, 0, &value, NULL), EINVAL);
    value.it_value.tv_nsec = -1;
    FAILS(timer_settime(timer, 0, &value, NULL), EINVAL);
    EQUAL(timer_delete(timer), 0);
    FAILS(timer_delete(timer), EINVAL);
}

static void signal_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    struct itimerspec value = {.it_value.tv_nsec = 20000000, .it_interval.tv_nsec = 20000000}, now;
    struct timespec begin;
    siginfo_t info;
    sigset_t set;
    timer_t timer;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    event.sigev_value.sival_int = 11;
    EQUAL(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    EQUAL(timer_gettime(timer, &now), 0);
    EQUAL(now.it_value.tv_sec + now.it_value.tv_nsec, 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    EQUAL(timer_settime(timer, 0, &value, NULL), 0);
    EQUAL(timer_gettime(timer, &now), 0);
    HOLDS(now.it_value.tv_nsec > 0 && now.it_value.tv_nsec <= 20000000);
    EQUAL(now.it_interval.tv_nsec, 20000000);
    for (int i = 0; i < 3; i++) {
        EQUAL(sigwaitinfo(&set, &info), SIGUSR2);
        EQUAL(info.si_code, SI_TIMER);
        EQUAL(info.si_value.sival_int, 11);
    }
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 59);
    sleep_ms(90);
    EQUAL(sigwaitinfo(&set, &info), SIGUSR2);
    HOLDS(timer_getoverrun(timer) >= 3);
    value = (struct itimerspec){.it_value.tv_sec = 0};
    EQUAL(timer_settime(timer, 0, &value, &now), 0);
    EQUAL(now.it_interval.tv_nsec, 20000000);
    EQUAL(timer_gettime(timer, &now), 0);
    EQUAL(now.it_value.tv_sec + now.it_value.tv_nsec, 0);
    EQUAL(timer_delete(timer), 0);
}

static void absolute_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    struct itimerspec value = {.it_value.tv_sec = 0};
    struct timespec begin;
    siginfo_t info;
    sigset_t set;
    timer_t timer;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    EQUAL(timer_create(CLOCK_REALTIME, &event, &timer), 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    value.it_value = in_ms(CLOCK_REALTIME, 30);
    EQUAL(timer_settime(timer, TIMER_ABSTIME, &value, NULL), 0);
    EQUAL(sigwaitinfo(&set, &info), SIGUSR2);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 29);
    value.it_value = in_ms(CLOCK_REALTIME, -1000);
    EQUAL(timer_settime(timer, TIMER_ABSTIME, &value, NULL), 0);
    EQUAL(sigwaitinfo(&set, &info), SIGUSR2); /* at once */
    EQUAL(timer_delete(timer), 0);
}

/* A timer of running time comes when its thread has run so long, not before. */
static void running_time(clockid_t clock)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    struct itimerspec value = {.it_value.tv_nsec = 5000000}, left;
    struct timespec begin, none = {.tv_sec = 0}, now;
    siginfo_t info;
    sigset_t set;
    timer_t timer;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    EQUAL(timer_create(clock, &event, &timer), 0);
    clock_gettime(clock, &begin);
    EQUAL(timer_settime(timer, 0, &value, NULL), 0);
    sleep_ms(30);
    FAILS(sigtimedwait(&set, &info, &none), EAGAIN);
    EQUAL(timer_gettime(timer, &left), 0);
    HOLDS(left.it_value.tv_nsec > 0 && left.it_value.tv_nsec <= 5000000);
    while (sigtimedwait(&set, &info, &none) == -1)
        clock_gettime(clock, &now); /* it takes time */
    clock_gettime(clock, &now);
    HOLDS((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec - begin.tv_nsec >= 4900000);
    EQUAL(timer_delete(timer), 0);
}

static volatile int calls, with;

static void call(union sigval value)
{
    with = value.sival_int;
    calls++;
}

static void thread_timer(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD};
    struct itimerspec value = {.it_value.tv_nsec = 10000000, .it_interval.tv_nsec = 10000000};
    timer_t timer;

    event.sigev_notify_function = call;
    event.sigev_value.sival_int = 5;
    EQUAL(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    EQUAL(timer_settime(timer, 0, &value, NULL), 0);
    UNTIL(calls >= 3);
    EQUAL(timer_delete(timer), 0);
    EQUAL(with, 5);
    event = (struct sigevent){.sigev_notify = SIGEV_NONE};
    EQUAL(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    EQUAL(timer_settime(timer, 0, &value, NULL), 0);
    EQUAL(timer_delete(timer), 0);
}

static void alarms(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigset_t set, none;

    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGALRM, &action, NULL), 0);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(alarm(10000), 0);
    HOLDS(alarm(1) > 9000);
    FAILS(sigsuspend(&none), EINTR);
    EQUAL(alarm(0), 0);
}

int main(void)
{
    clocks();
    sleeping();
    interrupted();
    bad_timers();
    signal_timer();
    absolute_timer();
    running_time(CLOCK_THREAD_CPUTIME_ID);
    running_time(CLOCK_PROCESS_CPUTIME_ID);
    thread_timer();
    alarms();
    return check_end();
}
