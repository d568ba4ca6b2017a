/*
 * The contract, call by call, in one thread that plays all contexts: a context whose deadline has passed
 * registers and leaves at once, so queues of any shape can be made by calls; what needs another context's
 * step at an exact place is stored into the nodes by hand, or by a second thread where a call has to be
 * waiting meanwhile.
 */
#include "unit_llq.h"

static void test_init_refuses_bad_arguments(void **state)
{
    (void)state;
    assert_int_equal(llq_init(NULL, 2, NULL), -EINVAL);
    assert_int_equal(llq_init((struct llq *)((char *)lock[0] + 4), 2, NULL), -EINVAL);
    assert_int_equal(llq_init(lock[0], 0, NULL), -EINVAL);
    assert_int_equal(llq_init(lock[0], LLQ_CONTEXTS_MAX + 1, NULL), -EINVAL);
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.rank = LLQ_RANK_MAX + 1}), -EINVAL);
    assert_int_equal(llq_context_init(NULL, 0, 2, 0), -EINVAL);
    assert_int_equal(llq_context_init(&context[0], 2, 2, 0), -EINVAL);
    assert_int_equal(llq_context_init(&context[0], 0, 0, 0), -EINVAL);
    assert_int_equal(llq_context_init(&context[0], 0, LLQ_CONTEXTS_MAX + 1, 0), -EINVAL);
}

static void test_linked_refuses_what_it_does_not_promise(void **state)
{
    (void)state;
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.robust = true}), -ENOTSUP);
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.overtakings = 1}), -ENOTSUP);
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.overtakings = LLQ_OVERTAKINGS_MAX + 1}),
                     -EINVAL);
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.ceiling = LLQ_CEILING_MAX + 1}), -EINVAL);
    assert_int_equal(llq_init(lock[0], 2, &(struct llq_attr){.engine = (enum llq_engine)7}), -EINVAL);
}

static void test_a_lock_tells_how_it_was_made(void **state)
{
    struct llq_attr attr;

    (void)state;
    assert_int_equal(llq_init(lock[0], CONTEXTS, &(struct llq_attr){.rank = 3, .ceiling = 9}), 0);
    assert_int_equal(llq_get_attr(lock[0], &context[0], &attr), 0);
    assert_int_equal(attr.engine, LLQ_LINKED);
    assert_int_equal(attr.rank, 3);
    assert_int_equal(attr.ceiling, 9);
    assert_false(attr.robust || attr.block);
    TAKT_STORE(&lock[0]->config, 0, relaxed);
    assert_int_equal(llq_get_attr(lock[0], &context[0], &attr), -EBADMSG);
}

/* Each lock has its own count of grants, whatever its owner acquired meanwhile. */
static void test_counts_of_nested_locks_are_apart(void **state)
{
    struct llq_token outer, inner;

    (void)state;
    TAKT_STORE(&lock[1]->grants, 100, relaxed);
    assert_int_equal(llq_acquire(lock[0], &context[0], LLQ_FOREVER, &outer), 0);
    assert_int_equal(llq_acquire(lock[1], &context[0], LLQ_FOREVER, &inner), 0);
    assert_int_equal(llq_release(lock[1], &context[0], &inner), 0);
    TAKT_STORE(&node(0)->next, 2, relaxed); /* context 1 waits, and does not leave */
    TAKT_STORE(&lock[0]->tail, 2, relaxed);
    assert_int_equal(llq_release(lock[0], &context[0], &outer), 0);
    assert_int_equal(state_of(1), LLQ_HELD);
    assert_int_equal(TAKT_LOAD(&lock[0]->grants, relaxed), 2);
}

static void test_acquire_and_release_alone(void **state)
{
    (void)state;
    for (unsigned id = 0; id < CONTEXTS; id++) {
        assert_int_equal(llq_owner(lock[0], &context[0]), -ENOENT);
        assert_int_equal(acquire(id, LLQ_FOREVER), 0);
        assert_int_equal(llq_owner(lock[0], &context[0]), id);
        assert_int_equal(llq_check(lock[0], &context[0]), -EBUSY);
        assert_int_equal(llq_passed(&context[id]), 0);
        assert_int_equal(llq_release(lock[0], &context[id], &token), 0);
        assert_int_equal(llq_check(lock[0], &context[0]), 0);
    }
}

static void test_most_contexts(void **state)
{
    static LLQ_MEMORY(big, LLQ_CONTEXTS_MAX);
    struct llq_context last;

    (void)state;
    assert_int_equal(llq_init((struct llq *)big, LLQ_CONTEXTS_MAX, &(struct llq_attr){.rank = LLQ_RANK_MAX}),
                     NULL);
    assert_int_equal(llq_context_init(&last, LLQ_CONTEXTS_MAX - 1, LLQ_CONTEXTS_MAX, 0), 0);
    assert_int_equal(llq_acquire((struct llq *)big, &last, LLQ_FOREVER, &token), 0);
    assert_int_equal(llq_owner((struct llq *)big, &last), LLQ_CONTEXTS_MAX - 1);
    assert_int_equal(llq_release((struct llq *)big, &last, &token), 0);
    assert_int_equal(llq_check((struct llq *)big, &last), 0);
}

static void test_memory_that_is_no_lock_is_refused(void **state)
{
    (void)state;
    memset(lock[0], 0, LLQ_SIZE(CONTEXTS));
    assert_int_equal(acquire(0, LLQ_FOREVER), -EBADMSG);
    assert_int_equal(llq_try(lock[0], &context[0], &token), -EBADMSG);
    assert_int_equal(llq_owner(lock[0], &context[0]), -EBADMSG);
    assert_int_equal(llq_check(lock[0], &context[0]), -EBADMSG);
}

static void test_lock_of_another_domain_is_refused(void **state)
{
    (void)state;
    assert_int_equal(llq_init(lock[0], CONTEXTS - 1, NULL), 0);
    assert_int_equal(acquire(0, LLQ_FOREVER), -EBADMSG);
}

static void test_locks_are_taken_in_rising_rank(void **state)
{
    struct llq_token first, second;

    (void)state;
    assert_int_equal(llq_init(lock[1], CONTEXTS, &(struct llq_attr){.rank = 1}), NULL);
    assert_int_equal(llq_init(lock[2], CONTEXTS, &(struct llq_attr){.rank = 2}), NULL);
    assert_int_equal(llq_init(lock[3], CONTEXTS, &(struct llq_attr){.rank = 2}), NULL);

    assert_int_equal(llq_acquire(lock[2], &context[0], LLQ_FOREVER, &second), 0);
    assert_int_equal(llq_acquire(lock[1], &context[0], LLQ_FOREVER, &token), -EDEADLK);
    assert_int_equal(llq_try(lock[1], &context[0], &token), -EDEADLK);
    assert_int_equal(llq_acquire(lock[3], &context[0], LLQ_FOREVER, &token), -EDEADLK);
    assert_int_equal(acquire(0, LLQ_FOREVER), 0); /* rank 0 is not checked */
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);

    assert_int_equal(llq_release(lock[2], &context[0], &second), 0);
    assert_int_equal(llq_acquire(lock[1], &context[0], LLQ_FOREVER, &first), 0);
    assert_int_equal(llq_acquire(lock[2], &context[0], LLQ_FOREVER, &second), 0);
    assert_int_equal(llq_check(lock[3], &context[0]), 0);
}

static void test_a_lock_is_not_taken_twice(void **state)
{
    struct llq_token other;

    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(llq_acquire(lock[0], &context[0], LLQ_FOREVER, &other), -EDEADLK);
    assert_int_equal(llq_try(lock[0], &context[0], &other), -EDEADLK);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
}

static void test_nesting_and_any_order_of_release(void **state)
{
    static const unsigned order[LLQ_NEST] = {3, 0, 7, 4, 1, 6, 2, 5};
    struct llq_token tokens[LLQ_NEST];

    (void)state;
    for (unsigned i = 0; i < LLQ_NEST; i++)
        assert_int_equal(llq_acquire(lock[i], &context[0], LLQ_FOREVER, &tokens[i]), 0);
    assert_int_equal(llq_acquire(lock[LLQ_NEST], &context[0], LLQ_FOREVER, &token), -ENOSPC);
    assert_int_equal(llq_check(lock[LLQ_NEST], &context[0]), 0);
    for (unsigned i = 0; i < LLQ_NEST; i++) {
        assert_int_equal(llq_release(lock[order[i]], &context[0], &tokens[order[i]]), 0);
        assert_int_equal(llq_check(lock[order[i]], &context[0]), 0);
    }
    assert_int_equal(context[0].depth, 0);
}

static void refused(struct llq *which, unsigned id, struct llq_token bad)
{
    assert_int_equal(llq_release(which, &context[id], &bad), -EPERM);
    assert_int_equal(llq_owner(lock[0], &context[0]), 0);
}

static void test_release_wants_the_token_of_the_last_grant(void **state)
{
    struct llq_token old;

    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    old = token;
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(llq_release(lock[0], &context[0], &token), -EPERM);
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);

    refused(lock[0], 0, old);
    refused(lock[0], 0, (struct llq_token){0});
    refused(lock[0], 0, (struct llq_token){token.version, token.identity + 1});
    refused(lock[0], 0, (struct llq_token){token.version, token.identity + 0x100u});
    refused(lock[1], 0, token);
    refused(lock[0], 1, token);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
}

static void test_token_of_an_earlier_life_is_refused(void **state)
{
    struct llq_token old;

    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    old = token;
    assert_int_equal(llq_init(lock[0], CONTEXTS, NULL), 0);
    assert_int_equal(llq_context_init(&context[0], 0, CONTEXTS, 1), 0);
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(old.version, token.version);
    refused(lock[0], 0, old);
}

static void test_try(void **state)
{
    struct llq_token other;

    (void)state;
    assert_int_equal(llq_try(lock[0], &context[1], &token), 0);
    assert_int_equal(llq_owner(lock[0], &context[0]), 1);
    assert_int_equal(llq_try(lock[0], &context[0], &other), -EAGAIN);
    assert_int_equal(llq_release(lock[0], &context[1], &token), 0);
    assert_int_equal(llq_check(lock[0], &context[0]), 0);
}

static void test_try_after_an_abandoned_request(void **state)
{
    struct llq_token other;

    (void)state;
    hold_and_leave(1);
    assert_int_equal(llq_try(lock[0], &context[1], &other), -EAGAIN); /* still in the queue */
    TAKT_STORE(&node(1)->state, LLQ_SKIP, relaxed);
    assert_int_equal(llq_try(lock[0], &context[1], &other), -EAGAIN); /* just passed over */
    TAKT_STORE(&node(1)->state, LLQ_LEFT, relaxed);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(llq_try(lock[0], &context[1], &other), 0);
}

static void test_a_free_lock_is_granted_whatever_the_deadline(void **state)
{
    (void)state;
    assert_int_equal(acquire(0, LONG_AGO), 0);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
}

static void test_deadline_is_waited_for(void **state)
{
    int64_t deadline;
    struct llq_token other;

    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    deadline = llq_port_now() + 2000000;
    assert_int_equal(llq_acquire(lock[0], &context[1], deadline, &other), -ETIMEDOUT);
    assert_true(llq_port_now() >= deadline);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
}

static void test_abandoned_requests_are_passed_over(void **state)
{
    (void)state;
    hold_and_leave(3);
    assert_int_equal(llq_check(lock[0], &context[0]), -EBUSY);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(llq_check(lock[0], &context[0]), 0);
    for (unsigned id = 1; id < CONTEXTS; id++) {
        assert_int_equal(acquire(id, LLQ_FOREVER), 0);
        assert_int_equal(llq_release(lock[0], &context[id], &token), 0);
    }
}

static void test_an_abandoned_request_is_taken_up_and_left_again(void **state)
{
    struct llq_token other;

    (void)state;
    hold_and_leave(2);
    assert_int_equal(llq_acquire(lock[0], &context[1], LONG_AGO, &other), -ETIMEDOUT);
    assert_int_equal(TAKT_LOAD(&node(0)->next, relaxed), 2); /* the place is the old one */
    assert_int_equal(TAKT_LOAD(&node(1)->next, relaxed), 3);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(llq_check(lock[0], &context[0]), 0);
}

static void test_release_goes_to_the_first_that_waits(void **state)
{
    (void)state;
    hold_and_leave(3);
    TAKT_STORE(&node(2)->state, LLQ_WAITING, relaxed);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(state_of(0), LLQ_STAYS);
    assert_int_equal(state_of(1), LLQ_STAYS); /* passed over */
    assert_int_equal(state_of(2), LLQ_HELD);
    assert_int_equal(state_of(3), LLQ_LEFT); /* not reached */
    assert_int_equal(llq_linked_release(lock[0], &context[2], context[2].version), 0);
    assert_int_equal(llq_check(lock[0], &context[0]), 0);
}

static void test_a_passed_node_is_waited_for(void **state)
{
    (void)state;
    hold_and_leave(1);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    TAKT_STORE(&node(1)->state, LLQ_SKIP, relaxed);
    assert_int_equal(acquire_meanwhile(&node(1)->state, LLQ_SKIP, LLQ_STAYS), 0);
    assert_int_equal(llq_owner(lock[0], &context[0]), 1);
}

static void test_the_grant_of_another_thread(void **state)
{
    (void)state;
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(acquire_meanwhile(&node(1)->state, LLQ_STAYS, LLQ_HELD), 0);
}

static void test_count_of_grants_wraps(void **state)
{
    (void)state;
    TAKT_STORE(&lock[0]->grants, UINT32_MAX, relaxed);
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(token.version, 0);
    assert_int_equal(llq_passed(&context[0]), 0);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
}

static void *acquire_as_third(void *result)
{
    struct llq_token other;

    *(int *)result = llq_acquire(lock[0], &context[2], LLQ_FOREVER, &other);
    return NULL;
}

static void test_passed_counts_the_grants_in_between(void **state)
{
    pthread_t thread;
    int result = 1;

    (void)state;
    hold_and_leave(1);
    TAKT_STORE(&node(1)->state, LLQ_WAITING, relaxed);
    assert_int_equal(pthread_create(&thread, NULL, acquire_as_third, &result), 0);
    for (uint32_t turn = 0; TAKT_LOAD(&node(1)->next, acquire) != 3; turn++)
        llq_port_relax(turn);
    assert_int_equal(llq_release(lock[0], &context[0], &token), 0);
    assert_int_equal(state_of(1), LLQ_HELD);
    context[1].version = TAKT_LOAD(&lock[0]->grants, relaxed); /* as its wait would have */
    assert_int_equal(llq_linked_release(lock[0], &context[1], context[1].version), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(result, 0);
    assert_int_equal(llq_passed(&context[2]), 1);
}

static void test_passed_wraps_and_is_never_negative(void **state)
{
    (void)state;
    context[0].registered = UINT32_MAX;
    context[0].version = 2;
    assert_int_equal(llq_passed(&context[0]), 2);
    context[0].registered = 2; /* registered during the release that granted it */
    assert_int_equal(llq_passed(&context[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_init_refuses_bad_arguments, set_up),
        cmocka_unit_test_setup(test_linked_refuses_what_it_does_not_promise, set_up),
        cmocka_unit_test_setup(test_a_lock_tells_how_it_was_made, set_up),
        cmocka_unit_test_setup(test_counts_of_nested_locks_are_apart, set_up),
        cmocka_unit_test_setup(test_acquire_and_release_alone, set_up),
        cmocka_unit_test_setup(test_most_contexts, set_up),
        cmocka_unit_test_setup(test_memory_that_is_no_lock_is_refused, set_up),
        cmocka_unit_test_setup(test_lock_of_another_domain_is_refused, set_up),
        cmocka_unit_test_setup(test_locks_are_taken_in_rising_rank, set_up),
        cmocka_unit_test_setup(test_a_lock_is_not_taken_twice, set_up),
        cmocka_unit_test_setup(test_nesting_and_any_order_of_release, set_up),
        cmocka_unit_test_setup(test_release_wants_the_token_of_the_last_grant, set_up),
        cmocka_unit_test_setup(test_token_of_an_earlier_life_is_refused, set_up),
        cmocka_unit_test_setup(test_try, set_up),
        cmocka_unit_test_setup(test_try_after_an_abandoned_request, set_up),
        cmocka_unit_test_setup(test_a_free_lock_is_granted_whatever_the_deadline, set_up),
        cmocka_unit_test_setup(test_deadline_is_waited_for, set_up),
        cmocka_unit_test_setup(test_abandoned_requests_are_passed_over, set_up),
        cmocka_unit_test_setup(test_an_abandoned_request_is_taken_up_and_left_again, set_up),
        cmocka_unit_test_setup(test_release_goes_to_the_first_that_waits, set_up),
        cmocka_unit_test_setup(test_a_passed_node_is_waited_for, set_up),
        cmocka_unit_test_setup(test_the_grant_of_another_thread, set_up),
        cmocka_unit_test_setup(test_count_of_grants_wraps, set_up),
        cmocka_unit_test_setup(test_passed_counts_the_grants_in_between, set_up),
        cmocka_unit_test_setup(test_passed_wraps_and_is_never_negative, set_up),
    };

    return cmocka_run_group_tests_name("llq", tests, NULL, NULL);
}
