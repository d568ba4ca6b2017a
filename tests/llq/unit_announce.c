/*
 * The engines beside the linked one, call by call, in one thread that plays all contexts: requests in parts
 * (llq_request(), llq_poll()) make queues of any shape. The port is the test's own: it says who is dead, and notes whom
 * it was asked to wake.
 */
#include "unit_announce.h"

struct unit_port unit_port;

static void test_what_is_refused(void **state)
{
    (void)state;
    assert_int_equal(llq_init(lock, LLQ_ANNOUNCE_MAX + 1, &(struct llq_attr){.engine = LLQ_ANNOUNCE}),
                     -EINVAL);
    assert_int_equal(llq_init(lock, LLQ_ANNOUNCE_MAX + 1, &(struct llq_attr){.engine = LLQ_BAKERY}), -EINVAL);
    assert_int_equal(llq_init(lock, 2, &(struct llq_attr){.engine = LLQ_BAKERY, .robust = true}), -ENOTSUP);
    assert_int_equal(llq_init(lock, 2, &(struct llq_attr){.engine = LLQ_BAKERY, .overtakings = 1}), -ENOTSUP);
    assert_int_equal(llq_init(lock, 2, &(struct llq_attr){.engine = LLQ_BAKERY, .block = true}), -ENOTSUP);
    assert_int_equal(llq_init(lock, 2, &(struct llq_attr){.robust = true}), -ENOTSUP);
    assert_int_equal(llq_set_priority(&context[0], LLQ_PRIORITY_MAX + 1), -EINVAL);
}

static void each_alone(void)
{
    for (unsigned id = 0; id < CONTEXTS; id++) {
        assert_int_equal(llq_owner(lock, &context[0]), -ENOENT);
        assert_int_equal(acquire(id, LLQ_FOREVER), 0);
        assert_int_equal(llq_owner(lock, &context[0]), id);
        assert_int_equal(llq_check(lock, &context[0]), -EBUSY);
        assert_int_equal(llq_passed(&context[id]), 0);
        assert_int_equal(release(id), 0);
        assert_int_equal(release(id), -EPERM);
        assert_int_equal(llq_try(lock, &context[id], &token[id]), 0);
        assert_int_equal(llq_try(lock, &context[(id + 1) % CONTEXTS], &token[(id + 1) % CONTEXTS]), -EAGAIN);
        assert_int_equal(release(id), 0);
        assert_int_equal(llq_check(lock, &context[0]), 0);
    }
}

static void queue_in_order(void)
{
    static const unsigned order[CONTEXTS] = {2, 0, 3, 1};

    assert_int_equal(request(order[0]), 0);
    for (unsigned i = 1; i < CONTEXTS; i++)
        assert_int_equal(request(order[i]), -EINPROGRESS);
    for (unsigned i = 1; i < CONTEXTS; i++) {
        assert_int_equal(release(order[i - 1]), 0);
        granted(order[i]);
        assert_int_equal(llq_passed(&context[order[i]]), i - 1);
    }
    assert_int_equal(release(order[CONTEXTS - 1]), 0);
    assert_int_equal(llq_check(lock, &context[0]), 0);
}

static void deadlines(void)
{
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(acquire(1, LONG_AGO), -ETIMEDOUT);
    assert_int_equal(acquire(1, llq_port_now() + 50), -ETIMEDOUT);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(request(2), -EINPROGRESS);
    assert_int_equal(request(1), -EBUSY);
    assert_int_equal(llq_cancel(lock, &context[1], &token[1]), -ECANCELED);
    assert_int_equal(llq_cancel(lock, &context[1], &token[1]), -EINVAL);
    assert_int_equal(look(1), -EINVAL);
    assert_int_equal(release(0), 0);
    granted(2);
    assert_int_equal(release(2), 0);
    assert_int_equal(llq_check(lock, &context[0]), 0);
}

static void grant_wins(void)
{
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(release(0), 0);
    assert_int_equal(llq_cancel(lock, &context[1], &token[1]), 0);
    assert_int_equal(release(1), 0);
    assert_int_equal(llq_check(lock, &context[0]), 0);
}

static void test_calls_of_each_engine(void **state)
{
    static const enum llq_engine engines[] = {LLQ_LINKED, LLQ_ANNOUNCE, LLQ_BAKERY};

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        make(&(struct llq_attr){.engine = engines[i]}, CONTEXTS);
        each_alone();
        queue_in_order();
        deadlines();
        if (engines[i] != LLQ_BAKERY) /* whose owner is whoever looks, so nothing is granted before */
            grant_wins();
        assert_int_equal(llq_consistent(lock, &context[0], &token[0]), -EPERM);
        assert_int_equal(acquire(0, LLQ_FOREVER), 0);
        assert_int_equal(llq_consistent(lock, &context[0], &token[0]), -EINVAL);
        assert_int_equal(release(0), 0);
        assert_int_equal(unit_port.masked, 0);
    }
}

static void test_requests_in_parts_of_a_linked_lock(void **state)
{
    struct llq_token other;

    (void)state;
    make(NULL, CONTEXTS);
    assert_int_equal(request(0), 0);
    assert_int_equal(llq_acquire(lock, &context[1], LONG_AGO, &other), -ETIMEDOUT);
    assert_int_equal(request(2), -EINPROGRESS);
    assert_int_equal(request(1), -EINPROGRESS); /* its old place */
    assert_int_equal(release(0), 0);
    granted(1);
    assert_int_equal(release(1), 0);
    granted(2);
    assert_int_equal(release(2), 0);
}

static void most_urgent_but_for(unsigned overtakings)
{
    make(&(struct llq_attr){.engine = LLQ_ANNOUNCE, .overtakings = overtakings}, CONTEXTS);
    assert_int_equal(llq_set_priority(&context[0], 9), 0);
    assert_int_equal(llq_set_priority(&context[1], 2), 0);
    assert_int_equal(llq_set_priority(&context[2], 1), 0);
    assert_int_equal(request(3), 0);
    assert_int_equal(request(0), -EINPROGRESS);
    assert_int_equal(request(1), -EINPROGRESS);
    assert_int_equal(release(3), 0);
    for (unsigned i = 0; i < overtakings; i++) { /* contexts 1 and 2 take turns */
        unsigned id = 1 + i % 2;

        granted(id);
        assert_int_equal(request(3 - id), -EINPROGRESS);
        assert_int_equal(release(id), 0);
    }
    granted(0);
    assert_int_equal(llq_passed(&context[0]), overtakings);
    assert_int_equal(release(0), 0);
    granted(1 + overtakings % 2);
}

static void test_overtakings_are_counted_and_end(void **state)
{
    (void)state;
    for (unsigned overtakings = 1; overtakings <= LLQ_OVERTAKINGS_MAX; overtakings++)
        most_urgent_but_for(overtakings);
}

static void test_equally_urgent_is_fifo(void **state)
{
    (void)state;
    make(&(struct llq_attr){.engine = LLQ_ANNOUNCE, .overtakings = 3}, CONTEXTS);
    queue_in_order();
}

/* Tickets wrap many times while requests come and go. */
static void test_tickets_wrap(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(request(0), 0);
    assert_int_equal(request(1), -EINPROGRESS);
    for (unsigned i = 0; i < 3 * LLQ_TICKETS; i++) {
        assert_int_equal(request(2), -EINPROGRESS);
        assert_int_equal(release(0), 0);
        granted(1);
        assert_int_equal(request(0), -EINPROGRESS);
        assert_int_equal(release(1), 0);
        granted(2);
        assert_int_equal(request(1), -EINPROGRESS);
        assert_int_equal(release(2), 0);
        granted(0);
    }
}

/* While one waits others leave more often than there are tickets: it stays the first, and so does no latecomer. */
static void test_tickets_run_out(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(request(0), 0);
    assert_int_equal(request(3), -EINPROGRESS);
    for (unsigned i = 0; i < 2 * LLQ_TICKETS; i++) {
        assert_int_equal(request(1), -EINPROGRESS);
        assert_int_equal(llq_cancel(lock, &context[1], &token[1]), -ECANCELED);
    }
    assert_int_equal(request(2), -EINPROGRESS);
    assert_int_equal(request(1), -EINPROGRESS); /* shares the ticket, and has the lower number */
    assert_int_equal(release(0), 0);
    granted(3);
    assert_int_equal(release(3), 0);
    granted(1);
    assert_int_equal(request(0), -EINPROGRESS);
    assert_int_equal(release(1), 0);
    granted(2);
    assert_int_equal(release(2), 0);
    granted(0);
}

static void test_twelve_contexts(void **state)
{
    (void)state;
    make(&(struct llq_attr){.engine = LLQ_ANNOUNCE}, LLQ_ANNOUNCE_MAX);
    for (unsigned id = 0; id < LLQ_ANNOUNCE_MAX; id++)
        assert_int_equal(request(id), id == 0 ? 0 : -EINPROGRESS);
    for (unsigned id = 1; id < LLQ_ANNOUNCE_MAX; id++) {
        assert_int_equal(release(id - 1), 0);
        granted(id);
    }
    assert_int_equal(release(LLQ_ANNOUNCE_MAX - 1), 0);
    assert_int_equal(llq_check(lock, &context[0]), 0);
}

static void test_who_sleeps_is_woken(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        make(&(struct llq_attr){.engine = i == 0 ? LLQ_LINKED : LLQ_ANNOUNCE, .block = true}, CONTEXTS);
        assert_int_equal(acquire(0, LLQ_FOREVER), 0);
        assert_int_equal(request(1), -EINPROGRESS);
        assert_int_equal(request(2), -EINPROGRESS);
        assert_int_equal(llq_poll(lock, &context[2], true, &token[2]), -EINPROGRESS);
        assert_int_equal(release(0), 0);
        assert_int_equal(unit_port.woken[1], 0); /* it looks */
        granted(1);
        assert_int_equal(release(1), 0);
        assert_int_equal(unit_port.woken[2], 1);
        assert_int_equal(llq_poll(lock, &context[2], true, &token[2]), 0); /* does not fall asleep over it */
        assert_int_equal(request(1), -EINPROGRESS);
        assert_int_equal(llq_poll(lock, &context[1], true, &token[1]), -EINPROGRESS);
        assert_int_equal(llq_cancel(lock, &context[1], &token[1]), -ECANCELED);
        assert_int_equal(release(2), 0);
        assert_int_equal(llq_check(lock, &context[0]), 0);
        assert_int_equal(unit_port.woken[1], 0);
    }
}

static void test_acquire_sleeps(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        make(&(struct llq_attr){.engine = i == 0 ? LLQ_LINKED : LLQ_ANNOUNCE, .block = true}, CONTEXTS);
        assert_int_equal(acquire(0, LLQ_FOREVER), 0);
        assert_int_equal(acquire(1, llq_port_now() + 1000), -ETIMEDOUT);
        assert_true(unit_port.slept > 0);
    }
}

static void test_nonsense_in_the_lock_word(void **state)
{
    const uint32_t wrong[] = {
        CONTEXTS + 1,                   /* an owner that is none */
        1u << LLQ_WORD_WAITS,           /* somebody waits for a free lock */
        1 | 1u << (LLQ_WORD_WAITS + 4), /* somebody waits who is none */
        LLQ_WORD_DEAD | 1u << 30,       /* not quite dead */
        1u << LLQ_WORD_EPOCH,           /* the life of nobody */
    };

    (void)state;
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        make_announce();
        assert_int_equal(acquire(1, LLQ_FOREVER), 0);
        assert_int_equal(request(2), -EINPROGRESS);
        TAKT_STORE(&lock->tail, wrong[i], relaxed);
        assert_int_equal(llq_check(lock, &context[0]), -EBADMSG);
        assert_int_equal(acquire(3, LLQ_FOREVER), -EBADMSG);
        assert_int_equal(llq_try(lock, &context[3], &token[3]), -EBADMSG);
        assert_int_equal(look(2), -EBADMSG);
        assert_int_equal(llq_consistent(lock, &context[1], &token[1]), -EBADMSG);
        assert_int_equal(release(1), -EBADMSG);
    }
}

static void test_a_lock_that_was_taken_away(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(1, LLQ_FOREVER), 0);
    TAKT_STORE(&lock->tail, 0, relaxed);
    assert_int_equal(acquire(2, LLQ_FOREVER), 0);
    assert_int_equal(release(1), -EBADMSG);
    assert_int_equal(release(2), 0);
}

static void test_nesting_across_engines(void **state)
{
    static LLQ_MEMORY(more, CONTEXTS);
    struct llq *const linked = (struct llq *)more;
    struct llq_token outer, inner;

    (void)state;
    make(&(struct llq_attr){.engine = LLQ_ANNOUNCE, .rank = 2}, CONTEXTS);
    assert_int_equal(llq_init(linked, CONTEXTS, &(struct llq_attr){.rank = 1}), 0);
    assert_int_equal(llq_acquire(linked, &context[0], LLQ_FOREVER, &outer), 0);
    assert_int_equal(llq_acquire(lock, &context[1], LLQ_FOREVER, &token[1]), 0);
    assert_int_equal(llq_request(lock, &context[0], &inner), -EINPROGRESS);
    assert_int_equal(llq_release(linked, &context[0], &outer), 0); /* while it waits */
    assert_int_equal(release(1), 0);
    assert_int_equal(llq_poll(lock, &context[0], false, &inner), 0);
    assert_int_equal(llq_acquire(linked, &context[0], LLQ_FOREVER, &outer), -EDEADLK);
    assert_int_equal(llq_release(lock, &context[0], &inner), 0);
    assert_int_equal(context[0].depth, 0);
}

/* What a lock says of itself is looked at when it is asked for, and by looks; its owner has it in the record. */
static void test_a_lock_that_is_none_any_more(void **state)
{
    struct llq_stats stats;
    uint32_t count;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        make(&(struct llq_attr){.engine = i == 0 ? LLQ_LINKED : LLQ_ANNOUNCE}, CONTEXTS);
        assert_int_equal(acquire(0, LLQ_FOREVER), 0);
        TAKT_STORE(&lock->config, 0, relaxed);
        assert_int_equal(llq_stats(lock, &context[0], 0, &stats), -EBADMSG);
        assert_int_equal(llq_handovers(lock, &context[0], 0, 1, &count), -EBADMSG);
        assert_int_equal(llq_consistent(lock, &context[0], &token[0]), -EINVAL);
        assert_int_equal(release(0), 0);
        assert_int_equal(acquire(0, LLQ_FOREVER), -EBADMSG);
    }
}

static void test_a_lock_that_another_took_is_not_forsaken(void **state)
{
    (void)state;
    make_announce();
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    TAKT_STORE(&lock->tail, llq_announce_owned(1, 0), relaxed);
    assert_int_equal(llq_forsake(lock, &context[0], &token[0]), -EBADMSG);
    assert_int_equal(llq_forsake(lock, &context[0], &token[0]), -EPERM);
}

static void test_two_owners_of_a_bakery(void **state)
{
    struct takt_word *word = (struct takt_word *)&lock->grants + 1;

    (void)state;
    make(&(struct llq_attr){.engine = LLQ_BAKERY}, CONTEXTS);
    assert_int_equal(acquire(0, LLQ_FOREVER), 0);
    assert_int_equal(llq_check(lock, &context[0]), -EBUSY);
    TAKT_STORE(&word[1], TAKT_LOAD(&word[0], relaxed), relaxed);
    assert_int_equal(llq_check(lock, &context[0]), -EBADMSG);
}

static void test_statistics(void **state)
{
    struct llq_stats stats;
    uint32_t count;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        make(&(struct llq_attr){.engine = i == 0 ? LLQ_LINKED : LLQ_ANNOUNCE}, CONTEXTS);
        unit_port.step = 10;
        assert_int_equal(acquire(0, LLQ_FOREVER), 0);
        assert_int_equal(request(1), -EINPROGRESS);
        assert_int_equal(request(2), -EINPROGRESS);
        assert_int_equal(release(0), 0);
        granted(1);
        assert_int_equal(release(1), 0);
        granted(2);
        assert_int_equal(release(2), 0);
        assert_int_equal(llq_stats(lock, &context[0], 2, &stats), 0);
        assert_int_equal(stats.acquisitions, 1);
        assert_int_equal(stats.contended, 1);
        assert_int_equal(stats.queue[2], 1);
        assert_true(stats.longest_wait >= 40 && stats.longest_wait <= 80);
        assert_true(stats.longest_hold >= 10 && stats.longest_hold <= 20);
        assert_int_equal(llq_stats(lock, &context[0], 0, &stats), 0);
        assert_int_equal(stats.contended, 0);
        assert_int_equal(stats.queue[0], 1);
        assert_int_equal(llq_handovers(lock, &context[0], 0, 1, &count), 0);
        assert_int_equal(count, 1);
        assert_int_equal(llq_handovers(lock, &context[0], 1, 2, &count), 0);
        assert_int_equal(count, 1);
        assert_int_equal(llq_handovers(lock, &context[0], 0, 2, &count), 0);
        assert_int_equal(count, 0);
        assert_int_equal(llq_stats(lock, &context[0], CONTEXTS, &stats), -EINVAL);
        assert_int_equal(llq_handovers(lock, &context[0], 0, CONTEXTS, &count), -EINVAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_calls_of_each_engine),
        cmocka_unit_test(test_requests_in_parts_of_a_linked_lock),
        cmocka_unit_test(test_overtakings_are_counted_and_end),
        cmocka_unit_test(test_equally_urgent_is_fifo),
        cmocka_unit_test(test_tickets_wrap),
        cmocka_unit_test(test_tickets_run_out),
        cmocka_unit_test(test_twelve_contexts),
        cmocka_unit_test(test_who_sleeps_is_woken),
        cmocka_unit_test(test_acquire_sleeps),
        cmocka_unit_test(test_nonsense_in_the_lock_word),
        cmocka_unit_test(test_a_lock_that_was_taken_away),
        cmocka_unit_test(test_nesting_across_engines),
        cmocka_unit_test(test_a_lock_that_is_none_any_more),
        cmocka_unit_test(test_a_lock_that_another_took_is_not_forsaken),
        cmocka_unit_test(test_two_owners_of_a_bakery),
        cmocka_unit_test(test_statistics),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);

    printf("amount: %zu tests\n", sizeof(tests) / sizeof(tests[0]));
    return failures;
}
