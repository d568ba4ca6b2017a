/*
 * Services on threads, disturbed at every step by handlers and by more urgent threads: sim only. What must hold is
 * written at each scenario.
 */
#include "every_step.h"

static struct takt_thread *target;
static struct takt_sem gate;
static int disturbed_result, result, value;
static takt_time_t opened, deadline;

static void wait_at_the_gate(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&gate, TAKT_FOREVER), 0);
    takt_thread_exit(5);
}

static void a_target(takt_prio_t priority)
{
    disturbed_result = result = 1;
    value = 0;
    EXPECT_EQ(takt_sem_init(&gate, 0, 1), 0);
    target = spawn(priority, wait_at_the_gate, NULL);
    scenario_let_run();
}

static void an_urgent_target(void)
{
    a_target(HIGH);
}

static void a_low_target(void)
{
    a_target(LOW);
}

static void open_gate(void)
{
    opened = takt_now();
    disturbed_result = takt_sem_give(&gate);
}

static void open_gate_and_join(void)
{
    if (disturbed_result == 1)
        open_gate();
    scenario_join_all();
}

static void join_target(void)
{
    deadline = takt_now() + TAKT_MS(1);
    result = takt_thread_join(target, &value, takt_at(deadline));
}

/* Whenever the target ends, its joiner learns of it, and of its value. */
static void joined_in_time(void)
{
    EXPECT_EQ(result, every_step_disturbed && opened < deadline ? 0 : -ETIMEDOUT);
    EXPECT_EQ(value, result == 0 ? 5 : 0);
    open_gate_and_join();
}

static void a_thread_ends_at_every_step_of_a_join(void)
{
    struct every_step step = {
        .setup = an_urgent_target, .operate = join_target, .disturb = open_gate, .verify = joined_in_time};

    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
    step.setup = a_low_target;
    every_step_in_a_handler(&step);
}

static void suspend_target(void)
{
    result = takt_thread_suspend(target);
}

static void resume_target(void)
{
    result = takt_thread_resume(target);
}

static void disturb_by_resuming(void)
{
    disturbed_result = takt_thread_resume(target);
}

static void disturb_by_suspending(void)
{
    disturbed_result = takt_thread_suspend(target);
}

static bool is_suspended(void)
{
    int answer = takt_thread_resume(target);

    EXPECT(answer == 0 || answer == -EALREADY);
    return answer == 0;
}

/* A resume that returned 0 has undone the suspend; one that found nothing to undo came before it. */
static void resumed_or_too_early(void)
{
    EXPECT_EQ(result, 0);
    EXPECT(disturbed_result == 0 || disturbed_result == -EALREADY || !every_step_disturbed);
    EXPECT_EQ(is_suspended(), disturbed_result != 0);
    disturbed_result = 1;
    open_gate_and_join();
}

static void a_resume_at_every_step_of_a_suspend(void)
{
    struct every_step step = {.setup = a_low_target,
                              .operate = suspend_target,
                              .disturb = disturb_by_resuming,
                              .verify = resumed_or_too_early};

    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
    step.setup = an_urgent_target;
    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
}

static void a_suspended_target(void)
{
    a_low_target();
    EXPECT_EQ(takt_thread_suspend(target), 0);
}

/* Of two resumes at least one undoes the suspension. */
static void resumed_by_one(void)
{
    EXPECT(result == 0 || disturbed_result == 0);
    EXPECT(!is_suspended());
    disturbed_result = 1;
    open_gate_and_join();
}

static void a_resume_at_every_step_of_a_resume(void)
{
    struct every_step step = {.setup = a_suspended_target,
                              .operate = resume_target,
                              .disturb = disturb_by_resuming,
                              .verify = resumed_by_one};

    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
}

/* Of two suspends, or suspend and resume by two threads, the later one counts. */
static void suspended(void)
{
    EXPECT(is_suspended());
    disturbed_result = 1;
    open_gate_and_join();
}

static void a_suspend_at_every_step_of_a_suspend(void)
{
    struct every_step step = {.setup = a_low_target,
                              .operate = suspend_target,
                              .disturb = disturb_by_suspending,
                              .verify = suspended};

    every_step_by_a_thread(&step);
}

static void move_target(void)
{
    for (takt_prio_t priority = HIGH; priority < LOWER; priority += 3)
        EXPECT_EQ(takt_thread_set_priority(target, priority), 0);
    EXPECT_EQ(takt_thread_set_threshold(target, HIGH), 0);
    EXPECT_EQ(takt_thread_set_slice(target, TAKT_MS(1)), 0);
}

static void disturb_by_moving(void)
{
    EXPECT_EQ(takt_thread_set_priority(target, LOWER), 0);
    takt_yield();
}

static void checked(void)
{
    EXPECT_EQ(takt_thread_check(target), 0);
    disturbed_result = 1;
    open_gate_and_join();
}

static void a_wake_up_at_every_step_of_a_change_of_priority(void)
{
    struct every_step step = {
        .setup = a_low_target, .operate = move_target, .disturb = disturb_by_moving, .verify = checked};

    every_step_by_a_thread(&step);
    step.disturb = disturb_by_resuming;
    every_step_in_a_handler(&step);
}

/* A suspend either comes before the end, which then waits for a resume, or finds the thread ended. */
static void suspended_or_ended(void)
{
    if (result == 0) {
        EXPECT(is_suspended());
    } else {
        EXPECT_EQ(result, -ESRCH);
        EXPECT(every_step_disturbed);
    }
    open_gate_and_join();
}

static void a_thread_ends_at_every_step_of_a_suspend(void)
{
    struct every_step step = {.setup = an_urgent_target,
                              .operate = suspend_target,
                              .disturb = open_gate,
                              .verify = suspended_or_ended};

    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
}

static void keep_to_low(void)
{
    result = takt_thread_set_threshold(target, LOW);
}

static void raise_above_low(void)
{
    EXPECT_EQ(takt_thread_set_priority(target, HIGH), 0);
}

/* A threshold below the priority that the thread has by then is refused. */
static void threshold_fits(void)
{
    EXPECT(result == 0 || (result == -EINVAL && every_step_disturbed));
    checked();
}

static void a_change_of_priority_at_every_step_of_one_of_threshold(void)
{
    struct every_step step = {
        .setup = a_low_target, .operate = keep_to_low, .disturb = raise_above_low, .verify = threshold_fits};

    every_step_by_a_thread(&step);
}

/* The run time of a thread that asks for its own never goes back, and what others take does not count. */
static takt_time_t before, after;

static void ask_run_time(void)
{
    before = takt_thread_run_time(takt_self());
    after = takt_thread_run_time(takt_self());
    result = takt_thread_run_time(takt_self()) >= after;
}

static void take_time(void)
{
    takt_work(TAKT_MS(1));
    disturbed_result = 1;
}

static void run_time_went_on(void)
{
    EXPECT(after >= before);
    EXPECT_EQ(result, 1);
    EXPECT(after - before < TAKT_MS(1));
    open_gate_and_join();
}

static void a_thread_runs_at_every_step_of_asking_for_run_time(void)
{
    struct every_step step = {
        .setup = a_low_target, .operate = ask_run_time, .disturb = take_time, .verify = run_time_went_on};

    every_step_by_a_thread(&step);
}

/* Creating, starting and ending threads, while others come and go. */
static void nothing(void *arg)
{
    (void)arg;
}

static void spawn_two(void)
{
    (void)spawn(HIGH, nothing, NULL);
    (void)spawn(LOW, nothing, NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

static void spawn_one(void)
{
    (void)spawn(HIGH, nothing, NULL);
}

static void a_start_at_every_step_of_a_start(void)
{
    struct every_step step = {
        .setup = a_low_target, .operate = spawn_two, .disturb = spawn_one, .verify = open_gate_and_join};

    every_step_by_a_thread(&step);
    step.disturb = open_gate;
    every_step_in_a_handler(&step);
}

/* A section with preemption off ends, and a thread becomes ready at every step of it. */
static void section(void)
{
    takt_preempt_lock();
    takt_preempt_lock();
    takt_preempt_unlock();
    takt_yield();
    takt_preempt_unlock();
    EXPECT(!every_step_disturbed || takt_thread_join(target, NULL, TAKT_NO_WAIT) == 0);
}

static void a_thread_is_ready_at_every_step_of_a_section(void)
{
    struct every_step step = {
        .setup = an_urgent_target, .operate = section, .disturb = open_gate, .verify = open_gate_and_join};

    every_step_in_a_handler(&step);
    every_step_by_a_thread(&step);
}

SCENARIOS(SCENARIO(a_thread_ends_at_every_step_of_a_join), SCENARIO(a_thread_ends_at_every_step_of_a_suspend),
          SCENARIO(a_change_of_priority_at_every_step_of_one_of_threshold),
          SCENARIO(a_resume_at_every_step_of_a_suspend), SCENARIO(a_resume_at_every_step_of_a_resume),
          SCENARIO(a_suspend_at_every_step_of_a_suspend),
          SCENARIO(a_wake_up_at_every_step_of_a_change_of_priority),
          SCENARIO(a_thread_runs_at_every_step_of_asking_for_run_time),
          SCENARIO(a_start_at_every_step_of_a_start), SCENARIO(a_thread_is_ready_at_every_step_of_a_section));
