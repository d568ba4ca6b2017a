/*
 * Preemption thresholds. A thread that has begun to run stands at its threshold if that is more urgent than its
 * priority, until it waits or yields: the rules stand beside the other parts' in parts.h, where the scheduler
 * finds them; here is what changes a threshold.
 */
#include "kernel.h"

static int set_threshold(struct takt_core *core, struct takt_thread *thread, takt_prio_t threshold)
{
    if (threshold > thread->base)
        return -EINVAL;
    if (thread->state & TAKT_STATE_ENDED)
        return -ESRCH;
    takt_trace_threshold(TAKT_ID(thread), threshold);
    takt_threshold_change(core, thread);
    thread->threshold = threshold;
    takt_special_update(thread);
    if (thread->state == 0)
        takt_ready_relevel(core, thread, true);
    return 0;
}

int takt_thread_set_threshold(struct takt_thread *thread, takt_prio_t threshold)
{
    struct takt_core *core = takt_core();
    int result;

    TAKT_CLASS_THREAD();
    takt_trace_call_threshold(TAKT_ID(thread), threshold);
    takt_lock(core);
    result = set_threshold(core, thread, threshold);
    (void)takt_unlock(core);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    return result;
}
