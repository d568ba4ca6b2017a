/*
 * The core's events in a list by time, first started first: what heap.c does, in a fifth of the code, for devices
 * with few timers and few threads that wait with a deadline (CONFIG_TAKT_TIMER_HEAP=n).
 *
 * Guarded by the kernel lock, interrupts open: no masked window depends on the number of events. An insertion grows
 * with those that are earlier; looking at the first and removing one are constant.
 */
#include "kernel.h"

void takt_heap_insert(struct takt_tnode **root, struct takt_tnode *node)
{
    struct takt_tnode **link = root, *prev = NULL;

    while (*link != NULL && !takt_before(node->when, (*link)->when)) {
        prev = *link;
        link = &prev->next;
    }
    node->prev = prev;
    node->next = *link;
    if (node->next != NULL)
        node->next->prev = node;
    *link = node;
}

void takt_heap_remove(struct takt_tnode **root, struct takt_tnode *node)
{
    if (node->prev == NULL)
        *root = node->next;
    else
        node->prev->next = node->next;
    if (node->next != NULL)
        node->next->prev = node->prev;
}

int takt_heap_check(const struct takt_tnode *root)
{
    const struct takt_tnode *prev = NULL;

    for (const struct takt_tnode *node = root; node != NULL; node = node->next) {
        if (!node->armed || node->prev != prev || (prev != NULL && takt_before(node->when, prev->when)))
            return -EFAULT;
        prev = node;
    }
    return 0;
}
