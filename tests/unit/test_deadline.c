/*
 * What a deadline is in counter units: never earlier than asked for, and always on the right side of every
 * other.
 *
 * The counter is set just before and after each place where arithmetic could go wrong (0, half its range, its
 * end), at rates of one unit a nanosecond, slower and faster. Two properties are checked for each: a deadline
 * never comes early, and comparing it with the counter (takt_before) tells past from future. Beyond the reach
 * of that comparison a deadline is for ever.
 */
#include "unit.h"

#include "kernel.h"

#define OPERATIONS 200000ul

/* wait.c waits on these; no test here waits. */
int takt_unlock_posted(struct takt_core *core)
{
    (void)core;
    fail();
    return 0;
}

#if CONFIG_TAKT_LOCK_BREAK
void takt_lock_break_now(struct takt_core *core)
{
    (void)core;
}
#endif

void takt_rest(struct takt_core *core, struct takt_thread *thread)
{
    (void)core, (void)thread;
    fail();
}
void takt_state_clear(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    (void)core, (void)thread, (void)bits;
    fail();
}
void takt_inherit(struct takt_core *core, struct takt_thread *thread)
{
    takt_rest(core, thread);
}
void takt_timer_arm(struct takt_core *core, struct takt_tnode *node, uint64_t when)
{
    (void)core, (void)node, (void)when;
    fail();
}
void takt_timer_disarm(struct takt_core *core, struct takt_tnode *node)
{
    takt_timer_arm(core, node, 0);
}
void takt_panic(const char *reason, const char *file, int line)
{
    print_error("%s:%d: %s\n", file, line, reason);
    abort();
}

static void clock_at(uint64_t counter, uint64_t units, uint64_t per_ns)
{
    fake_port = (struct fake_port){.counter = counter, .units = units, .per_ns = per_ns};
}

static void deadline_for_ever(void **state)
{
    (void)state;
    clock_at(5, 1, 1);
    assert_true(takt_deadline_when(TAKT_FOREVER) == TAKT_NEVER);
}

static void deadline_relative(void **state)
{
    (void)state;
    clock_at(1000, 1, 1);
    assert_true(takt_deadline_when(TAKT_MS(5)) == 5001000);
    clock_at(1000, 3, 2);
    assert_true(takt_deadline_when(1) == 1002); /* 1.5 units: rounded up */
    clock_at(1000, 1, 1000);
    assert_true(takt_deadline_when(1) == 1001);
    assert_true(takt_deadline_when(1001) == 1002);
}

static void deadline_absolute(void **state)
{
    (void)state;
    clock_at(1000, 1, 1);
    assert_true(takt_deadline_when(takt_at(1500)) == 1500);
    assert_true(takt_deadline_when(takt_at(1000)) == 1000);
    clock_at(1000, 1, 10);
    assert_true(takt_deadline_when(takt_at(10001)) == 1001);
}

static void deadline_in_the_past_is_now(void **state)
{
    (void)state;
    clock_at(1000, 1, 1);
    assert_true(takt_deadline_when(takt_at(999)) == 1000);
    assert_true(takt_deadline_when(takt_at(0)) == 1000);
    assert_true(takt_deadline_when(takt_at(-1)) == 1000);
    assert_true(takt_deadline_when(takt_at(INT64_MIN)) == 1000);
    clock_at((uint64_t)INT64_MAX + 10, 1, 1);
    assert_true(takt_deadline_when(takt_at(0)) == (uint64_t)INT64_MAX + 10);
}

static void deadline_relative_across_a_wrap(void **state)
{
    (void)state;
    clock_at(UINT64_MAX - 5, 1, 1);
    assert_true(takt_deadline_when(10) == 4);
    assert_true(takt_before(fake_port.counter, takt_deadline_when(10)));
    clock_at(INT64_MAX - 5, 1, 1);
    assert_true(takt_deadline_when(10) == (uint64_t)INT64_MAX + 5);
    assert_true(takt_before(fake_port.counter, takt_deadline_when(10)));
}

/* Every span and place: in order with the counter, or for ever; and never early. */
static void check(takt_time_t span)
{
    uint64_t when = takt_deadline_when(span);

    if (when == TAKT_NEVER) {
        assert_true(span > (INT64_MAX >> 12));
        return;
    }
    assert_true(takt_before(fake_port.counter, when));
    assert_true(when - fake_port.counter >= takt_port_from_ns(span));
    /* two deadlines, one of which has been late for a quarter of the range, must still compare rightly */
    assert_true(takt_before(fake_port.counter - (UINT64_MAX >> 2), when));
}

static void deadline_maximum(void **state)
{
    static const takt_time_t spans[] = {INT64_MAX - 1, INT64_MAX / 2 + 1, INT64_MAX / 2, INT64_MAX / 4};
    static const uint64_t places[] = {0, 1, INT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};

    (void)state;
    for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++) {
        for (unsigned j = 0; j < sizeof places / sizeof places[0]; j++) {
            clock_at(places[j], 1, 1);
            check(spans[i]);
            clock_at(places[j], 3, 1);
            check(spans[i]);
            clock_at(places[j], 1, 1000);
            check(spans[i]);
        }
    }
}

static void deadline_random(void **state)
{
    static const uint64_t rates[][2] = {{1, 1}, {3, 1}, {10, 3}, {1, 1000}, {24, 1000}, {1000, 1}};

    (void)state;
    for (unsigned long i = 0; i < OPERATIONS; i++) {
        const uint64_t *rate = rates[unit_random(6)];
        uint64_t place = (uint64_t)unit_random(UINT32_MAX) << 33 | (uint64_t)unit_random(UINT32_MAX) << 1;
        takt_time_t span = (takt_time_t)((uint64_t)unit_random(INT32_MAX) << unit_random(32)) + 1;

        clock_at(place >> unit_random(64), rate[0], rate[1]);
        check(span);
    }
}

static void waiting_is_allowed_to_threads_only(void **state)
{
    struct takt_core *core = takt_port_core();

    (void)state;
    clock_at(0, 1, 1);
    assert_int_equal(takt_wait_allowed(core, TAKT_NO_WAIT), -EAGAIN);
    assert_int_equal(takt_wait_allowed(core, TAKT_FOREVER), 0);
    core->preempt_off = 1; /* also until threads run */
    assert_int_equal(takt_wait_allowed(core, TAKT_FOREVER), -EPERM);
    core->preempt_off = 0;
    fake_port.in_handler = true;
    assert_int_equal(takt_wait_allowed(core, 1), -EPERM);
    assert_int_equal(takt_wait_allowed(core, TAKT_NO_WAIT), -EAGAIN);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadline_for_ever),
        cmocka_unit_test(deadline_relative),
        cmocka_unit_test(deadline_absolute),
        cmocka_unit_test(deadline_in_the_past_is_now),
        cmocka_unit_test(deadline_relative_across_a_wrap),
        cmocka_unit_test(deadline_maximum),
        cmocka_unit_test(deadline_random),
        cmocka_unit_test(waiting_is_allowed_to_threads_only),
    };

    unit_seed(argc, argv, OPERATIONS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
