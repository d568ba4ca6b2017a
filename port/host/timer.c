/*
 * The core's timer: a POSIX timer that signals the core's POSIX thread.
 *
 * The kernel moves the next event far more often than an event happens, and setting the host's timer is a
 * system call. So the host's timer is only set when it would fire too late: one that fires sooner is left
 * alone, and when it does, nothing has come and it is set to what remains.
 *
 * The counter and the host's clock disagree a little (calibration, and the host may slew its clock by 500
 * parts in a million): the timer is always set to a span from now, a long span is set a thousandth short, and
 * what remains is set from nearer.
 *
 * A signal costs the host several microseconds. So that a period or a slice that is shorter cannot take all the
 * time there is, threads get at least REST between the end of one timer interrupt and the next.
 *
 * Races: the words below change under the mask. The signal handler only raises the line, also for a timer
 * that fired and was set anew before its signal came; whether the time has come is judged when the line is
 * taken.
 */
#include "host.h"

#include <time.h>
#include <unistd.h>

#define NEVER     UINT64_MAX
#define LONG_SPAN TAKT_MS(10)
#define REST      TAKT_US(TAKT_HOST_ANYWHERE ? 10 : 200) /* ThreadSanitizer makes all of it slower */

static __thread struct {
    timer_t id;
    volatile uint64_t when; /* as the kernel asked; NEVER: nothing to do */
    uint64_t armed;         /* when the host's timer fires, at the latest */
    uint64_t rested;        /* not before */
    uint64_t rest;          /* REST in units */
    bool raised;            /* the kernel wants it, whatever the time */
    bool firing;
} timer;

static uint64_t due_at(void)
{
    return timer.when > timer.rested && !timer.raised ? timer.when : timer.rested;
}

static void arm(uint64_t at, uint64_t now)
{
    takt_time_t span = takt_port_to_ns(at - now) + 1;
    struct itimerspec spec = {0};

    if (span > LONG_SPAN)
        span -= span / 1000;
    spec.it_value.tv_sec = (time_t)(span / TAKT_S(1));
    spec.it_value.tv_nsec = (long)(span % TAKT_S(1));
    (void)timer_settime(timer.id, 0, &spec, NULL);
    timer.armed = at;
}

/* Masked. */
static void program(uint64_t now)
{
    uint64_t at = due_at();

    if (timer.firing)
        return;
    if (at <= now)
        takt_host_raise(TAKT_HOST_LINE_TIMER);
    else if (at < timer.armed)
        arm(at, now);
}

void takt_port_timer_set(uint64_t when)
{
    takt_mask_t old = takt_port_mask();

    timer.when = when;
    program(takt_port_counter());
    takt_port_unmask(old);
}

void takt_port_timer_raise(void)
{
    takt_mask_t old = takt_port_mask();

    timer.raised = true;
    program(takt_port_counter());
    takt_port_unmask(old);
}

/* Masked; the kernel's part of it open. */
static void let_kernel_fire(void)
{
    timer.when = NEVER;
    timer.raised = false;
    timer.firing = true;
    takt_port_unmask(0);
    takt_timer_interrupt();
    (void)takt_port_mask();
    timer.firing = false;
    timer.rested = takt_port_counter() + timer.rest;
}

static void fire(void *unused)
{
    (void)unused;
    (void)takt_port_mask();
    timer.armed = NEVER;
    if (due_at() <= takt_port_counter())
        let_kernel_fire();
    program(takt_port_counter());
    takt_port_unmask(0);
}

bool takt_host_timer_active(void)
{
    return timer.raised || timer.when != NEVER;
}

void takt_host_timer_look(void)
{
    if (due_at() <= takt_port_counter())
        takt_host_raise(TAKT_HOST_LINE_TIMER);
}

bool takt_host_timer_create(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = TAKT_HOST_SIGNAL_TIMER};

    event._sigev_un._tid = gettid();
    timer.when = timer.armed = NEVER;
    timer.rest = takt_port_from_ns(REST);
    takt_host_line(TAKT_HOST_LINE_TIMER, TAKT_HOST_PRIORITY_TIMER, fire);
    return timer_create(CLOCK_MONOTONIC, &event, &timer.id) == 0;
}
