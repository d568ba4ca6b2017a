/*
 * Mutexes and conditions, with a more urgent thread at every step of an operation: sim only. At the end nobody owns
 * or waits, every effective priority is the base, and what was woken was told the truth.
 */
#include "every_step.h"

static struct takt_mutex a, b;
static struct takt_cond cond;
static bool ready;

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&a, TAKT_MUTEX_RECURSIVE), 0);
    EXPECT_EQ(takt_mutex_init(&b, 0), 0);
    EXPECT_EQ(takt_cond_init(&cond), 0);
    ready = false;
}

static void lock(struct takt_mutex *mutex)
{
    int result = takt_mutex_lock(mutex, TAKT_FOREVER);

    EXPECT(result == 0 || result == -EIDRM);
}

/* After a deletion the owner is none. */
static void unlock(struct takt_mutex *mutex)
{
    int result = takt_mutex_unlock(mutex);

    EXPECT(result == 0 || result == -EPERM);
}

static void nobody_owns(void)
{
    scenario_join_all();
    EXPECT(takt_mutex_owner(&a) == NULL);
    EXPECT(takt_mutex_owner(&b) == NULL);
    EXPECT_EQ(takt_mutex_check(&a), 0);
    EXPECT_EQ(takt_mutex_check(&b), 0);
    EXPECT_EQ(takt_cond_check(&cond), 0);
    EXPECT_EQ(takt_thread_effective_priority(takt_self()), SCENARIO_PRIORITY);
}

static void use_a(void)
{
    lock(&a);
    unlock(&a);
}

static void use_both(void)
{
    lock(&a);
    lock(&b);
    unlock(&a);
    unlock(&b);
}

static void use_a_twice(void)
{
    lock(&a);
    lock(&a);
    unlock(&a);
    unlock(&a);
}

static void try_a(void)
{
    if (takt_mutex_lock(&a, TAKT_US(2)) == 0)
        unlock(&a);
}

static void drop_a(void)
{
    EXPECT_EQ(takt_mutex_delete(&a), 0);
}

static void low_owner(void *arg)
{
    (void)arg;
    lock(&a);
    takt_work(TAKT_US(10));
    unlock(&a);
}

/* A less urgent thread owns a when the operation begins. */
static void owned(void)
{
    init();
    (void)spawn(LOW, low_owner, NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(5)), 0);
}

static void mutexes_preempted_at_every_step(void)
{
    static void (*const setups[])(void) = {init, owned};
    static void (*const operations[])(void) = {use_a, use_both, use_a_twice, try_a, drop_a};
    struct every_step step = {.verify = nobody_owns};

    for (unsigned i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        step.setup = setups[i];
        for (unsigned j = 0; j < sizeof operations / sizeof operations[0]; j++) {
            step.operate = operations[j];
            for (unsigned k = 0; k < sizeof operations / sizeof operations[0]; k++) {
                step.disturb = operations[k];
                every_step_by_a_thread(&step);
            }
        }
    }
}

static void wait_until_ready(void)
{
    takt_deadline_t deadline = takt_at(takt_now() + TAKT_US(30));
    int result = 0;

    lock(&a);
    while (!ready && result == 0)
        result = takt_cond_wait(&cond, &a, deadline);
    EXPECT(result == 0 ? ready : result == -ETIMEDOUT);
    EXPECT(takt_mutex_owner(&a) == takt_self());
    unlock(&a);
}

static void make_ready(void)
{
    lock(&a);
    ready = true;
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    unlock(&a);
}

static void make_all_ready(void)
{
    lock(&a);
    ready = true;
    unlock(&a);
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
}

static void waits(void *arg)
{
    (void)arg;
    wait_until_ready();
}

static void waiters(void)
{
    init();
    (void)spawn(HIGH, waits, NULL);
    (void)spawn(LOW, waits, NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0);
}

static void conditions_preempted_at_every_step(void)
{
    static void (*const setups[])(void) = {init, waiters};
    static void (*const operations[])(void) = {wait_until_ready, make_ready, make_all_ready, use_both};
    struct every_step step = {.verify = nobody_owns};

    for (unsigned i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        step.setup = setups[i];
        for (unsigned j = 0; j < sizeof operations / sizeof operations[0]; j++) {
            step.operate = operations[j];
            for (unsigned k = 0; k < sizeof operations / sizeof operations[0]; k++) {
                step.disturb = operations[k];
                every_step_by_a_thread(&step);
            }
        }
    }
}

/* A signal before the deadline is not lost. */
static takt_time_t deadline, signalled;
static int result;

static void wait_once(void)
{
    deadline = takt_now() + TAKT_US(30);
    signalled = INT64_MAX;
    lock(&a);
    result = ready ? 0 : takt_cond_wait(&cond, &a, takt_at(deadline));
    unlock(&a);
}

static void signal_once(void)
{
    lock(&a);
    ready = true;
    signalled = takt_now();
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    unlock(&a);
}

static void signal_arrived(void)
{
    EXPECT(result == 0 || signalled >= deadline);
    nobody_owns();
}

static void a_signal_at_every_step_of_a_wait(void)
{
    struct every_step step = {
        .setup = init, .operate = wait_once, .disturb = signal_once, .verify = signal_arrived};

    every_step_by_a_thread(&step);
}

SCENARIOS(SCENARIO(mutexes_preempted_at_every_step), SCENARIO(conditions_preempted_at_every_step),
          SCENARIO(a_signal_at_every_step_of_a_wait));
