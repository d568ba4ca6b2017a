/*
 * Computing time of a thread's activation, against a limit: the one account that budgets (period.c) and contracts
 * (contract.c) share.
 *
 * What an activation has used is the thread's running time (run_time.c) less what that was when the activation began.
 * So a switch has nothing to add up for it; other threads' time does not count, handlers' time does, as in
 * takt_thread_run_time(). What is used may reach the limit; one unit of the counter more is a breach.
 *
 * It is noted when it happens: the limit of the running activation is one of the events that the port's timer is set for.
 * As with slices (slice.c), a switch to a thread that has meters only raises the timer's interrupt, which works out
 * when that is. A thread that stays off that interrupt, or waits first, is found out when its activation ends.
 *
 * Races considered. An activation ends while the thread still runs, on its way to the switch; what it computes until
 * then belongs to nobody. `fresh` says that: the first look after the thread has come back takes its running time at
 * the last switch for the beginning. All is guarded by the kernel lock. No switch happens while it is held, nor in a
 * handler, so the running time and the counter at the last switch belong together.
 *
 * Bound: a switch, constant; the interrupt and a wait grow with the meters of one thread, which are at most two.
 */
#include "kernel.h"

/* The thread's running time. */
static uint64_t ran(const struct takt_core *core, const struct takt_thread *thread, uint64_t now)
{
    return thread->run_time + (thread == core->current ? now - core->switched_at : 0);
}

/* An activation that begins counts from where the thread was switched to; it has been, if it runs and is ready. */
static void settle(const struct takt_core *core, struct takt_meter *meter)
{
    struct takt_thread *thread = meter->thread;

    if (!meter->fresh || thread != core->current || thread->state != 0)
        return;
    if (takt_before(meter->begun, thread->run_time))
        meter->begun = thread->run_time;
    meter->fresh = false;
}

/* @return units that are left; 0: it is over its limit, which is noted once */
static uint64_t look(struct takt_core *core, struct takt_meter *meter, uint64_t now)
{
    uint64_t used;

    settle(core, meter);
    used = meter->fresh ? 0 : ran(core, meter->thread, now) - meter->begun;
    if (used <= meter->limit)
        return meter->limit - used + 1;
    if (used > meter->worst)
        meter->worst = used;
    if (!meter->over) {
        meter->over = true;
        meter->breaches++;
        meter->breach(meter, used);
        takt_notice_add(core, &meter->notice);
    }
    return 0;
}

void takt_meter_expire(struct takt_core *core, uint64_t now)
{
    uint64_t least = TAKT_NEVER;

    for (struct takt_meter *meter = core->current->meters; meter != NULL; meter = meter->next) {
        uint64_t left = look(core, meter, now);

        if (left != 0 && left < least)
            least = left;
    }
    core->metering = least < TAKT_REACH;
    core->meter_end = now + least;
}

void takt_meter_renew(struct takt_core *core, struct takt_meter *meter)
{
    uint64_t now = takt_port_counter();

    (void)look(core, meter, now);
    meter->begun = ran(core, meter->thread, now);
    meter->fresh = true;
    meter->over = false;
    if (meter->thread == core->current)
        takt_port_timer_raise(); /* it may go on without a switch */
}

void takt_meter_waits(struct takt_core *core, struct takt_thread *thread)
{
    for (struct takt_meter *meter = thread->meters; meter != NULL; meter = meter->next) {
        if (meter->each_wait)
            takt_meter_renew(core, meter);
    }
}

void takt_meter_attach(struct takt_core *core, struct takt_meter *meter, struct takt_thread *thread)
{
    meter->thread = thread;
    meter->next = thread->meters;
    meter->fresh = false;
    meter->over = false;
    meter->begun = ran(core, thread, takt_port_counter());
    thread->meters = meter;
    takt_special_update(thread);
    if (thread == core->current)
        takt_port_timer_raise();
}

void takt_meter_detach(struct takt_meter *meter)
{
    struct takt_thread *thread = meter->thread;

    takt_notice_drop(&meter->notice);
    if (thread == NULL)
        return;
    for (struct takt_meter **link = &thread->meters; *link != NULL; link = &(*link)->next) {
        if (*link == meter) {
            *link = meter->next;
            break;
        }
    }
    meter->thread = NULL;
    takt_special_update(thread);
}

void takt_meter_end(struct takt_thread *thread)
{
    for (struct takt_meter *meter = thread->meters; meter != NULL; meter = meter->next)
        meter->thread = NULL;
    thread->meters = NULL;
}
