/*
 * Periodic threads: releases, deadlines, budgets.
 *
 * The deadline that is watched is that of the first job whose deadline has not passed. That need not be the job that
 * runs: a late one's own is behind it, and the next job's may pass before it begins. So a late job is told once, and the
 * jobs that wait behind it each at their own time. The node stands in the core's timers one unit of the counter behind the
 * deadline: a job that ends in its very instant keeps it.
 *
 * Races considered. The timer's interrupt may come later than the deadline; a job that ends before it, but late, is
 * found out as it ends, by the same comparison, under the kernel lock. A miss is counted and traced there; the
 * application is told in the timer interrupt in any case (notice.c), with the kernel lock free.
 *
 * Times compare across a wrap of the counter: all that are compared are less than a quarter of its range apart.
 *
 * Bound: logarithmic in the timers that run, interrupts open; nothing is masked.
 */
#include "kernel.h"

static void miss(struct takt_core *core, struct takt_period *period)
{
    uint32_t ahead = (uint32_t)((period->watched - period->release) / period->period);

    period->missed++;
    takt_trace_deadline_missed(TAKT_ID(period->thread), period->job + ahead);
    if (period->on_missed != NULL)
        takt_notice_add(core, &period->notice);
}

static void watch(struct takt_core *core, struct takt_period *period, uint64_t release)
{
    if (period->node.armed)
        takt_timer_disarm(core, &period->node);
    period->watched = release;
    takt_timer_arm(core, &period->node, release + period->deadline + 1);
}

static void deadline_passed(struct takt_core *core, struct takt_tnode *node)
{
    struct takt_period *period = TAKT_CONTAINER(node, struct takt_period, node);

    miss(core, period);
    watch(core, period, period->watched + period->period);
}

static void tell_missed(struct takt_notice *notice)
{
    struct takt_period *period = TAKT_CONTAINER(notice, struct takt_period, notice);

    period->on_missed(period, period->arg);
}

static void budget_breach(struct takt_meter *meter, uint64_t used)
{
    takt_trace_overrun(TAKT_ID(meter->thread), takt_trace_span(used));
}

static void tell_overrun(struct takt_notice *notice)
{
    struct takt_period *period = TAKT_CONTAINER(notice, struct takt_period, budget.notice);

    if (period->on_overrun != NULL)
        period->on_overrun(period, period->arg);
}

/* Until the release of the job that is next. @return as takt_period_wait() */
static int wait_for_release(struct takt_core *core, struct takt_period *period, int late)
{
    struct takt_thread *thread = core->current;

    if (takt_before(takt_port_counter(), period->release)) {
        takt_block_begin(core, NULL, TAKT_FOREVER);
        takt_timer_arm(core, &thread->timeout, period->release);
        (void)takt_block_end(core);
    } else {
        (void)takt_unlock(core);
    }
    takt_trace_released(TAKT_ID(thread), period->job);
    return late;
}

static bool attr_valid(const struct takt_period_attr *attr, takt_deadline_t first)
{
    return attr->period >= 1 && attr->deadline >= 0 && attr->budget >= 0 && first != TAKT_FOREVER;
}

static void init(struct takt_period *period, const struct takt_period_attr *attr)
{
    takt_time_t deadline = attr->deadline == 0 ? attr->period : attr->deadline;

    *period = (struct takt_period){
        .node = {.expire = deadline_passed},
        .notice = {.tell = tell_missed},
        .budget = {.notice = {.tell = tell_overrun}, .breach = budget_breach, .limit = TAKT_REACH},
        .thread = takt_core()->current,
        .period = takt_port_from_ns(attr->period),
        .deadline = takt_port_from_ns(deadline),
        .job = 1,
        .on_missed = attr->missed,
        .on_overrun = attr->overrun,
        .arg = attr->arg,
        .skip = attr->skip};
    if (attr->budget != 0)
        period->budget.limit = takt_port_from_ns(attr->budget);
}

int takt_period_start(struct takt_period *period, const struct takt_period_attr *attr, takt_deadline_t first)
{
    struct takt_core *core = takt_core();
    uint64_t release;

    TAKT_CLASS_THREAD();
    if (!attr_valid(attr, first))
        return -EINVAL;
    if (takt_wait_allowed(core, TAKT_FOREVER) != 0)
        return -EPERM;
    release = takt_deadline_when(first);
    init(period, attr);
    if (release == TAKT_NEVER || period->period >= TAKT_REACH / 2 || period->deadline >= TAKT_REACH / 2)
        return -ERANGE;
    takt_trace_call_sleep(TAKT_ID(core->current), takt_trace_wait(takt_at(takt_port_to_ns(release))));
    takt_lock(core);
    period->release = release;
    takt_meter_attach(core, &period->budget, core->current);
    takt_meter_renew(core, &period->budget);
    watch(core, period, release);
    (void)wait_for_release(core, period, 0);
    takt_trace_call_end(TAKT_ID(core->current), 0);
    return 0;
}

/* The job ends: was it in time? The next one is the job from here on. */
static void complete(struct takt_core *core, struct takt_period *period, uint64_t now)
{
    takt_trace_completed(TAKT_ID(period->thread), period->job);
    takt_meter_renew(core, &period->budget);
    if (period->watched == period->release) {
        if (takt_before(period->release + period->deadline, now))
            miss(core, period);
        watch(core, period, period->release + period->period);
    }
    period->release += period->period;
    period->job++;
}

/* Releases that have passed are left out: the first that has not is next. */
static void skip(struct takt_core *core, struct takt_period *period, uint32_t late)
{
    period->skipped += late;
    period->release += late * period->period;
    period->job += late;
    if (takt_before(period->watched, period->release))
        watch(core, period, period->release);
}

/* Releases before now, from the next one on. */
static uint32_t passed(const struct takt_period *period, uint64_t now)
{
    uint64_t late;

    if (!takt_before(period->release, now))
        return 0;
    late = (now - period->release - 1) / period->period + 1;
    return late > INT32_MAX ? INT32_MAX : (uint32_t)late;
}

int takt_period_wait(struct takt_period *period)
{
    struct takt_core *core = takt_core();
    uint64_t now;
    uint32_t late;
    int result;

    if (takt_wait_allowed(core, TAKT_FOREVER) != 0 || core->current != period->thread)
        return -EPERM;
    takt_trace_call_sleep(TAKT_ID(core->current),
                          takt_trace_wait(takt_at(takt_port_to_ns(period->release + period->period))));
    takt_lock(core);
    now = takt_port_counter();
    complete(core, period, now);
    late = passed(period, now);
    if (period->skip && late != 0)
        skip(core, period, late);
    result = wait_for_release(core, period, (int)late);
    takt_trace_call_end(TAKT_ID(core->current), 0);
    return result;
}

int takt_period_stop(struct takt_period *period)
{
    struct takt_core *core = takt_core();
    int result = -EALREADY;

    TAKT_CLASS_THREAD();
    takt_lock(core);
    if (period->thread != NULL) {
        result = 0;
        period->thread = NULL;
        takt_timer_disarm(core, &period->node);
        takt_meter_detach(&period->budget);
        takt_notice_drop(&period->notice);
    }
    (void)takt_unlock(core);
    return result;
}

uint32_t takt_period_missed(const struct takt_period *period)
{
    return period->missed;
}

uint32_t takt_period_overruns(const struct takt_period *period)
{
    return period->budget.breaches;
}

takt_time_t takt_period_longest(const struct takt_period *period)
{
    return takt_port_to_ns(period->budget.worst);
}
