/*
 * Slices: the time that threads of one level run.
 *
 * Workers count what they run in steps of takt_work(). Where time is exact so are the shares, up to one step and
 * the cost of the switches; elsewhere only the order of the shares and that everybody runs is expected.
 */
#include "scenario.h"

#define STEP TAKT_US(100)

/** A thread that works until told to stop. */
struct worker {
    const char *name;
    takt_time_t done;
};

static volatile bool stop;
static struct worker workers[4];

static void work(void *arg)
{
    struct worker *worker = arg;

    while (!stop) {
        takt_work(STEP);
        worker->done += STEP;
    }
}

static struct takt_thread *start(unsigned number, takt_time_t slice)
{
    workers[number].done = 0;
    return spawn_with(
        (struct takt_thread_attr){.priority = LOW, .entry = work, .arg = &workers[number], .slice = slice});
}

static void run_for(takt_time_t time)
{
    stop = false;
    EXPECT_EQ(takt_sleep(time), 0);
    stop = true;
    scenario_join_all();
}

static void without_slices_the_first_runs(void)
{
    (void)start(0, 0);
    (void)start(1, 0);
    run_for(TAKT_MS(20));
    EXPECT(workers[0].done > 0);
    EXPECT_TIME(workers[1].done, 0, STEP);
}

static void shares_are_weighted(void)
{
    static const unsigned weights[] = {25, 10, 10, 55};

    for (unsigned i = 0; i < 4; i++)
        (void)start(i, weights[i] * TAKT_US(100));
    run_for(TAKT_MS(100)); /* 10 rounds */
    for (unsigned i = 0; i < 4; i++) {
        EXPECT(workers[i].done > 0);
        EXPECT(!scenario_exact_time() || workers[i].done >= weights[i] * TAKT_US(980));
        EXPECT(!scenario_exact_time() || workers[i].done <= weights[i] * TAKT_US(1020));
    }
}

static void mark_name(void *arg)
{
    mark(arg);
}

/** Run for some time, then leave a mark. */
struct runner {
    const char *name;
    takt_time_t time;
};

static void run_then_mark(void *arg)
{
    const struct runner *runner = arg;

    takt_work(runner->time);
    mark(runner->name);
}

static struct takt_thread *spawn_runner(struct runner *runner, takt_time_t slice)
{
    return spawn_with(
        (struct takt_thread_attr){.priority = LOW, .entry = run_then_mark, .arg = runner, .slice = slice});
}

/*
 * A needs two shares less a little, B one. A thread above takes the processor in A's second share; if that share
 * began anew each time, or A went to the tail, B would not be the second to finish.
 */
static void an_interrupted_share_is_resumed(void)
{
    struct runner a = {"A", TAKT_MS(18)}, b = {"B", TAKT_MS(12)}, h = {"H", TAKT_MS(3)};

    if (!scenario_exact_time())
        return;
    (void)spawn_runner(&a, TAKT_MS(10));
    (void)spawn_runner(&b, TAKT_MS(10));
    for (int i = 0; i < 4; i++) {
        EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
        takt_work(h.time);
    }
    /* A has had 8 ms of its 10 */
    EXPECT_MARKS("");
    EXPECT_EQ(takt_sleep(TAKT_US(2100)), 0);
    mark("A's share is over");
    EXPECT_EQ(takt_sleep(TAKT_US(9000)), 0);
    EXPECT_MARKS("A's share is over");
    scenario_join_all();
    EXPECT_MARKS("A B");
}

/* A thread that blocks begins a whole share when it comes back. */
static void sleep_between(void *arg)
{
    const struct runner *runner = arg;

    takt_work(TAKT_MS(9));
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    takt_work(TAKT_MS(9));
    mark(runner->name);
}

static void a_wait_begins_a_whole_share(void)
{
    struct runner a = {"A", 0}, b = {"B", TAKT_MS(1)};

    if (!scenario_exact_time())
        return;
    (void)spawn_with(
        (struct takt_thread_attr){.priority = LOW, .entry = sleep_between, .arg = &a, .slice = TAKT_MS(10)});
    EXPECT_EQ(takt_sleep(TAKT_MS(8)),
              0); /* preempts A with 2 ms left, which must not be what it comes back with */
    EXPECT_EQ(takt_sleep(TAKT_US(2200)), 0);
    (void)spawn_runner(&b, 0);
    scenario_join_all();
    EXPECT_MARKS("A B");
}

static void yield_between(void *arg)
{
    const struct runner *runner = arg;

    takt_work(TAKT_MS(9));
    takt_yield();
    takt_work(TAKT_MS(9));
    mark(runner->name);
}

static void a_yield_begins_a_whole_share(void)
{
    struct runner a = {"A", 0}, b = {"B", TAKT_MS(1)};

    if (!scenario_exact_time())
        return;
    (void)spawn_with(
        (struct takt_thread_attr){.priority = LOW, .entry = yield_between, .arg = &a, .slice = TAKT_MS(10)});
    EXPECT_EQ(takt_sleep(TAKT_US(9500)), 0);
    (void)spawn_runner(&b, 0);
    scenario_join_all();
    EXPECT_MARKS("A B");
}

static void set_slice(void)
{
    struct takt_thread *a = start(0, 0);

    (void)start(1, 0);
    EXPECT_EQ(takt_thread_set_slice(a, -1), -EINVAL);
    EXPECT_EQ(takt_thread_set_slice(a, TAKT_MS(2)), 0);
    run_for(TAKT_MS(20));
    /* A's share ends, B has none and keeps the processor */
    EXPECT_TIME(workers[0].done, scenario_exact_time() ? TAKT_MS(2) : STEP, 2 * STEP);
    EXPECT(workers[1].done > 0);
}

/* Taken back while it runs, before it is over. */
static void set_own_slice(void *arg)
{
    EXPECT_EQ(takt_thread_set_slice(takt_self(), scenario_soon()), 0);
    EXPECT_EQ(takt_thread_set_slice(takt_self(), 0), 0);
    scenario_spend(2 * scenario_soon());
    mark(arg);
}

static void no_slice_any_more(void)
{
    (void)spawn(LOW, set_own_slice, "A");
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("A B");
}

static void spend_then_mark(void *arg)
{
    scenario_spend(TAKT_MS(4));
    mark(arg);
}

/* Its equals may not preempt a thread that runs above its priority. */
static void a_thread_above_its_priority_is_not_sliced(void)
{
    (void)spawn_with((struct takt_thread_attr){.priority = LOW,
                                               .has_threshold = true,
                                               .threshold = HIGH,
                                               .entry = spend_then_mark,
                                               .arg = ARG("A"),
                                               .slice = TAKT_MS(1)});
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("A B");
}

/* Where time is real the machine takes the processor away for a while, and interrupts are late: a share is longer then. */
static takt_time_t long_share(void)
{
    return scenario_exact_time() ? TAKT_MS(2) : TAKT_MS(40);
}

/* The share ends while nobody may take the processor: the switch is made up for. */
static void end_in_a_section(void *arg)
{
    takt_preempt_lock();
    scenario_spend(2 * long_share());
    mark(arg);
    takt_preempt_unlock();
    mark(arg);
}

static void a_share_that_ends_with_preemption_off(void)
{
    (void)spawn_with((struct takt_thread_attr){
        .priority = LOW, .entry = end_in_a_section, .arg = ARG("A"), .slice = long_share()});
    (void)spawn(LOW, mark_name, "B");
    scenario_let_run();
    EXPECT_MARKS("A B A");
}

/* Alone in its level a thread goes on, and its threshold too. */
static void threshold_after_a_share(void *arg)
{
    scenario_spend(TAKT_MS(4));
    EXPECT_EQ(takt_thread_set_threshold(takt_self(), HIGH), 0);
    (void)spawn(HIGH, mark_name, "equal");
    mark(arg);
}

static void alone_in_a_level_shares_change_nothing(void)
{
    (void)spawn_with((struct takt_thread_attr){
        .priority = LOW, .entry = threshold_after_a_share, .arg = ARG("A"), .slice = TAKT_MS(1)});
    scenario_let_run();
    EXPECT_MARKS("A equal");
}

/* A share begins with the yield, though there is nobody to give way to, and not with the next interrupt of the timer. */
static void yield_to_nobody(void *arg)
{
    takt_work(TAKT_MS(1));
    takt_yield();
    (void)spawn(LOW, mark_name, "B");
    takt_work(TAKT_MS(14));
    mark(arg);
}

static void a_yield_to_nobody_begins_a_share(void)
{
    if (!scenario_exact_time())
        return;
    (void)spawn_with((struct takt_thread_attr){
        .priority = LOW, .entry = yield_to_nobody, .arg = ARG("A"), .slice = TAKT_MS(10)});
    scenario_join_all();
    EXPECT_MARKS("B A");
}

SCENARIOS(SCENARIO(without_slices_the_first_runs), SCENARIO(shares_are_weighted),
          SCENARIO(an_interrupted_share_is_resumed), SCENARIO(a_wait_begins_a_whole_share),
          SCENARIO(a_yield_begins_a_whole_share), SCENARIO(set_slice), SCENARIO(no_slice_any_more),
          SCENARIO(a_thread_above_its_priority_is_not_sliced),
          SCENARIO(a_share_that_ends_with_preemption_off), SCENARIO(alone_in_a_level_shares_change_nothing),
          SCENARIO(a_yield_to_nobody_begins_a_share));
