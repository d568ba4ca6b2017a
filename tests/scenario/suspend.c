/* Suspension, sleep and sections with preemption off. Suspension together with each kind of wait is in waiting.c. */
#include "scenario.h"

static void mark_name(void *arg)
{
    mark(arg);
}

static void suspend_self(void *arg)
{
    mark(arg);
    EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
    mark(arg);
}

static void a_thread_suspends_itself(void)
{
    struct takt_thread *thread = spawn(HIGH, suspend_self, "H");

    mark("D");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_MARKS("H D H");
}

static void suspensions_do_not_count(void)
{
    struct takt_thread *thread = spawn(LOW, mark_name, "L");

    EXPECT_EQ(takt_thread_resume(thread), -EALREADY);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_thread_suspend(thread), -EALREADY);
    scenario_let_run();
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_EQ(takt_thread_resume(thread), -EALREADY);
    scenario_let_run();
    EXPECT_MARKS("L");
}

static void only_a_live_thread_is_suspended(void)
{
    struct takt_thread *thread =
        prepare((struct takt_thread_attr){.priority = HIGH, .entry = mark_name, .arg = ARG("H")});

    EXPECT_EQ(takt_thread_suspend(thread), -ESRCH);
    EXPECT_EQ(takt_thread_resume(thread), -ESRCH);
    EXPECT_EQ(takt_thread_start(thread), 0);
    EXPECT_EQ(takt_thread_suspend(thread), -ESRCH);
    EXPECT_EQ(takt_thread_resume(thread), -ESRCH);
    EXPECT_EQ(takt_thread_set_priority(thread, LOW), -ESRCH);
    EXPECT_EQ(takt_thread_set_threshold(thread, HIGH), -ESRCH);
    EXPECT_EQ(takt_thread_set_slice(thread, 1), -ESRCH);
    EXPECT_MARKS("H");
}

/* A resumed thread stands behind its equals, as one that was woken. */
static void a_resumed_thread_goes_to_the_tail(void)
{
    struct takt_thread *thread = spawn(LOW, mark_name, "A");

    (void)spawn(LOW, mark_name, "B");
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_thread_resume(thread), 0);
    scenario_let_run();
    EXPECT_MARKS("B A");
}

static void resume_in_handler(void *arg)
{
    mark("begin");
    EXPECT_EQ(takt_thread_resume(arg), 0);
    EXPECT_EQ(takt_thread_resume(arg), -EALREADY);
    mark("end");
}

static void a_handler_resumes(void)
{
    struct takt_thread *thread = spawn(HIGH, suspend_self, "H");

    in_handler(resume_in_handler, thread);
    EXPECT_MARKS("H begin end H");
}

/** A thread that sleeps once. */
struct sleeper {
    const char *name;
    takt_time_t when;
};

static void sleep_once(void *arg)
{
    const struct sleeper *sleeper = arg;

    EXPECT_EQ(takt_sleep(takt_at(sleeper->when)), 0);
    EXPECT(takt_now() >= sleeper->when);
    mark(sleeper->name);
}

static void a_suspended_sleeper_sleeps_on(void)
{
    struct sleeper high = {"H", takt_now() + scenario_soon()};
    struct takt_thread *thread = spawn(HIGH, sleep_once, &high);

    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_sleep(takt_at(high.when + TAKT_MS(1))), 0);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_MARKS("H");
    high.when = takt_now() + scenario_soon();
    thread = spawn(HIGH, sleep_once, &high);
    EXPECT_EQ(takt_thread_suspend(thread), 0);
    EXPECT_EQ(takt_thread_resume(thread), 0);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_thread_join(thread, NULL, TAKT_S(1)), 0);
    EXPECT_MARKS("H");
}

static void sleep_in_handler(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM);
}

static void sleep_refuses(void)
{
    takt_time_t begin = takt_now();

    EXPECT_EQ(takt_sleep(TAKT_FOREVER), -EINVAL);
    EXPECT_EQ(takt_sleep(TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_sleep(takt_at(begin)), 0);
    EXPECT_EQ(takt_sleep(takt_at(0)), 0);
    takt_preempt_lock();
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM);
    takt_preempt_unlock();
    in_handler(sleep_in_handler, NULL);
}

static void sleep_until_does_not_drift(void)
{
    takt_time_t begin = takt_now(), when = begin;

    for (int i = 0; i < 10; i++) {
        when += TAKT_MS(1);
        takt_work(TAKT_US(300));
        EXPECT_EQ(takt_sleep(takt_at(when)), 0);
        EXPECT_TIME(takt_now(), when, TAKT_US(5));
    }
    begin = takt_now();
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    EXPECT_TIME(takt_now(), begin + TAKT_MS(2), TAKT_US(5));
}

/* By time; with equal deadlines the first to sleep is the first to wake. */
static void sleepers_wake_in_order(void)
{
    takt_time_t when = takt_now() + scenario_soon();
    struct sleeper a = {"A", when}, b = {"B", when}, c = {"C", when - TAKT_US(100)};

    (void)spawn(LOW, sleep_once, &a);
    (void)spawn(LOW, sleep_once, &b);
    (void)spawn(LOW, sleep_once, &c);
    scenario_let_run();
    EXPECT_EQ(takt_sleep(takt_at(when + TAKT_MS(1))), 0);
    scenario_let_run();
    EXPECT_MARKS("C A B");
}

static void interrupt(void *arg)
{
    mark(arg);
}

static void preemption_off_keeps_threads_away_not_handlers(void)
{
    takt_preempt_lock();
    (void)spawn(HIGH, mark_name, "H");
    mark("1");
    takt_preempt_lock();
    in_handler(interrupt, "irq");
    takt_preempt_unlock();
    mark("2");
    takt_yield();
    EXPECT_EQ(takt_thread_suspend(takt_self()), -EPERM);
    takt_preempt_unlock();
    mark("3");
    EXPECT_MARKS("1 irq 2 H 3");
}

static void nothing_due_at_the_end_of_a_section(void)
{
    takt_preempt_lock();
    (void)spawn(LOW, mark_name, "L");
    takt_preempt_unlock();
    mark("D");
    takt_preempt_lock();
    takt_yield();
    takt_preempt_unlock();
    mark("D");
    scenario_let_run();
    EXPECT_MARKS("D D L");
}

static void urgent(void *arg)
{
    (void)arg;
    mark("urgent");
}

static void nest(void *arg)
{
    (void)arg;
    mark("begin");
    in_urgent_handler(urgent, NULL);
    mark("end");
    (void)takt_thread_resume(arg);
}

/* A more urgent interrupt nests; threads wait until the last handler is over. */
static void handlers_nest(void)
{
    struct takt_thread *thread = spawn(HIGH, suspend_self, "H");

    in_handler(nest, thread);
    EXPECT_MARKS("H begin urgent end H");
}

SCENARIOS(SCENARIO(a_thread_suspends_itself), SCENARIO(suspensions_do_not_count),
          SCENARIO(only_a_live_thread_is_suspended), SCENARIO(a_resumed_thread_goes_to_the_tail),
          SCENARIO(a_handler_resumes), SCENARIO(a_suspended_sleeper_sleeps_on), SCENARIO(sleep_refuses),
          SCENARIO(sleep_until_does_not_drift), SCENARIO(sleepers_wake_in_order),
          SCENARIO(preemption_off_keeps_threads_away_not_handlers),
          SCENARIO(nothing_due_at_the_end_of_a_section), SCENARIO(handlers_nest));
