/*
 * The core's events in time: deadlines of waits, timers (timer_object.c), the end of the running
 * slice, the limit of the running activation (meter.c).
 *
 * Tickless: the port's timer is set for the earliest event. It may come early (an event was disarmed, or the
 * port could not do better): then nothing is due and it is set again. It never comes late by the kernel's
 * doing, but for the time that the kernel lock is held: the interrupt then notes that it was here, and the
 * holder, as it lets go, raises it again.
 */
#include "kernel.h"

/* The earlier of two counter values, of which either may be none. */
static inline uint64_t earlier(uint64_t a, uint64_t b)
{
    if (a == TAKT_NEVER)
        return b;
    return b != TAKT_NEVER && takt_before(b, a) ? b : a;
}

uint64_t takt_timer_next(const struct takt_core *core)
{
    const struct takt_tnode *first = core->heap;
    uint64_t running = earlier(takt_slice_end(core), takt_meter_next(core));

    if (first == NULL)
        return running;
    return running != TAKT_NEVER && takt_before(running, first->when) ? running : first->when;
}

TAKT_APART void takt_timer_program(struct takt_core *core)
{
    takt_port_timer_set(takt_timer_next(core));
}

void takt_timer_arm(struct takt_core *core, struct takt_tnode *node, uint64_t when)
{
    node->when = when;
    takt_tnode_number(core, node);
    node->armed = true;
    takt_heap_insert(&core->heap, node);
    if (core->heap == node)
        takt_timer_program(core);
}

void takt_timer_disarm(struct takt_core *core, struct takt_tnode *node)
{
    takt_heap_remove(&core->heap, node);
    node->armed = false;
}

/* The first event, if it is due; NULL: none is, and the running slice and activation have been seen to. */
static TAKT_APART struct takt_tnode *first_due(struct takt_core *core)
{
    struct takt_tnode *first = core->heap;
    uint64_t now = takt_port_counter();

    if (first != NULL && !takt_before(now, first->when))
        return first;
    takt_slice_expire(core, now);
    takt_meter_expire(core, now);
    return NULL;
}

/* Carry out everything that is due. Kernel lock held on entry and return, not during the application's functions. */
static void expire(struct takt_core *core)
{
    struct takt_tnode *node;

    do {
        while ((node = first_due(core)) != NULL)
            takt_tnode_expire(core, node);
    } while (takt_notice_tell(core));
    takt_timer_program(core);
}

void takt_timer_interrupt(void)
{
    struct takt_core *core = takt_core();

    takt_trace_tick(0, 0);
    if (!takt_lock_try(core)) {
        takt_lock_met_by_timer(core);
        return;
    }
    expire(core);
    (void)takt_unlock_posted(
        core); /* the whole way: beside a heap's step the quick one is not worth its code */
}

takt_time_t takt_now(void)
{
    takt_time_t now = takt_port_to_ns(takt_port_counter());

    takt_trace_clock_read((uintptr_t)((uint64_t)now >> 32), (uintptr_t)(uint32_t)now);
    return now;
}
