/* The properties; see waiting.h. Each scenario begins with an object that has nothing to give. */
#include "waiting.h"

/** One thread that waits once. */
struct waiter {
    const char *name;
    takt_deadline_t deadline;
    int result;
    takt_time_t ended;
};

static void wait_once(void *arg)
{
    struct waiter *waiter = arg;

    waiter->result = waitable.wait(waiter->deadline);
    waiter->ended = takt_now();
    mark(waiter->name);
}

/* Start a waiter and see it wait. */
static struct takt_thread *start(takt_prio_t priority, struct waiter *waiter)
{
    struct takt_thread *thread = spawn(priority, wait_once, waiter);

    scenario_let_run();
    EXPECT_EQ(waitable.check(), 0);
    return thread;
}

static void grant(const char *expected)
{
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.check(), 0);
    scenario_let_run();
    EXPECT_MARKS(expected);
}

static void end(void)
{
    if (waitable.finish != NULL)
        waitable.finish();
    scenario_join_all();
    EXPECT_EQ(waitable.check(), 0);
}

void no_wait_returns_at_once(void)
{
    waitable.reset();
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), 0);
    end();
}

void a_wait_times_out(void)
{
    takt_time_t begin;

    waitable.reset();
    begin = takt_now();
    EXPECT_EQ(waitable.wait(TAKT_MS(2)), -ETIMEDOUT);
    EXPECT_TIME(takt_now(), begin + TAKT_MS(2), TAKT_US(20));
    end();
}

void an_absolute_deadline_is_kept(void)
{
    struct waiter waiter = {.name = "H"};
    takt_time_t when;

    waitable.reset();
    when = takt_now() + scenario_soon();
    waiter.deadline = takt_at(when);
    (void)start(HIGH, &waiter);
    takt_work(TAKT_MS(1));
    EXPECT_MARKS("");
    EXPECT_EQ(takt_sleep(takt_at(when + TAKT_MS(1))), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(waiter.result, -ETIMEDOUT);
    EXPECT_TIME(waiter.ended, when, TAKT_US(20));
    end();
}

void a_past_deadline_times_out_at_once(void)
{
    takt_time_t begin;

    waitable.reset();
    begin = takt_now();
    EXPECT_EQ(waitable.wait(takt_at(begin)), -ETIMEDOUT);
    EXPECT_EQ(waitable.wait(takt_at(0)), -ETIMEDOUT);
    EXPECT_EQ(waitable.wait(takt_at(-1)), -ETIMEDOUT);
    EXPECT_TIME(takt_now(), begin, TAKT_US(50));
    end();
}

void what_is_there_comes_before_a_past_deadline(void)
{
    waitable.reset();
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.wait(takt_at(0)), 0);
    end();
}

static void try_to_wait(void *arg)
{
    (void)arg;
    EXPECT_EQ(waitable.wait(TAKT_FOREVER), -EPERM);
    EXPECT_EQ(waitable.wait(TAKT_MS(1)), -EPERM);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
}

void waiting_is_refused_where_it_is_not_allowed(void)
{
    waitable.reset();
    takt_preempt_lock();
    EXPECT_EQ(waitable.wait(TAKT_FOREVER), -EPERM);
    EXPECT_EQ(waitable.wait(TAKT_MS(1)), -EPERM);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    takt_preempt_unlock();
    in_handler(try_to_wait, NULL);
    end();
}

static void grant_and_take(void *arg)
{
    (void)arg;
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), 0);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(waitable.check(), 0);
}

void a_handler_takes_what_is_there(void)
{
    waitable.reset();
    in_handler(grant_and_take, NULL);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    end();
}

static void grant_between_marks(void *arg)
{
    (void)arg;
    mark("begin");
    EXPECT_EQ(waitable.grant(), 0);
    mark("end");
}

void a_handler_grants(void)
{
    struct waiter waiter = {.name = "H", .deadline = TAKT_S(5)};

    waitable.reset();
    (void)start(HIGH, &waiter);
    in_handler(grant_between_marks, NULL);
    scenario_let_run();
    EXPECT_MARKS("begin end H");
    EXPECT_EQ(waiter.result, 0);
    end();
}

static void expired(struct takt_timer *timer, void *arg)
{
    (void)timer;
    grant_between_marks(arg);
}

void a_timer_grants(void)
{
    struct waiter waiter = {.name = "H", .deadline = TAKT_FOREVER};
    struct takt_timer timer;

    waitable.reset();
    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
    (void)start(HIGH, &waiter);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(100), 0), 0);
    scenario_join_all();
    EXPECT_MARKS("begin end H");
    EXPECT_EQ(waiter.result, 0);
    end();
}

/* Both events have one time; what was started first comes first. */
void a_grant_before_the_deadline_in_the_same_instant(void)
{
    takt_deadline_t when = takt_at(takt_now() + scenario_soon());
    struct waiter waiter = {.name = "H", .deadline = when};
    struct takt_timer timer;

    waitable.reset();
    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, when, 0), 0);
    (void)start(HIGH, &waiter);
    scenario_join_all();
    EXPECT_EQ(waiter.result, 0);
    EXPECT_MARKS("begin end H");
    end();
}

/* The waiter runs when both have happened: it is not told of the grant, and leaves it to others. */
void a_deadline_before_the_grant_in_the_same_instant(void)
{
    takt_deadline_t when = takt_at(takt_now() + scenario_soon());
    struct waiter waiter = {.name = "H", .deadline = when};
    struct takt_timer timer;

    waitable.reset();
    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
    (void)start(HIGH, &waiter);
    EXPECT_EQ(takt_timer_start(&timer, when, 0), 0);
    scenario_join_all();
    EXPECT_EQ(waiter.result, -ETIMEDOUT);
    EXPECT_MARKS("begin end H");
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), 0);
    end();
}

void a_suspended_waiter_is_granted(void)
{
    struct waiter waiter = {.name = "H", .deadline = TAKT_S(5), .result = 1};
    struct takt_thread *thread;

    waitable.reset();
    thread = start(HIGH, &waiter);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    grant("");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    scenario_let_run();
    EXPECT_MARKS("H");
    EXPECT_EQ(waiter.result, 0);
    end();
}

void a_suspended_waiter_times_out(void)
{
    struct waiter waiter = {.name = "H", .deadline = scenario_soon()};
    struct takt_thread *thread;

    waitable.reset();
    thread = start(HIGH, &waiter);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_sleep(scenario_soon() + TAKT_MS(1)), 0);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_MARKS("H");
    EXPECT_EQ(waiter.result, -ETIMEDOUT);
    end();
}

void a_resumed_waiter_goes_on_waiting(void)
{
    struct waiter waiter = {.name = "H", .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    waitable.reset();
    thread = start(HIGH, &waiter);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_thread_resume(thread), 0);
    scenario_let_run();
    EXPECT_MARKS("");
    grant("H");
    EXPECT_EQ(waiter.result, 0);
    end();
}

/* One grant at a time, so that the marks show the order of the queue and not that of the processor. */
void waiters_are_served_by_priority_and_in_turn(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = a, c = a, d = a;

    b.name = "B";
    c.name = "C";
    d.name = "D";
    waitable.reset();
    (void)start(LOW, &a);
    (void)start(LOW - 2, &b);
    (void)start(LOW, &c);
    (void)start(LOW - 2, &d);
    EXPECT_MARKS("");
    grant("B");
    grant("D");
    grant("A");
    grant("C");
    EXPECT_EQ(a.result | b.result | c.result | d.result, 0);
    end();
}

void a_raised_waiter_goes_to_the_tail(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = {.name = "B", .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    waitable.reset();
    thread = start(LOW, &a);
    (void)start(LOW - 2, &b);
    EXPECT_EQ(takt_thread_set_priority(thread, LOW - 2), 0);
    EXPECT_EQ(waitable.check(), 0);
    grant("B");
    grant("A");
    end();
}

void a_lowered_waiter_goes_to_the_head(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = {.name = "B", .deadline = TAKT_FOREVER};
    struct takt_thread *thread;

    waitable.reset();
    (void)start(LOW, &a);
    thread = start(LOW - 2, &b);
    EXPECT_EQ(takt_thread_set_priority(thread, LOW), 0);
    EXPECT_EQ(waitable.check(), 0);
    grant("B");
    grant("A");
    end();
}

void nobody_takes_what_was_granted(void)
{
    struct waiter waiter = {.name = "L", .deadline = TAKT_FOREVER};

    waitable.reset();
    (void)start(LOW, &waiter);
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    scenario_let_run();
    EXPECT_MARKS("L");
    EXPECT_EQ(waiter.result, 0);
    end();
}

void a_granted_thread_may_have_to_wait_for_the_processor(void)
{
    struct waiter waiter = {.name = "H", .deadline = TAKT_FOREVER};

    waitable.reset();
    (void)start(HIGH, &waiter);
    takt_preempt_lock();
    EXPECT_EQ(waitable.grant(), 0);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    mark("driver");
    takt_preempt_unlock();
    EXPECT_MARKS("driver H");
    end();
}

void a_waiter_that_times_out_leaves_the_others_in_order(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = {.name = "B", .deadline = TAKT_MS(1)},
                  c = {.name = "C", .deadline = TAKT_MS(1)}, d = {.name = "D", .deadline = TAKT_FOREVER};

    waitable.reset();
    (void)start(LOW, &b);
    (void)start(LOW, &a);
    (void)start(LOW, &c);
    (void)start(LOW, &d);
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    scenario_let_run();
    EXPECT_MARKS("B C");
    EXPECT_EQ(b.result, -ETIMEDOUT);
    EXPECT_EQ(c.result, -ETIMEDOUT);
    grant("A");
    grant("D");
    end();
}

void delete_wakes_every_waiter(void)
{
    struct waiter a = {.name = "A", .deadline = TAKT_FOREVER}, b = {.name = "B", .deadline = TAKT_S(5)},
                  h = {.name = "H", .deadline = TAKT_FOREVER};

    waitable.reset();
    EXPECT_EQ(waitable.drop(), 0);
    (void)start(LOW, &a);
    (void)start(LOW - 2, &b);
    (void)start(HIGH, &h);
    EXPECT_EQ(waitable.drop(), 0);
    EXPECT_EQ(waitable.check(), 0);
    scenario_let_run();
    EXPECT_MARKS("H B A");
    EXPECT_EQ(a.result, -EIDRM);
    EXPECT_EQ(b.result, -EIDRM);
    EXPECT_EQ(h.result, -EIDRM);
    EXPECT_EQ(waitable.wait(TAKT_NO_WAIT), -EAGAIN);
    end();
}
