/* The life of a thread: creation, start, end, joining, and what is a thread's own. */
#include "scenario.h"

#include <string.h>

static struct takt_thread spare;
static void *spare_stack[TAKT_STACK_MIN / sizeof(void *)];

static void mark_name(void *arg)
{
    mark(arg);
}

static struct takt_thread_attr spare_attr(void)
{
    return (struct takt_thread_attr){.entry = mark_name,
                                     .arg = ARG("spare"),
                                     .stack = spare_stack,
                                     .stack_size = sizeof spare_stack,
                                     .priority = LOW};
}

static void create_refuses(void)
{
    struct takt_thread_attr attr = spare_attr();

    attr.entry = NULL;
    EXPECT_EQ(takt_thread_create(&spare, &attr), -EINVAL);
    attr = spare_attr();
    attr.stack = NULL;
    EXPECT_EQ(takt_thread_create(&spare, &attr), -EINVAL);
    attr = spare_attr();
    attr.priority = CONFIG_TAKT_LEVELS - 1;
    EXPECT_EQ(takt_thread_create(&spare, &attr), 0);
    EXPECT_EQ(takt_thread_start(&spare), 0);
    EXPECT_EQ(takt_thread_join(&spare, NULL, TAKT_FOREVER), 0);
    attr.priority = (takt_prio_t)CONFIG_TAKT_LEVELS;
    if (CONFIG_TAKT_LEVELS < 256)
        EXPECT_EQ(takt_thread_create(&spare, &attr), -EINVAL);
    attr = spare_attr();
    attr.has_threshold = true;
    attr.threshold = LOW + 1;
    EXPECT_EQ(takt_thread_create(&spare, &attr), -EINVAL);
    attr = spare_attr();
    attr.slice = -1;
    EXPECT_EQ(takt_thread_create(&spare, &attr), -EINVAL);
    attr = spare_attr();
    attr.stack_size = TAKT_STACK_MIN - 1;
    EXPECT_EQ(takt_thread_create(&spare, &attr), -ENOSPC);
    EXPECT_MARKS("spare");
}

static void a_started_thread_runs_by_its_priority(void)
{
    struct takt_thread *high =
        prepare((struct takt_thread_attr){.priority = HIGH, .entry = mark_name, .arg = ARG("H")});
    struct takt_thread *low =
        prepare((struct takt_thread_attr){.priority = LOW, .entry = mark_name, .arg = ARG("L")});

    EXPECT_EQ(takt_thread_start(low), 0);
    EXPECT_EQ(takt_thread_start(low), -EALREADY);
    mark("D");
    EXPECT_EQ(takt_thread_start(high), 0);
    EXPECT_EQ(takt_thread_start(high), -EALREADY);
    mark("D");
    scenario_let_run();
    EXPECT_MARKS("D H D L");
}

static void exit_with(void *arg)
{
    takt_thread_exit(*(const int *)arg);
}

static void the_exit_value_reaches_every_join(void)
{
    static int value = -7;
    int got = 0;
    struct takt_thread *thread = spawn(LOW, exit_with, &value);

    EXPECT_EQ(takt_thread_join(thread, &got, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(got, 0);
    EXPECT_EQ(takt_thread_join(thread, &got, TAKT_S(1)), 0);
    EXPECT_EQ(got, -7);
    got = 0;
    EXPECT_EQ(takt_thread_join(thread, &got, TAKT_NO_WAIT), 0);
    EXPECT_EQ(got, -7);
    EXPECT_EQ(takt_thread_join(thread, NULL, TAKT_FOREVER), 0);
}

static void return_is_exit_0(void)
{
    int got = 1;
    struct takt_thread *thread = spawn(HIGH, mark_name, "H");

    EXPECT_EQ(takt_thread_join(thread, &got, TAKT_NO_WAIT), 0);
    EXPECT_EQ(got, 0);
    EXPECT_MARKS("H");
}

/** A thread that joins another. */
struct joiner {
    const char *name;
    struct takt_thread *target;
    int result, value;
};

static void join(void *arg)
{
    struct joiner *joiner = arg;

    joiner->result = takt_thread_join(joiner->target, &joiner->value, TAKT_FOREVER);
    mark(joiner->name);
}

static void several_threads_join_the_same(void)
{
    static int value = 3;
    struct takt_thread *target = spawn(LOWER, exit_with, &value);
    struct joiner a = {.name = "A", .target = target}, b = {.name = "B", .target = target},
                  c = {.name = "C", .target = target};

    (void)spawn(LOW, join, &a);
    (void)spawn(HIGH, join, &b);
    (void)spawn(LOW, join, &c);
    scenario_let_run();
    EXPECT_MARKS("B A C");
    EXPECT_EQ(a.result | b.result | c.result, 0);
    EXPECT_EQ(a.value + b.value + c.value, 9);
}

static void join_in_a_handler(void *arg)
{
    int value = -1, result = takt_thread_join(arg, &value, TAKT_NO_WAIT);

    EXPECT_EQ(result, value == 0 ? 0 : -EAGAIN);
    EXPECT_EQ(takt_thread_join(takt_self(), NULL, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_thread_join(takt_self(), NULL, TAKT_FOREVER), -EPERM);
}

static void join_refuses(void)
{
    struct takt_thread *target = spawn(LOW, mark_name, "L");

    EXPECT_EQ(takt_thread_join(takt_self(), NULL, TAKT_FOREVER), -EDEADLK);
    EXPECT_EQ(takt_thread_join(takt_self(), NULL, TAKT_NO_WAIT), -EDEADLK);
    takt_preempt_lock();
    EXPECT_EQ(takt_thread_join(target, NULL, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_thread_join(target, NULL, TAKT_NO_WAIT), -EAGAIN);
    takt_preempt_unlock();
    in_handler(join_in_a_handler, target);
    EXPECT_EQ(takt_thread_join(target, NULL, TAKT_FOREVER), 0);
    in_handler(join_in_a_handler, target);
    EXPECT_MARKS("L");
}

/* The memory of a joined thread and its stack belongs to the joiner at once. */
static void a_joined_thread_may_be_made_anew(void)
{
    struct takt_thread_attr attr = spare_attr();

    for (int i = 0; i < 3; i++) {
        EXPECT_EQ(takt_thread_create(&spare, &attr), 0);
        EXPECT_EQ(takt_thread_start(&spare), 0);
        EXPECT_EQ(takt_thread_join(&spare, NULL, TAKT_FOREVER), 0);
        memset(&spare, 0x55, sizeof spare);
        memset(spare_stack, 0x55, sizeof spare_stack);
        EXPECT_EQ(takt_core_check(), 0);
    }
    EXPECT_MARKS("spare spare spare");
}

static void see_interrupted(void *arg)
{
    EXPECT(takt_self() == arg);
    EXPECT(takt_in_handler());
    EXPECT_EQ(takt_thread_priority(arg), SCENARIO_PRIORITY);
    EXPECT_EQ(takt_thread_effective_priority(arg), SCENARIO_PRIORITY);
    EXPECT(strcmp(takt_thread_name(arg), "driver") == 0);
}

static void who_am_i(void *arg)
{
    *(struct takt_thread **)arg = takt_self();
}

static void self_name_and_priority(void)
{
    struct takt_thread *seen = NULL, *thread = spawn(HIGH, who_am_i, &seen);

    EXPECT(seen == thread);
    EXPECT(strcmp(takt_thread_name(thread), "thread") == 0);
    EXPECT(!takt_in_handler());
    EXPECT_EQ(takt_thread_priority(takt_self()), SCENARIO_PRIORITY);
    in_handler(see_interrupted, takt_self());
    EXPECT_EQ(takt_core_id(), 0);
    EXPECT(takt_core_count() >= 1);
}

static void set_errno(void *arg)
{
    EXPECT_EQ(*takt_errno(), 0);
    *takt_errno() = *(const int *)arg;
    takt_yield();
    EXPECT_EQ(*takt_errno(), *(const int *)arg);
}

static void each_thread_has_its_own_errno(void)
{
    static int one = 1, two = 2;

    *takt_errno() = 9;
    (void)spawn(LOW, set_errno, &one);
    (void)spawn(LOW, set_errno, &two);
    scenario_let_run();
    EXPECT_EQ(*takt_errno(), 9);
    *takt_errno() = 0;
}

static void work_1_ms(void *arg)
{
    (void)arg;
    takt_work(TAKT_MS(1));
}

static void run_time_counts_a_threads_own_time(void)
{
    takt_time_t before = takt_thread_run_time(takt_self()), own;
    struct takt_thread *thread = spawn(HIGH, work_1_ms, NULL);

    own = takt_thread_run_time(takt_self()) - before;
    if (!CONFIG_TAKT_RUN_TIME) {
        EXPECT_EQ(own | takt_thread_run_time(thread), 0);
        return;
    }
    EXPECT_TIME(takt_thread_run_time(thread), scenario_exact_time() ? TAKT_MS(1) : 1, TAKT_US(10));
    EXPECT_TIME(own, 0, TAKT_US(20));
    before = takt_thread_run_time(takt_self());
    scenario_spend(TAKT_MS(1));
    EXPECT_TIME(takt_thread_run_time(takt_self()), before + TAKT_MS(1), TAKT_US(20));
}

static void use_stack(void *arg)
{
    volatile char bytes[TAKT_STACK_MIN / 4];

    (void)arg;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)i;
    EXPECT(bytes[sizeof bytes - 1] != 1);
}

static void unused_stack_is_measured(void)
{
    struct takt_thread *thread = prepare((struct takt_thread_attr){.priority = LOW, .entry = use_stack});
    long fresh = takt_thread_stack_unused(thread), used;

    EXPECT_EQ(takt_thread_start(thread), 0);
    scenario_let_run();
    used = takt_thread_stack_unused(thread);
    if (!CONFIG_TAKT_STACK_FILL) {
        EXPECT_EQ(used, -ENOTSUP);
        return;
    }
    EXPECT(fresh > TAKT_STACK_MIN / 2);
    EXPECT(fresh <= TAKT_STACK_MIN);
    EXPECT(used > 0);
    EXPECT(used + TAKT_STACK_MIN / 8 <= fresh);
}

static void check_finds_a_broken_thread(void)
{
    struct takt_thread *thread = prepare((struct takt_thread_attr){.priority = LOW, .entry = mark_name});
    struct takt_thread broken = *thread;

    EXPECT_EQ(takt_thread_check(&broken), 0);
    broken.effective--;
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    broken = *thread;
    broken.threshold = LOW + 1;
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    broken = *thread;
    broken.waiting_in = &broken.joiners;
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    broken = *thread;
    broken.timeout.armed = true;
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    broken = *thread;
    broken.blocked_on = &(struct takt_mutex){.depth = 0};
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    broken = *takt_self();
    broken.level++;
    EXPECT_EQ(takt_thread_check(&broken), -EFAULT);
    EXPECT_EQ(takt_thread_start(thread), 0);
}

void scenario_before_start(void)
{
    struct takt_thread_attr attr = spare_attr();

    EXPECT(takt_self() == NULL);
    EXPECT(!takt_in_handler());
    EXPECT_EQ(takt_thread_create(&spare, &attr), 0);
    EXPECT_EQ(takt_thread_join(&spare, NULL, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_thread_join(&spare, NULL, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_thread_start(&spare), 0);
    EXPECT_EQ(takt_thread_start(&spare), -EALREADY);
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), -EPERM);
    *takt_errno() = 5;
    EXPECT_EQ(takt_core_check(), 0);
}

static void threads_of_before_start_run(void)
{
    EXPECT_EQ(takt_thread_join(&spare, NULL, TAKT_FOREVER), 0);
    EXPECT_MARKS("spare");
}

SCENARIOS(SCENARIO(threads_of_before_start_run), SCENARIO(create_refuses),
          SCENARIO(a_started_thread_runs_by_its_priority), SCENARIO(the_exit_value_reaches_every_join),
          SCENARIO(return_is_exit_0), SCENARIO(several_threads_join_the_same), SCENARIO(join_refuses),
          SCENARIO(a_joined_thread_may_be_made_anew), SCENARIO(self_name_and_priority),
          SCENARIO(each_thread_has_its_own_errno), SCENARIO(run_time_counts_a_threads_own_time),
          SCENARIO(unused_stack_is_measured), SCENARIO(check_finds_a_broken_thread));
