/*
 * The invariants of a whole core: its threads, its ready levels and its timers agree with each other.
 *
 * Bound: grows with the threads, levels and timers; for tests.
 */
#include "kernel.h"

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

    for (const struct takt_thread *thread = takt_list_first(core); thread != NULL;
         thread = takt_list_next(thread)) {
        if (takt_thread_right(core, thread) != 0)
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
