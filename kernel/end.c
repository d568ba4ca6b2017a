/*
 * The end of a thread.
 *
 * It is one hold of the kernel lock: the thread's mutexes pass on, it leaves the ready levels, those who join wake;
 * the switch away is the last that happens on its stack. So a joiner, which runs after that, may reuse both.
 */
#include "kernel.h"

void takt_thread_exit(int value)
{
    struct takt_core *core = takt_core();
    struct takt_thread *thread = core->current;

    TAKT_CLASS_THREAD();
    TAKT_ASSERT(core->preempt_off == 0);
    takt_trace_call_exit(TAKT_ID(thread), (uintptr_t)value);
    takt_trace_thread_exit(TAKT_ID(thread), (uintptr_t)value);
    takt_lock(core);
    takt_llq_orphan(core, thread);
    takt_mutex_orphan(core, thread);
    takt_join_end(core, thread, value);
    takt_state_set(core, thread, TAKT_STATE_ENDED);
    takt_meter_end(thread);
    takt_list_remove(core, thread);
    takt_unlock_away(core);
    TAKT_PANIC("an ended thread ran again");
}
