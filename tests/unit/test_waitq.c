/*
 * Wait queues against a plain array kept in order.
 *
 * Random insertions (tail and head of a level), removals from anywhere, and changes of priority as inherit.c
 * makes them (out, change, in) drive both; after each operation the two orders and the queue's own check must
 * agree. Few levels make long runs of equals, many levels make many firsts; both are run. The check itself
 * must be able to fail: it is shown every kind of broken queue.
 */
#include "unit.h"

#include "kernel.h"

#define THREADS    40
#define OPERATIONS 60000ul

static struct takt_thread threads[THREADS];
static struct takt_waitq queue;
static struct takt_thread *model[THREADS];
static unsigned length;

static unsigned model_find(const struct takt_thread *thread)
{
    unsigned place = 0;

    while (place < length && model[place] != thread)
        place++;
    return place;
}

static void model_insert(struct takt_thread *thread, bool at_head)
{
    unsigned place = 0;

    while (place < length && (model[place]->effective < thread->effective ||
                              (!at_head && model[place]->effective == thread->effective)))
        place++;
    memmove(&model[place + 1], &model[place], (length - place) * sizeof model[0]);
    model[place] = thread;
    length++;
}

static void model_remove(const struct takt_thread *thread)
{
    unsigned place = model_find(thread);

    assert_true(place < length);
    length--;
    memmove(&model[place], &model[place + 1], (length - place) * sizeof model[0]);
}

static void compare(void)
{
    const struct takt_thread *thread = queue.head;

    assert_int_equal(takt_waitq_check(&queue), 0);
    if (length == 0) {
        assert_null(thread);
        return;
    }
    for (unsigned i = 0; i < length; i++) {
        assert_ptr_equal(thread, model[i]);
        thread = thread->link.next;
    }
    assert_ptr_equal(thread, queue.head);
}

static void insert(struct takt_thread *thread, unsigned levels)
{
    bool at_head = unit_random(4) == 0;

    thread->effective = (uint16_t)unit_random(levels);
    takt_waitq_insert(&queue, thread, at_head);
    model_insert(thread, at_head);
}

static void remove_thread(struct takt_thread *thread)
{
    takt_waitq_remove(thread);
    assert_null(thread->waiting_in);
    model_remove(thread);
}

static void reset(void)
{
    memset(threads, 0, sizeof threads);
    memset(&queue, 0, sizeof queue);
    length = 0;
    for (unsigned i = 0; i < THREADS; i++)
        threads[i].state = TAKT_STATE_BLOCKED;
}

static void random_operations(unsigned levels)
{
    reset();
    for (unsigned long i = 0; i < OPERATIONS; i++) {
        struct takt_thread *thread = &threads[unit_random(THREADS)];

        if (thread->waiting_in == NULL) {
            insert(thread, levels);
        } else {
            remove_thread(thread);
            if (unit_random(2) == 0)
                insert(thread, levels);
        }
        compare();
    }
    while (queue.head != NULL) {
        remove_thread(queue.head);
        compare();
    }
}

static void waitq_few_levels(void **state)
{
    (void)state;
    random_operations(3);
}

static void waitq_all_levels(void **state)
{
    (void)state;
    random_operations(CONFIG_TAKT_LEVELS);
}

static void waitq_one_level(void **state)
{
    (void)state;
    random_operations(1);
}

/* A queue with the priorities 1, 1, 2. */
static void three(void)
{
    static const uint16_t priorities[] = {1, 1, 2};

    reset();
    for (unsigned i = 0; i < 3; i++) {
        threads[i].effective = priorities[i];
        takt_waitq_insert(&queue, &threads[i], false);
    }
    assert_int_equal(takt_waitq_check(&queue), 0);
}

static void waitq_check_finds_a_broken_queue(void **state)
{
    (void)state;
    three();
    threads[1].waiting_in = NULL;
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[1].state = 0;
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[2].link.prev = &threads[0];
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[1].group.next = &threads[2];
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[2].group.next = NULL;
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[2].group.prev = &threads[1];
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[0].group.prev = &threads[0];
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
    three();
    threads[2].effective = 0;
    assert_int_equal(takt_waitq_check(&queue), -EFAULT);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waitq_few_levels),
        cmocka_unit_test(waitq_all_levels),
        cmocka_unit_test(waitq_one_level),
        cmocka_unit_test(waitq_check_finds_a_broken_queue),
    };

    unit_seed(argc, argv, 3 * OPERATIONS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
