/*
 * Suspension.
 *
 * It is a state bit of its own beside the one for waiting, so the two never undo each other. A resume from a
 * handler that met the kernel lock leaves a flag and posts the thread; one that falls into a suspend undoes it, so
 * that a resume is never lost.
 */
#include "kernel.h"

static void resume_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_thread *thread = TAKT_CONTAINER(post, struct takt_thread, post);
    takt_mask_t old = takt_port_mask();
    bool resume = thread->resume_posted;

    thread->resume_posted = false;
    takt_port_unmask(old);
    if (resume)
        takt_state_clear(core, thread, TAKT_STATE_SUSPENDED);
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
    takt_lock(core);
    result = suspend_allowed(core, thread);
    if (result == 0)
        takt_state_set(core, thread, TAKT_STATE_SUSPENDED);
    takt_unlock(core);
    return result;
}

int takt_thread_resume(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    takt_mask_t old = takt_port_mask();
    unsigned state = thread->state;

    if (state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED)) {
        takt_port_unmask(old);
        return -ESRCH;
    }
    if (!(state & TAKT_STATE_SUSPENDED) && !core->locked) {
        takt_port_unmask(old);
        return -EALREADY;
    }
    thread->resume_posted = true;
    takt_match(core, &thread->post, old);
    return 0;
}
