/*
 * Wait queues: most urgent first, first come first served within a level.
 *
 * All waiters stand in one circular list in order (link); the first of each level stands also in a second
 * circular list (group). An insertion looks at the firsts only, so its cost is bounded by the number of
 * levels and does not grow with the waiters; removal and taking the first are constant.
 *
 * Guarded by the kernel lock; interrupts stay open, so no masked window depends on any of this. A waiter's
 * effective priority changes only between its removal and its next insertion (inherit.c).
 */
#include "kernel.h"

static void order_before(struct takt_thread *thread, struct takt_thread *place)
{
    thread->link.next = place;
    thread->link.prev = place->link.prev;
    place->link.prev->link.next = thread;
    place->link.prev = thread;
}

static void group_before(struct takt_thread *thread, struct takt_thread *place)
{
    thread->group.next = place;
    thread->group.prev = place->group.prev;
    place->group.prev->group.next = thread;
    place->group.prev = thread;
}

/* thread takes the place of old as first of its level */
static void group_replace(struct takt_thread *old, struct takt_thread *thread)
{
    if (old->group.next == old) {
        thread->group.next = thread;
        thread->group.prev = thread;
    } else {
        thread->group.next = old->group.next;
        thread->group.prev = old->group.prev;
        old->group.next->group.prev = thread;
        old->group.prev->group.next = thread;
    }
    old->group.next = NULL;
}

static void insert_alone(struct takt_waitq *queue, struct takt_thread *thread)
{
    thread->link.next = thread;
    thread->link.prev = thread;
    thread->group.next = thread;
    thread->group.prev = thread;
    queue->head = thread;
}

/* first is of the thread's own level */
static void insert_in_group(struct takt_waitq *queue, struct takt_thread *thread, struct takt_thread *first,
                            bool at_head)
{
    if (!at_head) {
        order_before(thread, first->group.next);
        thread->group.next = NULL;
        return;
    }
    order_before(thread, first);
    group_replace(first, thread);
    if (queue->head == first)
        queue->head = thread;
}

/* The first of the first level that is not more urgent than priority; NULL: all are more urgent. */
static struct takt_thread *find_group(const struct takt_waitq *queue, unsigned priority)
{
    struct takt_thread *first = queue->head;

    if (first->group.prev->effective < priority)
        return NULL;
    while (first->effective < priority)
        first = first->group.next;
    return first;
}

void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head)
{
    struct takt_thread *first;

    thread->waiting_in = queue;
    if (queue->head == NULL) {
        insert_alone(queue, thread);
        return;
    }
    first = find_group(queue, thread->effective);
    if (first != NULL && first->effective == thread->effective) {
        insert_in_group(queue, thread, first, at_head);
        return;
    }
    order_before(thread, first == NULL ? queue->head : first);
    group_before(thread, first == NULL ? queue->head : first);
    if (first == queue->head)
        queue->head = thread;
}

void takt_waitq_remove(struct takt_thread *thread)
{
    struct takt_waitq *queue = thread->waiting_in;
    struct takt_thread *next = thread->link.next;

    if (thread->group.next != NULL) {
        if (next->group.next == NULL) {
            group_replace(thread, next);
        } else {
            thread->group.prev->group.next = thread->group.next;
            thread->group.next->group.prev = thread->group.prev;
        }
    }
    if (queue->head == thread)
        queue->head = next == thread ? NULL : next;
    thread->link.prev->link.next = next;
    next->link.prev = thread->link.prev;
    thread->group.next = NULL;
    thread->waiting_in = NULL;
}

/* Is thread rightly, or rightly not, in the list of firsts, given its predecessor in order? */
static bool group_right(const struct takt_waitq *queue, const struct takt_thread *thread)
{
    const struct takt_thread *prev = thread->link.prev;
    bool first = thread == queue->head || prev->effective != thread->effective;

    if (first != (thread->group.next != NULL))
        return false;
    return !first || (thread->group.next->group.prev == thread && thread->group.prev->group.next == thread);
}

int takt_waitq_check(const struct takt_waitq *queue)
{
    const struct takt_thread *thread = queue->head;

    if (thread == NULL)
        return 0;
    do {
        const struct takt_thread *next = thread->link.next;

        if (thread->waiting_in != queue || !(thread->state & TAKT_STATE_BLOCKED))
            return -EFAULT;
        if (next->link.prev != thread || !group_right(queue, thread))
            return -EFAULT;
        if (next != queue->head && next->effective < thread->effective)
            return -EFAULT;
        thread = next;
    } while (thread != queue->head);
    return 0;
}
