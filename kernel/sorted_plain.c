/*
 * The core's events in a list by time, first started first, of one word each: what sorted.c does in less code
 * (CONFIG_TAKT_LOCK_MASK).
 *
 * Guarded by the kernel lock. Insertion and removal grow with the events that are earlier; the first is at hand.
 */
#include "kernel.h"

void takt_heap_insert(struct takt_tnode **link, struct takt_tnode *node)
{
    while (*link != NULL && !takt_before(node->when, (*link)->when))
        link = &(*link)->next;
    node->next = *link;
    *link = node;
}

void takt_heap_remove(struct takt_tnode **link, struct takt_tnode *node)
{
    while (*link != node)
        link = &(*link)->next;
    *link = node->next;
}

int takt_heap_check(const struct takt_tnode *root)
{
    for (const struct takt_tnode *node = root; node != NULL; node = node->next)
        if (!node->armed || (node->next != NULL && takt_before(node->next->when, node->when)))
            return -EFAULT;
    return 0;
}
