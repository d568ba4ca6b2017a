/*
 * Wait queues as plain lists (plain.c): what waitq.c does, two words less a thread. Guarded by the kernel lock.
 */
#include "kernel.h"

void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head)
{
    takt_plain_insert(&queue->head, thread, at_head);
    thread->waiting_in = queue;
}

void takt_waitq_remove(struct takt_thread *thread)
{
    takt_plain_remove(&thread->waiting_in->head, thread);
    thread->waiting_in = NULL;
}

int takt_waitq_check(const struct takt_waitq *queue)
{
    for (const struct takt_thread *thread = queue->head; thread != NULL; thread = thread->link.next) {
        const struct takt_thread *next = thread->link.next;

        if (thread->waiting_in != queue || !(thread->state & TAKT_STATE_BLOCKED))
            return -EFAULT;
        if (next != NULL && next->effective < thread->effective)
            return -EFAULT;
    }
    return 0;
}
