/*
 * Invariants of a whole core, and the frame that all checks share.
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
    takt_unlock(takt_core());
    return result;
}

int takt_store_check(const struct takt_post *post, bool right)
{
    return right || post->next != NULL ? 0 : -EFAULT;
}

static bool level_right(const struct takt_thread *thread)
{
    unsigned level = thread->effective;

    if (thread->started && thread->threshold < level)
        level = thread->threshold;
    return thread->level == level;
}

static int thread_right(const struct takt_core *core, const struct takt_thread *thread)
{
    if (thread == &core->idle || (thread->state & TAKT_STATE_ENDED))
        return 0; /* the one has no level, the other none any more */
    if (thread->effective != takt_inherited(thread) || thread->threshold > thread->base)
        return -EFAULT;
    if (thread->blocked_on != NULL && thread->waiting_in != &thread->blocked_on->waiters)
        return -EFAULT;
    if (thread->waiting_in != NULL && !(thread->state & TAKT_STATE_BLOCKED))
        return -EFAULT;
    if (thread->timeout.armed && !(thread->state & TAKT_STATE_BLOCKED))
        return -EFAULT;
    return thread->state != 0 || level_right(thread) ? 0 : -EFAULT;
}

int takt_thread_check(const struct takt_thread *thread)
{
    if (!takt_check_begin())
        return 0;
    return takt_check_end(thread_right(takt_core(), thread));
}

/* The number of threads in a level's list; negative errno: the list is broken. */
static long level_length(const struct takt_core *core, unsigned level)
{
    const struct takt_thread *first = core->level[level], *thread = first;
    bool marked = core->ready[level / 32] & (0x80000000u >> level % 32);
    long length = 0;

    if (marked != (first != NULL))
        return -EFAULT;
    if (first == NULL)
        return 0;
    do {
        if (thread->state != 0 || thread->level != level || thread->link.next->link.prev != thread)
            return -EFAULT;
        length++;
        thread = thread->link.next;
    } while (thread != first);
    return length;
}

static int core_right(const struct takt_core *core)
{
    long ready = 0;

    for (const struct takt_thread *thread = core->threads; thread != NULL; thread = thread->all_next) {
        if (thread_right(core, thread) != 0)
            return -EFAULT;
        ready += thread->state == 0;
    }
    for (unsigned level = 0; level < CONFIG_TAKT_LEVELS; level++) {
        long length = level_length(core, level);

        if (length < 0)
            return -EFAULT;
        ready -= length;
    }
    return ready == 0 ? takt_heap_check(core->heap) : -EFAULT;
}

int takt_core_check(void)
{
    if (!takt_check_begin())
        return 0;
    return takt_check_end(core_right(takt_core()));
}
