/*
 * Timers.
 *
 * A timer's function runs with the kernel lock free, in the timer interrupt; so its expiry drops the lock around
 * it, and the loop that called (timer.c) looks at the heap anew. Starting and stopping follow the pattern of every
 * object: what was asked for is noted under the mask and carried out under the kernel lock, so a handler may do
 * both at any time.
 */
#include "kernel.h"

/* The period after the one that is due; periods that passed meanwhile are counted, not made up for. */
static void start_next_period(struct takt_core *core, struct takt_timer *timer)
{
    uint64_t now = takt_port_counter();
    uint64_t next = timer->node.when + timer->period;

    if (takt_before(next, now)) {
        uint64_t passed = (now - next) / timer->period + 1;

        timer->missed += (uint32_t)passed;
        next += passed * timer->period;
    }
    takt_timer_arm(core, &timer->node, next);
}

static void timer_expire(struct takt_core *core, struct takt_tnode *node)
{
    struct takt_timer *timer = TAKT_CONTAINER(node, struct takt_timer, node);

    if (timer->period != 0)
        start_next_period(core, timer);
    takt_trace_timer_expire(TAKT_ID(timer), timer->missed);
    (void)takt_unlock(core);
    timer->function(timer, timer->arg);
    takt_trace_call_end(TAKT_ID(timer), 0);
    takt_lock(core);
}

void takt_timer_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_timer *timer = TAKT_CONTAINER(post, struct takt_timer, post);
    takt_mask_t old = takt_port_mask();
    bool asked = timer->asked, start = timer->asked_start;
    uint64_t when = timer->asked_when, period = timer->asked_period;

    timer->asked = false;
    takt_port_unmask(old);
    if (!asked)
        return;
    if (timer->node.armed)
        takt_timer_disarm(core, &timer->node);
    if (!start)
        return;
    timer->period = period;
    timer->missed = 0;
    takt_timer_arm(core, &timer->node, when);
}

int takt_timer_init_direct(struct takt_timer *timer, void (*function)(struct takt_timer *, void *), void *arg)
{
    if (function == NULL)
        return -EINVAL;
    *timer = (struct takt_timer){.function = function, .arg = arg};
    timer->node.expire = timer_expire;
    timer->post.match = takt_timer_match;
    takt_trace_made(TIMER, timer, 0, 0);
    return 0;
}

int takt_timer_start(struct takt_timer *timer, takt_deadline_t first, takt_time_t period)
{
    uint64_t when, units;
    takt_mask_t old;

    if (first == TAKT_FOREVER || period < 0)
        return -EINVAL;
    when = takt_deadline_when(first);
    units = period == 0 ? 0 : takt_port_from_ns(period);
    if (when == TAKT_NEVER || units >= TAKT_REACH)
        return -ERANGE;
    takt_trace_with((uint64_t)first);
    takt_trace_with((uint64_t)period);
    takt_trace_call_timer_start(TAKT_ID(timer), 0);
    takt_trace_timer_start(TAKT_ID(timer), (uintptr_t)period);
    old = takt_port_mask();
    timer->asked = true;
    timer->asked_start = true;
    timer->asked_when = when;
    timer->asked_period = units;
    takt_match(takt_core(), &timer->post, old);
    takt_trace_call_end(TAKT_ID(timer), 0);
    TAKT_CHECK(takt_timers_check());
    return 0;
}

static int stop(struct takt_timer *timer)
{
    takt_mask_t old = takt_port_mask();

    if (!takt_timer_active(timer)) {
        takt_port_unmask(old);
        return -EALREADY;
    }
    timer->asked = true;
    timer->asked_start = false;
    takt_match(takt_core(), &timer->post, old);
    return 0;
}

int takt_timer_stop(struct takt_timer *timer)
{
    int result;

    takt_trace_call_timer_stop(TAKT_ID(timer), 0);
    result = stop(timer);
    takt_trace_call_end(TAKT_ID(timer), (uintptr_t)result);
    TAKT_CHECK(takt_timers_check());
    return result;
}

bool takt_timer_active(const struct takt_timer *timer)
{
    return timer->asked ? timer->asked_start : timer->node.armed || takt_timer_due(timer);
}

uint32_t takt_timer_missed(const struct takt_timer *timer)
{
    return timer->missed;
}

int takt_timers_check(void)
{
    if (!takt_check_begin())
        return 0;
    return takt_check_end(takt_heap_check(takt_core()->heap));
}
