/*
 * Deaths and new lives, call by call, with the announce engine: who is recovered, when, by whom, and what a later life
 * of the dead finds.
 */
#include "unit_announce.h"

struct unit_port unit_port;

static void test_a_dead_owner_is_recovered_after_the_fence(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(request(0), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(request(2), -EINPROGRESS);
    unit_port.silent[0] = true;
    assert_int_equal(look(2), -EINPROGRESS); /* silence is not death */
    assert_int_equal(unit_port.asked, 1);
    unit_port.dead[0] = true;
    assert_int_equal(look(2), -EINPROGRESS); /* takes it from the dead, for the first in the queue */
    assert_int_equal(unit_port.recovered, 1);
    assert_int_equal(look(1), -EOWNERDEAD);
    assert_int_equal(llq_consistent(lock, &context[1], &token[1]), 0);
    assert_int_equal(llq_consistent(lock, &context[1], &token[1]), -EINVAL);
    assert_int_equal(release(1), 0);
    granted(2); /* is not told again */
    assert_int_equal(release(2), 0);
    assert_int_equal(acquire(3, LLQ_FOREVER), 0);
}

static void test_without_repair_it_is_dead_for_all(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(request(0), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(request(2), -EINPROGRESS);
    assert_int_equal(request(3), -EINPROGRESS);
    assert_int_equal(llq_poll(lock, &context[2], true, &token[2]), -EINPROGRESS);
    unit_port.silent[0] = unit_port.dead[0] = true;
    assert_int_equal(look(1), -EINPROGRESS);
    assert_int_equal(look(1), -EOWNERDEAD);
    assert_int_equal(release(1), 0);
    assert_int_equal(unit_port.woken[2], 1);
    assert_int_equal(look(2), -ENOTRECOVERABLE);
    assert_int_equal(llq_cancel(lock, &context[3], &token[3]), -ENOTRECOVERABLE);
    assert_int_equal(acquire(3, LLQ_FOREVER), -ENOTRECOVERABLE);
    assert_int_equal(llq_try(lock, &context[3], &token[3]), -ENOTRECOVERABLE);
    assert_int_equal(llq_owner(lock, &context[3]), -ENOTRECOVERABLE);
    assert_int_equal(llq_check(lock, &context[3]), -ENOTRECOVERABLE);
}

static void test_a_later_life_finds_that_it_died_inside(void **state)
{
    struct llq_token old;

    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    old = token[0];
    restart(0);
    assert_int_equal(llq_try(lock, &context[0], &token[0]), -EAGAIN);
    assert_int_equal(llq_release(lock, &context[0], &old), -EPERM);
    assert_int_equal(acquire(0, LLQ_FOREVER), -EOWNERDEAD);
    assert_int_equal(llq_consistent(lock, &context[0], &token[0]), 0);
    assert_int_equal(release(0), 0);
    assert_int_equal(llq_check(lock, &context[0]), 0);
}

static void test_a_later_life_does_not_take_what_others_wait_for(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    restart(0);
    assert_int_equal(request(0), -EINPROGRESS);
    assert_int_equal(look(1), -EOWNERDEAD);
    assert_int_equal(llq_consistent(lock, &context[1], &token[1]), 0);
    assert_int_equal(release(1), 0);
    granted(0);
}

static void test_a_later_life_leaves_its_old_place(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(request(2), -EINPROGRESS);
    restart(1);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(release(0), 0);
    granted(2);
    assert_int_equal(release(2), 0);
    granted(1);
}

/* A grant to a life that is over is one of a dead owner; a later life of the same context is not taken for it. */
static void test_a_grant_to_the_dead(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(request(2), -EINPROGRESS);
    restart(1);
    assert_int_equal(release(0), 0);
    assert_int_equal(llq_owner(lock, &context[0]), 1);
    unit_port.silent[1] = true;
    assert_int_equal(look(2), -EINPROGRESS);
    assert_int_equal(look(2), -EOWNERDEAD);
}

static void test_the_epoch_of_64_lives_ago(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    for (unsigned i = 0; i < 64; i++)
        restart(0);
    assert_int_equal(acquire(0, LLQ_FOREVER), -EOWNERDEAD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_dead_owner_is_recovered_after_the_fence),
        cmocka_unit_test(test_without_repair_it_is_dead_for_all),
        cmocka_unit_test(test_a_later_life_finds_that_it_died_inside),
        cmocka_unit_test(test_a_later_life_does_not_take_what_others_wait_for),
        cmocka_unit_test(test_a_later_life_leaves_its_old_place),
        cmocka_unit_test(test_a_grant_to_the_dead),
        cmocka_unit_test(test_the_epoch_of_64_lives_ago),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);

    printf("amount: %zu tests\n", sizeof(tests) / sizeof(tests[0]));
    return failures;
}
