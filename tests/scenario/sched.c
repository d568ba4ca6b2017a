/* Who runs: order in a level, yield, changes of priority, preemption thresholds. */
#include "scenario.h"

static void mark_name(void *arg)
{
    mark(arg);
}

static void mark_yield_mark(void *arg)
{
    mark(arg);
    takt_yield();
    mark(arg);
}

static void equals_run_in_turn(void)
{
    (void)spawn(LOW, mark_name, "A");
    (void)spawn(LOW, mark_name, "B");
    (void)spawn(LOW, mark_name, "C");
    scenario_let_run();
    EXPECT_MARKS("A B C");
}

static void yield_gives_way_to_equals_only(void)
{
    (void)spawn(LOWER, mark_name, "lower");
    (void)spawn(LOW, mark_yield_mark, "A");
    (void)spawn(LOW, mark_yield_mark, "B");
    scenario_let_run();
    EXPECT_MARKS("A B A B lower");
}

static void yield_alone_goes_on(void)
{
    mark("1");
    takt_yield();
    mark("2");
    EXPECT_MARKS("1 2");
}

/* One thread for each level, started in a mixed order. */
static unsigned next_level;

static void runs_in_order(void *arg)
{
    (void)arg;
    EXPECT(takt_thread_priority(takt_self()) >= next_level);
    next_level = takt_thread_priority(takt_self()) + 1u;
}

static void every_level_runs_in_order(void)
{
    for (unsigned round = 0; round < CONFIG_TAKT_LEVELS; round += SCENARIO_WORKERS) {
        next_level = 0;
        takt_preempt_lock();
        for (unsigned i = 0; i < SCENARIO_WORKERS; i++) {
            unsigned level = round + (i * 5 + 3) % SCENARIO_WORKERS;

            if (level < CONFIG_TAKT_LEVELS)
                (void)spawn((takt_prio_t)level, runs_in_order, NULL);
        }
        takt_preempt_unlock();
        scenario_join_all();
    }
}

/* Preempted, a thread keeps its place: it goes on before its equals. */
static void start_high(void *arg)
{
    mark(arg);
    (void)spawn(HIGH, mark_name, "H");
    mark(arg);
}

static void a_preempted_thread_goes_on_first(void)
{
    (void)spawn(LOW, start_high, "A");
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("A H A B");
}

static void raised_to_the_tail_lowered_to_the_head(void)
{
    struct takt_thread *a = spawn(LOW, mark_name, "A"), *b = spawn(LOW + 1, mark_name, "B");

    EXPECT_EQ(takt_thread_set_priority(b, LOW), 0);
    scenario_let_run();
    EXPECT_MARKS("A B");
    scenario_join_all();
    a = spawn(LOW, mark_name, "A");
    b = spawn(LOW + 1, mark_name, "B");
    EXPECT_EQ(takt_thread_set_priority(a, LOW + 1), 0);
    EXPECT_EQ(takt_thread_priority(a), LOW + 1);
    scenario_let_run();
    EXPECT_MARKS("A B");
    scenario_join_all();
    a = spawn(LOW, mark_name, "A");
    b = spawn(LOW + 1, mark_name, "B");
    EXPECT_EQ(takt_thread_set_priority(b, LOW - 1), 0);
    scenario_let_run();
    EXPECT_MARKS("B A");
}

static void lower_self(void *arg)
{
    mark(arg);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOWER), 0);
    mark(arg);
}

static void a_changed_priority_counts_at_once(void)
{
    struct takt_thread *low = spawn(LOW, mark_name, "L");

    EXPECT_EQ(takt_thread_set_priority(low, HIGH), 0);
    EXPECT_MARKS("L");
    (void)spawn(LOW, lower_self, "A");
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("A B A");
    if (CONFIG_TAKT_LEVELS < 256)
        EXPECT_EQ(takt_thread_set_priority(takt_self(), (takt_prio_t)CONFIG_TAKT_LEVELS), -EINVAL);
}

static void a_priority_before_start_counts_at_the_start(void)
{
    struct takt_thread *thread =
        prepare((struct takt_thread_attr){.priority = LOW, .entry = mark_name, .arg = ARG("H")});

    EXPECT_EQ(takt_thread_set_priority(thread, HIGH), 0);
    EXPECT_EQ(takt_thread_set_threshold(thread, HIGHER), 0);
    EXPECT_EQ(takt_thread_set_slice(thread, TAKT_MS(1)), 0);
    EXPECT_EQ(takt_thread_start(thread), 0);
    EXPECT_MARKS("H");
    thread = spawn(LOW, mark_name, "L");
    EXPECT_EQ(takt_thread_set_threshold(thread, HIGH), 0); /* ready, and not begun */
    EXPECT_MARKS("");
}

/* Preemption thresholds. The body of a thread of priority LOW with threshold HIGH. */

static struct takt_thread_attr guarded(void (*entry)(void *), void *arg)
{
    return (struct takt_thread_attr){
        .priority = LOW, .has_threshold = true, .threshold = HIGH, .entry = entry, .arg = arg};
}

static void start_around(void *arg)
{
    EXPECT_EQ(takt_core_check(), 0);
    (void)spawn(HIGH + 1, mark_name, "below");
    (void)spawn(HIGH, mark_name, "equal");
    mark(arg);
    (void)spawn(HIGH - 1, mark_name, "above");
    mark(arg);
}

static void only_above_the_threshold_preempts(void)
{
    (void)spawn_with(guarded(start_around, ARG("T")));
    mark("D");
    scenario_let_run();
    EXPECT_MARKS("D T above T equal below");
}

static void yield_and_start_around(void *arg)
{
    takt_yield();
    start_around(arg);
}

/* Yielding to nobody leaves the thread running, and so guarded. */
static void the_threshold_holds_after_a_yield(void)
{
    (void)spawn_with(guarded(yield_and_start_around, ARG("T")));
    scenario_let_run();
    EXPECT_MARKS("T above T equal below");
}

static void yield_to_equals_of_the_priority(void *arg)
{
    (void)spawn(LOW, mark_name, "equal");
    (void)spawn(LOW - 1, mark_name, "above");
    mark(arg);
    takt_yield();
    mark(arg);
}

/* A thread that yields stands at its priority: all that its threshold kept off may run. */
static void yield_gives_up_the_threshold(void)
{
    (void)spawn_with(guarded(yield_to_equals_of_the_priority, ARG("T")));
    scenario_let_run();
    EXPECT_MARKS("T above equal T");
}

static void sleep_and_start_around(void *arg)
{
    EXPECT_EQ(takt_sleep(TAKT_US(100)), 0);
    start_around(arg);
}

static void the_threshold_holds_again_after_a_wait(void)
{
    struct takt_thread *thread = spawn_with(guarded(sleep_and_start_around, ARG("T")));

    EXPECT_EQ(takt_thread_join(thread, NULL, TAKT_S(1)), 0);
    scenario_let_run();
    EXPECT_MARKS("T above T equal below");
}

/* Waiting to run, a thread has its priority only. */
static void a_thread_that_has_not_begun_has_no_threshold(void)
{
    (void)spawn_with(guarded(mark_name, ARG("T")));
    (void)spawn(LOW - 1, mark_name, "A");
    scenario_let_run();
    EXPECT_MARKS("A T");
}

static void raise_self_and_start_around(void *arg)
{
    EXPECT_EQ(takt_thread_set_threshold(takt_self(), LOW + 1), -EINVAL);
    EXPECT_EQ(takt_thread_set_threshold(takt_self(), HIGH), 0);
    start_around(arg);
    EXPECT_EQ(takt_thread_set_threshold(takt_self(), LOW), 0);
    mark(arg);
}

static void a_running_thread_changes_its_threshold(void)
{
    (void)spawn(LOW, raise_self_and_start_around, "T");
    scenario_let_run();
    EXPECT_MARKS("T above T equal below T");
}

static void raise_priority_below_the_threshold(void *arg)
{
    (void)spawn(HIGH, mark_name, "equal");
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOW - 2), 0);
    mark(arg);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOW), 0);
    mark(arg);
}

static void a_new_priority_below_the_threshold_changes_nothing(void)
{
    (void)spawn_with(guarded(raise_priority_below_the_threshold, ARG("T")));
    scenario_let_run();
    EXPECT_MARKS("T T equal");
}

static void the_threshold_follows_the_priority(void)
{
    struct takt_thread *thread =
        prepare((struct takt_thread_attr){.priority = LOW, .entry = mark_name, .arg = ARG("A")});

    EXPECT_EQ(takt_thread_set_priority(thread, HIGH), 0);
    EXPECT_EQ(thread->threshold, HIGH);
    EXPECT_EQ(takt_thread_set_priority(thread, LOW), 0);
    EXPECT_EQ(thread->threshold, LOW);
    EXPECT_EQ(takt_thread_set_threshold(thread, HIGH), 0);
    EXPECT_EQ(takt_thread_set_priority(thread, LOWER), 0);
    EXPECT_EQ(thread->threshold, HIGH);
    EXPECT_EQ(takt_thread_set_priority(thread, HIGHER), 0);
    EXPECT_EQ(thread->threshold, HIGHER);
    EXPECT_EQ(takt_thread_start(thread), 0);
    EXPECT_MARKS("A");
}

static struct takt_sem sem;

static void take_and_mark(void *arg)
{
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), 0);
    mark(arg);
}

static void give_twice(void *arg)
{
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), -EAGAIN);
    mark(arg);
}

/* The grant is the waiter's although it may not run yet. */
static void a_grant_below_the_threshold_is_kept(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    (void)spawn(LOW - 1, take_and_mark, "W");
    (void)spawn_with(guarded(give_twice, ARG("T")));
    scenario_let_run();
    EXPECT_MARKS("T W");
}

SCENARIOS(SCENARIO(equals_run_in_turn), SCENARIO(yield_gives_way_to_equals_only),
          SCENARIO(yield_alone_goes_on), SCENARIO(every_level_runs_in_order),
          SCENARIO(a_preempted_thread_goes_on_first), SCENARIO(raised_to_the_tail_lowered_to_the_head),
          SCENARIO(a_changed_priority_counts_at_once), SCENARIO(a_priority_before_start_counts_at_the_start),
          SCENARIO(only_above_the_threshold_preempts), SCENARIO(the_threshold_holds_after_a_yield),
          SCENARIO(yield_gives_up_the_threshold), SCENARIO(the_threshold_holds_again_after_a_wait),
          SCENARIO(a_thread_that_has_not_begun_has_no_threshold),
          SCENARIO(a_running_thread_changes_its_threshold),
          SCENARIO(a_new_priority_below_the_threshold_changes_nothing),
          SCENARIO(the_threshold_follows_the_priority), SCENARIO(a_grant_below_the_threshold_is_kept));
