/*
 * Every operation on a waitable, disturbed at every step by every operation that a handler may do: sim only.
 *
 * Linked with the same descriptions of objects as waiting.c. At some of the steps the kernel lock is held, and the
 * handler has to post. Whatever the order was, no unit may be lost or doubled: what was granted is what was taken
 * plus what is there; and nobody may wait for a unit that is there (the object's check). The same is done by a more
 * urgent thread that preempts at every step, which may also delete the object.
 */
#include "waiting.h"

#include "every_step.h"

static long before, granted, taken;
static takt_time_t granted_at;
static struct takt_thread *waiters[2];

static void grant(void)
{
    granted_at = takt_now();
    granted += waitable.grant() == 0;
}

static void take(void)
{
    taken += waitable.wait(TAKT_NO_WAIT) == 0;
}

/* A wake-up that came in time is not lost. */
static void wait_shortly(void)
{
    takt_time_t deadline = takt_now() + TAKT_US(50);
    int result = waitable.wait(takt_at(deadline));

    taken += result == 0;
    if (result == -ETIMEDOUT && granted_at < deadline)
        EXPECT_EQ(waitable.available(), 0);
}

static void waiter(void *arg)
{
    (void)arg;
    taken += waitable.wait(TAKT_FOREVER) == 0;
}

/* What is done at a step. */

static void grant_twice(void)
{
    grant();
    grant();
}

static void grant_and_take(void)
{
    grant();
    take();
}

static void take_and_grant(void)
{
    take();
    grant();
}

static void drop(void)
{
    EXPECT_EQ(waitable.drop(), 0);
}

static void (*const in_handlers[])(void) = {grant, take, grant_twice, grant_and_take, take_and_grant};
static void (*const by_threads[])(void) = {grant, take, grant_twice, wait_shortly, drop};

/* What is disturbed. */

static void check(void)
{
    EXPECT_EQ(waitable.check(), 0);
}

/* The most urgent waiter to the end of the queue, and back. */
static void move_a_waiter(void)
{
    if (waiters[0] == NULL)
        return;
    (void)takt_thread_set_priority(waiters[0], LOWER);
    (void)takt_thread_set_priority(waiters[0], LOW);
}

static void suspend_a_waiter(void)
{
    if (waiters[0] != NULL && takt_thread_suspend(waiters[0]) == 0)
        EXPECT_EQ(takt_thread_resume(waiters[0]), 0);
}

static void (*const operations[])(void) = {grant, take,          wait_shortly,     drop,
                                           check, move_a_waiter, suspend_a_waiter, takt_yield};

/* Nobody waits; one thread; one that runs only later, and one that runs at once. */
static unsigned waiting;

static void setup(void)
{
    waitable.reset();
    granted = taken = 0;
    granted_at = 0;
    before = waitable.available();
    waiters[0] = waiting > 0 ? spawn(LOW, waiter, NULL) : NULL;
    waiters[1] = waiting > 1 ? spawn(HIGH, waiter, NULL) : NULL;
    scenario_let_run();
    EXPECT_EQ(waitable.check(), 0);
}

static void verify(void)
{
    scenario_let_run();
    EXPECT_EQ(waitable.check(), 0);
    if (!waitable.shared)
        EXPECT_EQ(waitable.available(), before + granted - taken);
    EXPECT_EQ(waitable.drop(), 0);
    scenario_join_all();
    if (waitable.finish != NULL)
        waitable.finish();
}

static void all_operations(void (*disturb)(void), void (*run)(const struct every_step *))
{
    struct every_step step = {.setup = setup, .disturb = disturb, .verify = verify};

    for (unsigned i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        step.operate = operations[i];
        for (waiting = 0; waiting < 3; waiting++)
            run(&step);
    }
}

static void operations_interrupted_at_every_step(void)
{
    for (unsigned i = 0; i < sizeof in_handlers / sizeof in_handlers[0]; i++)
        all_operations(in_handlers[i], every_step_in_a_handler);
}

static void operations_preempted_at_every_step(void)
{
    for (unsigned i = 0; i < sizeof by_threads / sizeof by_threads[0]; i++)
        all_operations(by_threads[i], every_step_by_a_thread);
}

/* The disturbance itself is disturbed: a timer's grant, interrupted by handlers. */
static void expired(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    grant();
}

static void grant_by_a_timer(void)
{
    struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(5)), 0);
    EXPECT(!takt_timer_active(&timer));
}

static void timers_interrupted_at_every_step(void)
{
    struct every_step step = {.setup = setup, .operate = grant_by_a_timer, .verify = verify};

    for (unsigned i = 0; i < sizeof in_handlers / sizeof in_handlers[0]; i++) {
        step.disturb = in_handlers[i];
        for (waiting = 0; waiting < 3; waiting++)
            every_step_in_a_handler(&step);
    }
}

SCENARIOS(SCENARIO(operations_interrupted_at_every_step), SCENARIO(operations_preempted_at_every_step),
          SCENARIO(timers_interrupted_at_every_step));
