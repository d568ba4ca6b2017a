/*
 * Timer heaps: leftist heaps by (time, order of starting).
 *
 * In a leftist heap no right spine is longer than log2(n + 1), and every operation walks right spines only: a
 * merge goes down the two and up the merged one, a removal merges the node's children and repairs ranks
 * upwards until one does not change (at most log2(n + 1) steps, since each step that goes on raised or
 * lowered a rank). The nodes hold all state, so a heap costs one pointer and a timer needs no memory but its
 * own.
 *
 * Guarded by the kernel lock, interrupts open: no masked window depends on the number of timers.
 */
#include "kernel.h"

static bool earlier(const struct takt_tnode *a, const struct takt_tnode *b)
{
    if (a->when != b->when)
        return takt_before(a->when, b->when);
    return (int32_t)(a->order - b->order) < 0;
}

static unsigned rank(const struct takt_tnode *node)
{
    return node == NULL ? 0 : node->rank;
}

/* The shorter spine to the right. Whether the node's rank changed. */
static bool repair(struct takt_tnode *node)
{
    unsigned before = node->rank;

    if (rank(node->left) < rank(node->right)) {
        struct takt_tnode *left = node->left;

        node->left = node->right;
        node->right = left;
    }
    node->rank = (uint8_t)(rank(node->right) + 1);
    return node->rank != before;
}

/* The two right spines in one, in order; returns its last node that has to be repaired. */
static struct takt_tnode *zip(struct takt_tnode **root, struct takt_tnode *a, struct takt_tnode *b)
{
    struct takt_tnode *parent = NULL, **link = root;

    while (a != NULL && b != NULL) {
        if (earlier(b, a)) {
            struct takt_tnode *later = a;

            a = b;
            b = later;
        }
        *link = a;
        a->parent = parent;
        parent = a;
        link = &a->right;
        a = a->right;
    }
    if (a == NULL)
        a = b;
    *link = a;
    if (a != NULL)
        a->parent = parent;
    return parent;
}

static struct takt_tnode *merge(struct takt_tnode *a, struct takt_tnode *b)
{
    struct takt_tnode *root = NULL;
    struct takt_tnode *node = zip(&root, a, b);

    for (; node != NULL; node = node->parent)
        (void)repair(node);
    return root;
}

void takt_heap_insert(struct takt_tnode **root, struct takt_tnode *node)
{
    node->parent = NULL;
    node->left = NULL;
    node->right = NULL;
    node->rank = 1;
    *root = merge(*root, node);
}

void takt_heap_remove(struct takt_tnode **root, struct takt_tnode *node)
{
    struct takt_tnode *parent = node->parent;
    struct takt_tnode *rest = merge(node->left, node->right);

    if (rest != NULL)
        rest->parent = parent;
    if (parent == NULL) {
        *root = rest;
        return;
    }
    if (parent->left == node)
        parent->left = rest;
    else
        parent->right = rest;
    while (parent != NULL && repair(parent))
        parent = parent->parent;
}

static bool node_right(const struct takt_tnode *node)
{
    const struct takt_tnode *left = node->left, *right = node->right;

    if (left != NULL && (left->parent != node || earlier(left, node)))
        return false;
    if (right != NULL && (right->parent != node || earlier(right, node)))
        return false;
    return node->armed && rank(left) >= rank(right) && node->rank == rank(right) + 1;
}

/* The node after this one, which is right, in a walk that visits every node before its children. */
static const struct takt_tnode *walk(const struct takt_tnode *node)
{
    if (node->left != NULL) /* else it has no child at all: see node_right() */
        return node->left;
    while (node->parent != NULL) {
        const struct takt_tnode *parent = node->parent;

        if (parent->left == node && parent->right != NULL)
            return parent->right;
        node = parent;
    }
    return NULL;
}

int takt_heap_check(const struct takt_tnode *root)
{
    if (root != NULL && root->parent != NULL)
        return -EFAULT;
    for (const struct takt_tnode *node = root; node != NULL; node = walk(node)) {
        if (!node_right(node))
            return -EFAULT;
    }
    return 0;
}
