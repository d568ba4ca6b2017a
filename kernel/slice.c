/*
 * Slices: each thread's own share of its level, so that weighted round robin is one number a thread.
 *
 * A share that a more urgent thread interrupts is resumed: at a switch away from a thread that is still
 * ready, what is left is kept. A thread that blocks, yields or used its share up begins a whole one. A thread
 * above its priority by its threshold is not sliced: it would have to give way to threads that may not
 * preempt it.
 *
 * The end of the running share is one of the two events that the port's timer is set for (timer.c). To see what is
 * left of one share, begin another and set the timer would be the longest masked step of all. So a switch only notes
 * when the share stopped, and if the next thread has one, raises the timer's interrupt, which does the rest as soon as the
 * switch is over. Switches between others, and to them, need no such interrupt.
 *
 * Races considered. Until that interrupt has come, core->slicing is false: then nothing is due, and a further switch notes
 * nothing, so a share is never taken for longer than it lasted. Whoever gives a thread a whole share in between
 * (takt_slice_restart) makes what was noted of it void.
 */
#include "kernel.h"

/* A share in counter units; one beyond the counter's reach lasts as long as that. */
static uint64_t slice_units(takt_time_t slice)
{
    uint64_t units = slice == 0 ? 0 : takt_port_from_ns(slice);

    return units < TAKT_REACH ? units : TAKT_REACH - 1;
}

void takt_slice_init(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    thread->slice = slice_units(attr->slice);
    thread->slice_left = thread->slice;
}

void takt_slice_restart(struct takt_core *core, struct takt_thread *thread)
{
    thread->slice_left = thread->slice;
    if (thread != core->sliced)
        return;
    core->sliced = NULL;
    core->slicing = false;
}

/* What was noted at a switch is made good: the one share's rest is kept, the current thread's begins. */
static void begin(struct takt_core *core, struct takt_thread *thread, uint64_t now)
{
    if (core->sliced != NULL)
        core->sliced->slice_left = core->slice_end - core->slice_stop;
    core->sliced = thread;
    core->slicing = true;
    core->slice_end = now + thread->slice_left;
}

/* The current thread's share is over. Alone in its level it goes on. */
static void end(struct takt_core *core, struct takt_thread *thread)
{
    takt_slice_restart(core, thread);
    if (thread->state != 0 || thread->level != thread->effective)
        return;
    takt_trace_slice(TAKT_ID(thread), thread->level);
    if (thread->link.next == thread)
        return;
    takt_trace_gives(SLICED);
    takt_threshold_end(thread);
    takt_ready_requeue(core, thread, false);
}

void takt_slice_expire(struct takt_core *core, uint64_t now)
{
    struct takt_thread *thread = core->current;

    if (core->slicing && !takt_before(now, core->slice_end))
        end(core, thread);
    if (!core->slicing && thread->slice != 0)
        begin(core, thread, now);
}

int takt_thread_set_slice(struct takt_thread *thread, takt_time_t slice)
{
    struct takt_core *core = takt_core();
    int result = 0;

    TAKT_CLASS_THREAD();
    if (slice < 0)
        return -EINVAL;
    takt_trace_with((uint64_t)slice);
    takt_trace_call_slice(TAKT_ID(thread), 0);
    takt_lock(core);
    if (thread->state & TAKT_STATE_ENDED) { /* it may have ended just before the lock was held */
        result = -ESRCH;
    } else {
        thread->slice = slice_units(slice);
        takt_special_update(thread);
        takt_slice_restart(core, thread);
        takt_port_timer_raise();
    }
    (void)takt_unlock(core);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    return result;
}
