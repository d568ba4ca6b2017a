/*
 * A handler that uses many objects at once, at every step of services that hold the kernel lock: sim only. What it
 * posts is matched in turn before the lock is dropped, each object once however often it was used; the checks that
 * it calls can say nothing then, and must not say that something is wrong.
 */
#include "every_step.h"

static struct takt_sem one, two;
static struct takt_event event;
static struct takt_queue queue;
static struct takt_pool pool;
static struct takt_timer timer;
static struct takt_mutex mutex;
static struct takt_cond cond;
static void *queue_store[TAKT_QUEUE_WORDS(1, 8)], *pool_store[TAKT_POOL_WORDS(1, 2)];
static struct takt_thread *suspended;
static unsigned expired_runs;

static void expired(struct takt_timer *expired_timer, void *arg)
{
    (void)expired_timer;
    (void)arg;
    expired_runs++;
}

static void take_all(void *arg)
{
    char message = 0;

    (void)arg;
    EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
    EXPECT_EQ(takt_sem_take(&one, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_sem_take(&two, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_event_wait(&event, 3, TAKT_EVENT_ALL, TAKT_FOREVER, NULL), 0);
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_FOREVER), 0);
    EXPECT_EQ(message, 'm');
}

static void setup(void)
{
    expired_runs = 0;
    EXPECT_EQ(takt_sem_init(&one, 0, 1), 0);
    EXPECT_EQ(takt_sem_init(&two, 0, 1), 0);
    EXPECT_EQ(takt_event_init(&event, 0), 0);
    EXPECT_EQ(takt_queue_init(&queue, queue_store, 1, 8), 0);
    EXPECT_EQ(takt_pool_init(&pool, pool_store, 1, 2), 0);
    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
    EXPECT_EQ(takt_mutex_init(&mutex, 0), 0);
    EXPECT_EQ(takt_cond_init(&cond), 0);
    suspended = spawn(LOW, take_all, NULL);
    scenario_let_run();
}

static void give_at_most_one(struct takt_sem *sem)
{
    int result = takt_sem_give(sem);

    EXPECT(result == 0 || result == -EOVERFLOW);
}

static void use_all(void)
{
    void *block;
    char message = 'm';

    (void)takt_thread_resume(suspended);
    for (int i = 0; i < 3; i++) {
        give_at_most_one(&one);
        give_at_most_one(&two);
    }
    EXPECT_EQ(takt_event_set(&event, 1), 0);
    EXPECT_EQ(takt_event_set(&event, 2), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_pool_alloc(&pool, &block, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(2), 0), 0);
}

static void check_all(void)
{
    EXPECT_EQ(takt_sem_check(&one), 0);
    EXPECT_EQ(takt_event_check(&event), 0);
    EXPECT_EQ(takt_queue_check(&queue), 0);
    EXPECT_EQ(takt_pool_check(&pool), 0);
    EXPECT_EQ(takt_timers_check(), 0);
    EXPECT_EQ(takt_mutex_check(&mutex), 0);
    EXPECT_EQ(takt_cond_check(&cond), 0);
    EXPECT_EQ(takt_thread_check(suspended), 0);
    EXPECT_EQ(takt_core_check(), 0);
}

static void use_and_check_all(void)
{
    use_all();
    check_all();
}

static void change_everything(void)
{
    EXPECT_EQ(takt_thread_set_priority(suspended, LOWER), 0);
    EXPECT_EQ(takt_thread_set_threshold(suspended, LOW), 0);
    EXPECT_EQ(takt_cond_signal(&cond), 0);
    EXPECT_EQ(takt_cond_broadcast(&cond), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

static void all_happened(void)
{
    if (!every_step_disturbed)
        use_all();
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0);
    EXPECT_EQ(expired_runs, 1);
    EXPECT(takt_sem_count(&one) <= 1);
    EXPECT(takt_sem_count(&two) <= 1);
    check_all();
    scenario_join_all();
    check_all();
    EXPECT_EQ(takt_queue_count(&queue), 1);
}

static void many_objects_are_posted_at_once(void)
{
    struct every_step step = {
        .setup = setup, .operate = change_everything, .disturb = use_and_check_all, .verify = all_happened};

    every_step_in_a_handler(&step);
    step.operate = check_all;
    every_step_in_a_handler(&step);
}

SCENARIOS(SCENARIO(many_objects_are_posted_at_once));
