/*
 * What a wild core may have written into a linked lock: each call tells, or believes what it cannot check, and touches
 * nothing beyond the lock.
 */
#include "unit_llq.h"

static void test_nonsense_in_the_tail(void **state)
{
    struct llq_token other;

    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    TAKT_STORE(&lock[0]->tail, CONTEXTS + 1, relaxed);
    assert_int_equal(llq_check(lock[0], &context[0]), -EBADMSG);
    assert_int_equal(llq_acquire(lock[0], &context[1], LLQ_FOREVER, &other), -EBADMSG);
    TAKT_STORE(&lock[0]->tail, 3, relaxed); /* the index of the one that asks */
    assert_int_equal(llq_acquire(lock[0], &context[2], LLQ_FOREVER, &other), -EBADMSG);
    TAKT_STORE(&lock[0]->tail, UINT32_MAX, relaxed);
    assert_int_equal(llq_release(lock[0], &context[0], &token), -EBADMSG);
    assert_int_equal(context[0].depth, 0);
}

/* A link and a state that agree are believed, without a look at the tail: that would cost each hand-over a line. */
static void test_a_tail_that_lost_the_owner(void **state)
{
    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    TAKT_STORE(&node(0)->next, 2, relaxed); /* linked, though nobody entered */
    TAKT_STORE(&node(1)->state, LLQ_WAITING, relaxed);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(state_of(1), LLQ_HELD);
}

static void test_nonsense_in_a_link(void **state)
{
    const uint32_t wrong[] = {CONTEXTS + 1, UINT32_MAX, 1 /* itself */};

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        set_up(NULL);
        hold_and_leave(1);
        TAKT_STORE(&node(0)->next, wrong[i], relaxed);
        assert_int_equal(llq_release(lock[0], &context[0], &token), -EBADMSG);
    }
    set_up(NULL);
    hold_and_leave(3);
    TAKT_STORE(&node(2)->next, 2, relaxed); /* a ring */
    assert_int_equal(llq_release(lock[0], &context[0], &token), -EBADMSG);
    assert_int_equal(state_of(1), LLQ_STAYS); /* what was passed over is not left behind */
    assert_int_equal(state_of(2), LLQ_STAYS);
}

static void test_nonsense_in_a_state(void **state)
{
    (void)state;
    hold_and_leave(1);
    TAKT_STORE(&node(1)->state, 77, relaxed);
    assert_int_equal(llq_check(lock[0], &context[0]), -EBADMSG);
    assert_int_equal(llq_try(lock[0], &context[1], &(struct llq_token){0}), -EBADMSG);
    assert_int_equal(llq_release(lock[0], &context[0], &token), -EBADMSG);
    assert_int_equal(state_of(1), 77);
    assert_int_equal(acquire(1, LLQ_FOREVER), -EBADMSG);
    set_up(NULL); /* while one waits */
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(acquire_meanwhile(&node(1)->state, LLQ_STAYS, 77), -EBADMSG);
}

static void test_check_sees_contradictions(void **state)
{
    (void)state;
    TAKT_STORE(&node(1)->state, LLQ_LEFT, relaxed); /* in a queue that is empty */
    assert_int_equal(llq_check(lock[0], &context[0]), -EBADMSG);
    TAKT_STORE(&node(1)->state, LLQ_STAYS, relaxed);
    TAKT_STORE(&lock[0]->tail, 1, relaxed); /* a queue without an owner */
    assert_int_equal(llq_check(lock[0], &context[0]), -EBADMSG);
}

/* What the other engines keep for each context in one word has no bits for so many. */
static void test_another_engine_than_so_many_contexts_can_use(void **state)
{
    static LLQ_MEMORY(words, LLQ_CONTEXTS_MAX);
    struct llq *large = (struct llq *)words;
    struct llq_context last;
    struct llq_attr attr;

    (void)state;
    assert_int_equal(llq_context_init(&last, LLQ_CONTEXTS_MAX - 1, LLQ_CONTEXTS_MAX, 0), 0);
    for (uint32_t engine = LLQ_ANNOUNCE; engine <= LLQ_BAKERY; engine++) {
        assert_int_equal(llq_init(large, LLQ_CONTEXTS_MAX, NULL), 0);
        TAKT_STORE(&large->config, TAKT_LOAD(&large->config, relaxed) | LLQ_KIND(engine), relaxed);
        assert_int_equal(llq_acquire(large, &last, LLQ_FOREVER, &token), -EBADMSG);
        assert_int_equal(llq_acquire(large, &last, LONG_AGO, &token), -EBADMSG);
        assert_int_equal(llq_try(large, &last, &token), -EBADMSG);
        assert_int_equal(llq_request(large, &last, &token), -EBADMSG);
        assert_int_equal(llq_get_attr(large, &last, &attr), -EBADMSG);
        assert_int_equal(llq_check(large, &last), -EBADMSG);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_nonsense_in_the_tail, set_up),
        cmocka_unit_test_setup(test_a_tail_that_lost_the_owner, set_up),
        cmocka_unit_test_setup(test_nonsense_in_a_link, set_up),
        cmocka_unit_test_setup(test_nonsense_in_a_state, set_up),
        cmocka_unit_test_setup(test_check_sees_contradictions, set_up),
        cmocka_unit_test_setup(test_another_engine_than_so_many_contexts_can_use, set_up),
    };

    return cmocka_run_group_tests_name("nonsense", tests, NULL, NULL);
}
