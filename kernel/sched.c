/*
 * The ready levels, and the choice of the thread that runs.
 *
 * A ready thread stands in the circular list of its level, the running one too; the first thread of the most
 * urgent level that has any should run. A bitmap finds it in constant time (two words to look at beyond 32
 * levels). With nothing ready the idle thread runs, which stands alone beyond the last level.
 *
 * A thread's level is its effective priority; once it has begun to run it is its preemption threshold, if
 * that is more urgent. So a threshold needs no special case when threads are compared: the running thread
 * simply stands higher, at the head, until it blocks or yields.
 *
 * Thresholds, slices and limits are what few threads have (thread->special), so blocking, giving way and switching look at
 * one byte to see that there is nothing to do for them.
 *
 * Guarded by the kernel lock; single steps also by the mask alone, with the lock free. takt_sched_switch() is
 * the only place where the running thread changes; it asserts the law of the locks there.
 */
#include "kernel.h"

void takt_ready_requeue(struct takt_core *core, struct takt_thread *thread, bool at_head)
{
    takt_ready_remove(core, thread);
    takt_level_insert(core, thread, takt_level_of(thread), at_head);
}

void takt_ready_relevel(struct takt_core *core, struct takt_thread *thread, bool at_head)
{
    if (thread->level != takt_level_of(thread))
        takt_ready_requeue(core, thread, at_head);
}

void takt_state_clear(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    if (thread->state & bits)
        takt_state_end(core, thread, bits);
}

void takt_state_set(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    if (thread->state == 0) {
        takt_ready_remove(core, thread);
        if (takt_is_special(thread))
            takt_rest(core, thread);
        takt_trace_unready(TAKT_ID(thread), bits);
    }
    thread->state |= (uint8_t)bits;
}

void takt_give_up(struct takt_core *core, struct takt_thread *thread)
{
    takt_threshold_end(thread);
    takt_slice_restart(core, thread);
}

void takt_rest(struct takt_core *core, struct takt_thread *thread)
{
    takt_give_up(core, thread);
    takt_meter_waits(core, thread);
}

void takt_resched(struct takt_core *core)
{
    if (takt_ready_first(core) != core->current || takt_threshold_waits(core->current))
        takt_switch(core);
}

/* To the end of the level of its priority: more than one step, so the lock is held. */
static TAKT_APART void yield_special(struct takt_core *core, struct takt_thread *thread)
{
    takt_lock(core);
    takt_give_up(core, thread);
    takt_ready_requeue(core, thread, false);
    (void)takt_unlock_posted(core); /* the whole way */
    takt_slice_begin(core, thread); /* if it gave way to nobody */
}

static inline void give_way(struct takt_core *core, struct takt_thread *thread)
{
    if (takt_is_special(thread))
        yield_special(core, thread);
    else if (takt_ready_pass(core, thread))
        takt_switch_thread(core);
}

void takt_yield(void)
{
    struct takt_core *core = takt_core();
    struct takt_thread *thread = core->current;

    TAKT_CLASS_THREAD();
    takt_trace_call_yield(TAKT_ID(thread), thread->level);
    takt_trace_yield(TAKT_ID(thread), thread->level);
    takt_trace_gives(YIELDED);
    give_way(core, thread);
    takt_trace_gives(UNKNOWN);
    takt_trace_call_end(TAKT_ID(thread), 0);
}

void takt_preempt_lock(void)
{
    TAKT_CLASS_THREAD();
    takt_trace_call_preempt(1, 0);
    takt_preempt_enter(takt_core());
    takt_trace_call_end(0, 0);
}

void takt_preempt_unlock(void)
{
    TAKT_CLASS_THREAD();
    takt_trace_call_preempt(0, 0);
    takt_preempt_leave(takt_core());
    takt_trace_call_end(0, 0);
}

/* A handler in between asks for its switch by itself: preemption is allowed. */
void takt_preempt_due(struct takt_core *core)
{
    core->switch_due = false;
    takt_resched(core);
}

/* Why prev runs no more: enum takt_trace_reason. Only a thread that is ready can have given way or be preempted. */
static unsigned reason_of(const struct takt_core *core, const struct takt_thread *prev)
{
    unsigned given = takt_trace_given();

    if (prev == &core->idle)
        return TAKT_TRACE_IDLE;
    if (prev->state & TAKT_STATE_ENDED)
        return TAKT_TRACE_ENDED;
    if (prev->state != 0)
        return prev->state & TAKT_STATE_BLOCKED ? TAKT_TRACE_BLOCKED : TAKT_TRACE_SUSPENDED;
    return given != TAKT_TRACE_UNKNOWN ? given : TAKT_TRACE_PREEMPTED;
}

static void trace_switch(const struct takt_core *core, const struct takt_thread *prev,
                         const struct takt_thread *next)
{
    if (prev != next && takt_trace_is_on(TAKT_TRACE_GROUP_switch))
        takt_trace_switch(TAKT_ID(prev), TAKT_ID(next), reason_of(core, prev));
}

/*
 * What few switches need. A thread that begins, or gave way to nobody and goes on, moves up to its threshold first: a
 * masked step of its own, after which the switch comes anew.
 */
static TAKT_APART struct takt_context *switch_special(struct takt_core *core, struct takt_thread *prev,
                                                      struct takt_thread *next)
{
    if (takt_threshold_begin(next)) {
        takt_ready_rise(core, next, takt_threshold_of(next));
        core->current = prev;
        takt_port_pend_switch();
        return &prev->context;
    }
    trace_switch(core, prev, next);
    takt_run_time_switch(core, prev);
    takt_slice_switch(core, prev, next);
    takt_meter_switch(core, prev, next);
    return &next->context;
}

/* What asked for the switch may have been undone, and prev run on; that costs less than to look for it each time. */
struct takt_context *takt_sched_switch(void)
{
    struct takt_core *core = takt_core();
    struct takt_thread *prev = core->current;
    struct takt_thread *next = takt_ready_first(core);

    TAKT_ASSERT(!core->locked && core->preempt_off == 0 && !takt_port_in_handler());
    takt_stack_check(prev);
    core->current = next;
    if (CONFIG_TAKT_RUN_TIME || takt_is_special(prev) || takt_is_special(next))
        return switch_special(core, prev, next);
    trace_switch(core, prev, next);
    return &next->context;
}
