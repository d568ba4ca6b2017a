/*
 * A wake-up that comes at any time while a thread goes to wait, by real interrupts where the board has them.
 *
 * A timer is started for a delay that grows in small steps, then the thread waits for what the timer's function
 * gives, or for the end of a thread that it makes ready. So the interrupt falls into each part of the wait in turn,
 * instructions without a choice point of sim included. No wake-up may be lost: every wait ends with 0, though it
 * has seconds to go.
 */
#include "scenario.h"

#define STEP  TAKT_NS(10)
#define STEPS 1000

static struct takt_sem sem, gate;
static struct takt_event event;
static struct takt_queue queue;
static struct takt_pool pool;
static void *queue_store[TAKT_QUEUE_WORDS(sizeof(int), 1)], *pool_store[TAKT_POOL_WORDS(8, 1)];
static void *block;
static struct takt_thread *target;

static void give_sem(struct takt_timer *timer, void *arg)
{
    (void)timer;
    EXPECT_EQ(takt_sem_give(arg), 0);
}

static void set_event(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    EXPECT_EQ(takt_event_set(&event, 1), 0);
}

static void send(struct takt_timer *timer, void *arg)
{
    static const int message = 7;

    (void)timer;
    (void)arg;
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
}

static void free_block(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    EXPECT_EQ(takt_pool_free(&pool, block), 0);
}

static void resume(struct takt_timer *timer, void *arg)
{
    if (takt_thread_resume(arg) == -EALREADY) /* not suspended yet: again, a little later */
        EXPECT_EQ(takt_timer_start(timer, TAKT_US(200), 0), 0);
}

static int take(void)
{
    return takt_sem_take(&sem, TAKT_S(5));
}

static int wait_for_event(void)
{
    return takt_event_wait(&event, 1, TAKT_EVENT_CLEAR, TAKT_S(5), NULL);
}

static int receive(void)
{
    int message = 0, result = takt_queue_receive(&queue, &message, TAKT_S(5));

    EXPECT_EQ(message, 7);
    return result;
}

static int allocate(void)
{
    void *got;
    int result = takt_pool_alloc(&pool, &got, TAKT_S(5));

    EXPECT(got == block);
    return result;
}

static int join(void)
{
    return takt_thread_join(target, NULL, TAKT_S(5));
}

static int suspend(void)
{
    return takt_thread_suspend(takt_self());
}

static void wait_at_the_gate(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&gate, TAKT_FOREVER), 0);
}

static void spawn_target(void)
{
    scenario_join_all();
    target = spawn(HIGH, wait_at_the_gate, NULL);
}

static void sweep(void (*function)(struct takt_timer *, void *), void *arg, int (*wait)(void),
                  void (*setup)(void))
{
    struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, function, arg), 0);
    for (int i = 0; i < STEPS; i++) {
        if (setup != NULL)
            setup();
        EXPECT_EQ(takt_timer_start(&timer, i * STEP, 0), 0);
        EXPECT_EQ(wait(), 0);
    }
    scenario_cases(STEPS);
    EXPECT(!takt_timer_active(&timer));
    scenario_join_all();
}

static void no_give_is_lost(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    sweep(give_sem, &sem, take, NULL);
}

static void no_event_is_lost(void)
{
    EXPECT_EQ(takt_event_init(&event, 0), 0);
    sweep(set_event, NULL, wait_for_event, NULL);
}

static void no_message_is_lost(void)
{
    EXPECT_EQ(takt_queue_init(&queue, queue_store, sizeof(int), 1), 0);
    sweep(send, NULL, receive, NULL);
}

static void no_block_is_lost(void)
{
    EXPECT_EQ(takt_pool_init(&pool, pool_store, 8, 1), 0);
    EXPECT_EQ(takt_pool_alloc(&pool, &block, TAKT_NO_WAIT), 0);
    sweep(free_block, NULL, allocate, NULL);
}

static void no_end_is_missed(void)
{
    EXPECT_EQ(takt_sem_init(&gate, 0, 1), 0);
    sweep(give_sem, &gate, join, spawn_target);
}

static void no_resume_is_lost(void)
{
    sweep(resume, takt_self(), suspend, NULL);
}

/* Asking for run time while a more urgent thread comes: it never goes back. */
static takt_time_t last_run_time;

static int ask_run_time(void)
{
    while (takt_sem_count(&sem) == 0) {
        takt_time_t time = takt_thread_run_time(takt_self());

        EXPECT(time >= last_run_time);
        last_run_time = time;
        takt_work(TAKT_NS(50));
    }
    return takt_sem_take(&sem, TAKT_NO_WAIT);
}

static void give_and_take_time(void *arg)
{
    for (int i = 0; i < STEPS; i++) {
        EXPECT_EQ(takt_sem_take(arg, TAKT_FOREVER), 0);
        takt_work(TAKT_US(1));
        EXPECT_EQ(takt_sem_give(&sem), 0);
    }
}

static void run_time_never_goes_back(void)
{
    last_run_time = 0;
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    EXPECT_EQ(takt_sem_init(&gate, 0, 1), 0);
    (void)spawn(HIGH, give_and_take_time, &gate);
    sweep(give_sem, &gate, ask_run_time, NULL);
}

SCENARIOS(SCENARIO(no_give_is_lost), SCENARIO(no_event_is_lost), SCENARIO(no_message_is_lost),
          SCENARIO(no_block_is_lost), SCENARIO(no_end_is_missed), SCENARIO(no_resume_is_lost),
          SCENARIO(run_time_never_goes_back));
