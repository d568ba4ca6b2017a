/*
 * Suspension.
 *
 * It is a state bit of its own beside the one for waiting, so the two never undo each other. A resume from a
 * handler that met the kernel lock leaves a flag and posts the thread; one that falls into a suspend undoes it, so
 * that a resume is never lost.
 */
#include "kernel.h"

static void end_suspension(struct takt_core *core, struct takt_thread *thread)
{
    takt_trace_resumed(core, thread);
    takt_state_clear(core, thread, TAKT_STATE_SUSPENDED);
}

static void resume_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_thread *thread = TAKT_CONTAINER(post, struct takt_thread, post);
    takt_mask_t old = takt_port_mask();
    bool resume = thread->resume_posted;

    thread->resume_posted = false;
    takt_port_unmask(old);
    if (resume)
        end_suspension(core, thread);
}

void takt_suspend_init(struct takt_thread *thread)
{
    thread->post.match = resume_match;
}

/* Under the kernel lock. */
static int suspend_allowed(const struct takt_core *core, const struct takt_thread *thread)
{
    if (thread->state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED))
        return -ESRCH;
    if (thread->state & TAKT_STATE_SUSPENDED)
        return -EALREADY;
    return thread == core->current && core->preempt_off != 0 ? -EPERM : 0;
}

int takt_thread_suspend(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    int result;

    TAKT_CLASS_THREAD();
    takt_trace_call_suspend(TAKT_ID(thread), thread->state);
    takt_lock(core);
    result = suspend_allowed(core, thread);
    if (result == 0)
        takt_state_set(core, thread, TAKT_STATE_SUSPENDED);
    if (core->current->state != 0)
        takt_unlock_away(core);
    else
        (void)takt_unlock_quiet(core);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    return result;
}

/* In a handler that met the kernel lock. */
static int resume_posted(struct takt_core *core, struct takt_thread *thread)
{
    takt_mask_t old;

    if (thread->state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED))
        return -ESRCH;
    old = takt_port_mask();
    thread->resume_posted = true;
    takt_post_add(core, &thread->post);
    takt_port_unmask(old);
    return 0;
}

static int resume(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    int result = 0;

    if (!takt_lock_try(core))
        return resume_posted(core, thread);
    if (thread->state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED))
        result = -ESRCH;
    else if (!(thread->state & TAKT_STATE_SUSPENDED))
        result = -EALREADY;
    else
        end_suspension(core, thread);
    (void)takt_unlock(core);
    return result;
}

int takt_thread_resume(struct takt_thread *thread)
{
    int result;

    takt_trace_call_resume(TAKT_ID(thread), thread->state);
    result = resume(thread);
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    return result;
}
