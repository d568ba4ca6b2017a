/*
 * Joining: to wait for a thread's end. The joiners stand in a queue of the thread's own, which its end empties
 * under the kernel lock (end.c).
 */
#include "kernel.h"

void takt_join_end(struct takt_core *core, struct takt_thread *thread, int value)
{
    thread->exit_value = value;
    while (thread->joiners.head != NULL)
        takt_wake(core, thread->joiners.head, 0);
}

/* The thread may end between a look without the kernel lock and the wait, so the look that counts is under it. */
static int join_slow(struct takt_thread *thread, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return err;
    takt_lock(core);
    if (thread->state & TAKT_STATE_ENDED) {
        (void)takt_unlock(core);
        return 0;
    }
    return takt_block(core, &thread->joiners, deadline);
}

int takt_thread_join(struct takt_thread *thread, int *value, takt_deadline_t deadline)
{
    int result;

    if (thread == takt_core()->current && !takt_port_in_handler())
        return -EDEADLK;
    takt_trace_call_join(TAKT_ID(thread), takt_trace_wait(deadline));
    result = thread->state & TAKT_STATE_ENDED ? 0 : join_slow(thread, deadline);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    if (result == 0 && value != NULL)
        *value = thread->exit_value;
    return result;
}
