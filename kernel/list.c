/*
 * The list of all threads of a core, for checks and for reports of a run that came to a stop.
 *
 * Guarded by the kernel lock; constant steps.
 */
#include "kernel.h"

void takt_list_add(struct takt_core *core, struct takt_thread *thread)
{
    takt_lock(core);
    thread->all_prev = NULL;
    thread->all_next = core->threads;
    if (core->threads != NULL)
        core->threads->all_prev = thread;
    core->threads = thread;
    (void)takt_unlock(core);
}

void takt_list_remove(struct takt_core *core, struct takt_thread *thread)
{
    if (thread->all_prev == NULL)
        core->threads = thread->all_next;
    else
        thread->all_prev->all_next = thread->all_next;
    if (thread->all_next != NULL)
        thread->all_next->all_prev = thread->all_prev;
}
