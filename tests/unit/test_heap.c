/*
 * Timer heaps against a search through all nodes.
 *
 * The reference keeps a flag per node and looks for the earliest (time, order) each time. Times are drawn
 * around a clock that goes on, from a narrow span (many equals) or a wide one, and begin just before the
 * counter wraps, so that late nodes lie on the other side of it. After each operation the first node and the
 * heap's own check must agree; with 1,000 nodes no right spine may be longer than log2(n + 1).
 */
#include "unit.h"

#include "kernel.h"

#define NODES      1000u
#define OPERATIONS 60000ul

static struct takt_tnode nodes[NODES];
static struct takt_tnode *root;
static uint64_t clock_now;
static uint32_t order;
static unsigned count;

static bool is_earlier(const struct takt_tnode *a, const struct takt_tnode *b)
{
    int64_t distance = (int64_t)(a->when - b->when);

    return distance != 0 ? distance < 0 : (int32_t)(a->order - b->order) < 0;
}

static const struct takt_tnode *first_by_search(unsigned used)
{
    const struct takt_tnode *first = NULL;

    for (unsigned i = 0; i < used; i++) {
        if (nodes[i].armed && (first == NULL || is_earlier(&nodes[i], first)))
            first = &nodes[i];
    }
    return first;
}

static void insert(struct takt_tnode *node, uint32_t span)
{
    node->when = clock_now + unit_random(span);
    node->order = order++;
    node->armed = true;
    takt_heap_insert(&root, node);
    count++;
}

static void remove_node(struct takt_tnode *node)
{
    takt_heap_remove(&root, node);
    node->armed = false;
    count--;
}

static void reset(uint64_t start)
{
    memset(nodes, 0, sizeof nodes);
    root = NULL;
    count = 0;
    clock_now = start;
    order = UINT32_MAX - 500;
}

static void step(unsigned used, uint32_t span)
{
    struct takt_tnode *node = &nodes[unit_random(used)];

    if (unit_random(4) == 0 && root != NULL) {
        clock_now = root->when;
        remove_node(root);
    } else if (node->armed) {
        remove_node(node);
    } else {
        insert(node, span);
    }
}

static void random_operations(unsigned used, uint32_t span)
{
    reset(UINT64_MAX - (uint64_t)span * 20);
    for (unsigned long i = 0; i < OPERATIONS; i++) {
        step(used, span);
        if (used <= 64 || i % 64 == 0) {
            assert_ptr_equal(root, first_by_search(used));
            assert_int_equal(takt_heap_check(root), 0);
        }
    }
    assert_true(clock_now < UINT64_MAX / 2);
    while (root != NULL) {
        assert_ptr_equal(root, first_by_search(used));
        remove_node(root);
        assert_int_equal(takt_heap_check(root), 0);
    }
    assert_int_equal(count, 0);
}

static void heap_equal_times(void **state)
{
    (void)state;
    random_operations(40, 5);
}

static void heap_spread_times(void **state)
{
    (void)state;
    random_operations(40, 1000);
}

static void heap_many_nodes(void **state)
{
    (void)state;
    random_operations(NODES, 1000);
}

static void heap_first_started_expires_first(void **state)
{
    (void)state;
    reset(5);
    for (unsigned i = 0; i < NODES; i++)
        insert(&nodes[i], 1);
    for (unsigned i = 0; i < NODES; i++) {
        assert_ptr_equal(root, &nodes[i]);
        remove_node(root);
    }
}

static unsigned right_spine(const struct takt_tnode *node)
{
    unsigned steps = 0;

    for (; node != NULL; node = node->right)
        steps++;
    return steps;
}

static void heap_right_spines_are_short(void **state)
{
    unsigned longest = 0;

    (void)state;
    reset(0);
    for (unsigned i = 0; i < NODES; i++) {
        /* later and later, then earlier and earlier: the two orders that make lists of plain trees */
        clock_now = i % 2 == 0 ? 2000 + i : 2000 - i;
        insert(&nodes[i], 1);
        if (right_spine(root) > longest)
            longest = right_spine(root);
    }
    assert_in_range(longest, 1, 9); /* log2(1001) < 10 */
    for (unsigned i = 0; i < NODES; i++)
        assert_in_range(right_spine(&nodes[i]), 1, 9);
}

/* A heap of the times 1, 2, 3: a root and two children, or a list to the left. */
static void three(void)
{
    reset(0);
    for (unsigned i = 0; i < 3; i++) {
        clock_now = i + 1;
        insert(&nodes[i], 1);
    }
    assert_ptr_equal(root, &nodes[0]);
    assert_non_null(root->left);
    assert_non_null(root->right);
    assert_int_equal(takt_heap_check(root), 0);
}

static void heap_check_finds_a_broken_heap(void **state)
{
    (void)state;
    three();
    root->parent = &nodes[1];
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->left->when = 0;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->right->when = 0;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->left->parent = root->right;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->right->parent = root->left;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->left->armed = false;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->rank = 1;
    assert_int_equal(takt_heap_check(root), -EFAULT);
    three();
    root->left = NULL;
    assert_int_equal(takt_heap_check(root), -EFAULT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_equal_times),
        cmocka_unit_test(heap_spread_times),
        cmocka_unit_test(heap_many_nodes),
        cmocka_unit_test(heap_first_started_expires_first),
        cmocka_unit_test(heap_right_spines_are_short),
        cmocka_unit_test(heap_check_finds_a_broken_heap),
    };

    unit_seed(argc, argv, 3 * OPERATIONS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
