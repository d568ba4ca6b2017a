/*
 * The invariants of a thread, and the frame that all checks share.
 *
 * A check needs a moment at which nobody is in the middle of a change: it holds the kernel lock, and masks
 * while it compares a store with its waiters. A handler that interrupted the holder of the lock can say
 * nothing and reports 0. An object that is posted is ahead of its waiters by design, until the lock is
 * dropped.
 *
 * Bound: grows with what is checked; for tests and builds with CONFIG_TAKT_CHECKS.
 */
#include "kernel.h"

bool takt_check_begin(void)
{
    struct takt_core *core = takt_core();

    if (core->locked)
        return false;
    takt_lock(core);
    return true;
}

int takt_check_end(int result)
{
    (void)takt_unlock(takt_core());
    return result;
}

int takt_store_check(const struct takt_post *post, bool right)
{
    return right || post->next != NULL ? 0 : -EFAULT;
}

int takt_thread_right(const struct takt_core *core, const struct takt_thread *thread)
{
    if (thread == &core->idle || (thread->state & TAKT_STATE_ENDED))
        return 0; /* the one has no level, the other none any more */
    if (thread->effective != takt_inherited(thread) || !takt_threshold_right(thread))
        return -EFAULT;
    if (!takt_blocked_right(thread))
        return -EFAULT;
    if (takt_waits_in(thread) != NULL && !(thread->state & TAKT_STATE_BLOCKED))
        return -EFAULT;
    if (thread->timeout.armed && !(thread->state & TAKT_STATE_BLOCKED))
        return -EFAULT;
    return thread->state != 0 || thread->level == takt_level_of(thread) ? 0 : -EFAULT;
}

int takt_thread_check(const struct takt_thread *thread)
{
    if (!takt_check_begin())
        return 0;
    return takt_check_end(takt_thread_right(takt_core(), thread));
}
