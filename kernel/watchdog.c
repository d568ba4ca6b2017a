/*
 * Watchdogs.
 *
 * To report is one store in a masked step: threads report often, and silence is seldom over. So the timer is left where
 * it stands; when it comes it finds that the span has begun anew, and is armed for what is left. `when` is 64 bits,
 * which a handler could see half written: hence the mask. Reports may come from handlers, too.
 *
 * A report in the very instant in which the span is over is in time: the timer stands one unit of the counter later. One
 * that comes later, but before the timer's interrupt, counts as well: the thread is alive.
 *
 * Bound: constant to report; else logarithmic in the timers that run, interrupts open.
 */
#include "kernel.h"

void takt_watchdog_report(struct takt_watchdog *watchdog)
{
    takt_mask_t old = takt_port_mask();

    watchdog->when = takt_port_counter() + watchdog->span + 1;
    takt_port_unmask(old);
}

static uint64_t when_over(const struct takt_watchdog *watchdog)
{
    takt_mask_t old = takt_port_mask();
    uint64_t when = watchdog->when;

    takt_port_unmask(old);
    return when;
}

static void expire(struct takt_core *core, struct takt_tnode *node)
{
    struct takt_watchdog *watchdog = TAKT_CONTAINER(node, struct takt_watchdog, node);
    uint64_t when = when_over(watchdog);

    if (takt_before(node->when, when)) { /* reported since */
        takt_timer_arm(core, node, when);
        return;
    }
    watchdog->bites++;
    takt_trace_watchdog(TAKT_ID(watchdog->thread),
                        takt_trace_span(takt_port_counter() - when + watchdog->span + 1));
    takt_watchdog_report(watchdog); /* the next span */
    takt_timer_arm(core, node, when_over(watchdog));
    if (watchdog->function == NULL)
        return;
    (void)takt_unlock(core);
    watchdog->function(watchdog, watchdog->arg);
    takt_lock(core);
}

int takt_watchdog_start(struct takt_watchdog *watchdog, struct takt_thread *thread, takt_time_t span,
                        void (*function)(struct takt_watchdog *watchdog, void *arg), void *arg)
{
    struct takt_core *core = takt_core();
    uint64_t units;

    TAKT_CLASS_THREAD();
    if (span < 1)
        return -EINVAL;
    units = takt_port_from_ns(span);
    if (units >= TAKT_REACH)
        return -ERANGE;
    *watchdog = (struct takt_watchdog){
        .node = {.expire = expire}, .thread = thread, .span = units, .function = function, .arg = arg};
    takt_lock(core);
    takt_watchdog_report(watchdog);
    takt_timer_arm(core, &watchdog->node, when_over(watchdog));
    (void)takt_unlock(core);
    return 0;
}

int takt_watchdog_stop(struct takt_watchdog *watchdog)
{
    struct takt_core *core = takt_core();
    int result = -EALREADY;

    TAKT_CLASS_THREAD();
    takt_lock(core);
    if (watchdog->node.armed) {
        takt_timer_disarm(core, &watchdog->node);
        result = 0;
    }
    (void)takt_unlock(core);
    return result;
}

uint32_t takt_watchdog_bites(const struct takt_watchdog *watchdog)
{
    return watchdog->bites;
}
