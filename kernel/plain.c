/*
 * Lists of threads by effective priority, first come first served within one: the ready threads and the wait queues where
 * the kernel lock is the interrupt mask (CONFIG_TAKT_LOCK_MASK). What ready_levels.h and waitq.c do, in less code,
 * for devices with few threads.
 *
 * Guarded by the kernel lock. Insertion and removal grow with the threads that stand before.
 */
#include "kernel.h"

TAKT_APART void takt_plain_insert(struct takt_thread **link, struct takt_thread *thread, bool at_head)
{
    unsigned before = thread->effective + (at_head ? 0u : 1u);

    while (*link != NULL && (*link)->effective < before)
        link = &(*link)->link.next;
    thread->link.next = *link;
    *link = thread;
}

TAKT_APART void takt_plain_remove(struct takt_thread **link, struct takt_thread *thread)
{
    while (*link != thread)
        link = &(*link)->link.next;
    *link = thread->link.next;
}
