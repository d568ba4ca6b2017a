/*
 * A thousand threads on one core: all of them start, wait, are woken in order, take turns, sleep, and end. That no
 * operation costs more beside them is counted in tests/masked.
 */
#include "faults.h"

#define THREADS 1000
#define ROUNDS  5

static struct takt_thread threads[THREADS];
static void *stacks[THREADS][TAKT_STACK_MIN / sizeof(void *)];
static struct takt_sem turn[THREADS], one;
static struct takt_mutex chain[THREADS];
static unsigned order, passed[THREADS];

static unsigned number(void)
{
    return (unsigned)(takt_self() - threads);
}

static void start_all(takt_prio_t priority, unsigned levels, void (*body)(void *))
{
    order = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        struct takt_thread_attr attr = {.entry = body,
                                        .stack = stacks[i],
                                        .stack_size = sizeof stacks[i],
                                        .priority = (takt_prio_t)(priority + i % levels)};

        EXPECT_EQ(takt_sem_init(&turn[i], 0, 1), 0);
        EXPECT_EQ(takt_mutex_init(&chain[i], 0), 0);
        EXPECT_EQ(takt_thread_create(&threads[i], &attr), 0);
        EXPECT_EQ(takt_thread_start(&threads[i]), 0);
    }
}

static void join_all(void)
{
    for (unsigned i = 0; i < THREADS; i++)
        EXPECT_EQ(takt_thread_join(&threads[i], NULL, TAKT_S(20)), 0);
    EXPECT_EQ(takt_core_check(), 0);
    scenario_cases(THREADS);
}

static void hand_on(void *arg)
{
    unsigned me = number();

    (void)arg;
    for (unsigned round = 0; round < ROUNDS; round++) {
        EXPECT_EQ(takt_sem_take(&turn[me], TAKT_S(20)), 0);
        EXPECT_EQ(order++ % THREADS, me);
        if (order != THREADS * ROUNDS)
            EXPECT_EQ(takt_sem_give(&turn[(me + 1) % THREADS]), 0);
    }
}

static void thousand_threads_hand_on_a_token(void)
{
    start_all(LOW, 5, hand_on);
    EXPECT_EQ(takt_sem_give(&turn[0]), 0);
    join_all();
    EXPECT_EQ(order, THREADS * ROUNDS);
}

static void give_way(void *arg)
{
    (void)arg;
    for (unsigned round = 0; round < ROUNDS; round++) {
        EXPECT_EQ(order++ % THREADS, number());
        takt_yield();
    }
}

static void thousand_threads_take_turns(void)
{
    start_all(LOW, 1, give_way);
    join_all();
    EXPECT_EQ(order, THREADS * ROUNDS);
}

static void wait_for_one(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&one, TAKT_S(20)), 0);
    passed[order++] = number();
}

/* By priority, and first come first served within one. */
static void thousand_waiters_are_served_in_order(void)
{
    EXPECT_EQ(takt_sem_init(&one, 0, THREADS), 0);
    start_all(LOW, 4, wait_for_one);
    scenario_let_run();
    for (unsigned i = 0; i < THREADS; i++)
        EXPECT_EQ(takt_sem_give(&one), 0);
    join_all();
    for (unsigned i = 1; i < THREADS; i++) {
        unsigned before = passed[i - 1], after = passed[i];

        EXPECT(before % 4 < after % 4 || (before % 4 == after % 4 && before < after));
    }
}

static void sleep_a_while(void *arg)
{
    takt_time_t until = takt_now() + TAKT_MS(20) + TAKT_US(number() * 7 % 100 * 10);

    (void)arg;
    EXPECT_EQ(takt_sleep(takt_at(until)), 0);
    EXPECT(takt_now() >= until);
    takt_preempt_lock(); /* a more urgent one may wake in the middle of the count */
    order++;
    takt_preempt_unlock();
}

static void thousand_threads_sleep(void)
{
    start_all(LOW, 3, sleep_a_while);
    join_all();
    EXPECT_EQ(order, THREADS);
}

/* Each holds its mutex and waits for that of the one before: the last one's priority goes through all. */
static void join_chain(void *arg)
{
    unsigned me = number();

    (void)arg;
    EXPECT_EQ(takt_mutex_lock(&chain[me], TAKT_FOREVER), 0);
    if (me == 0)
        EXPECT_EQ(takt_sem_take(&one, TAKT_FOREVER), 0);
    else if (takt_mutex_lock(&chain[me - 1], TAKT_FOREVER) == 0)
        EXPECT_EQ(takt_mutex_unlock(&chain[me - 1]), 0);
    EXPECT_EQ(takt_mutex_unlock(&chain[me]), 0);
    order++;
}

static void priority_goes_along_a_chain_of_a_thousand(void)
{
    EXPECT_EQ(takt_sem_init(&one, 0, 1), 0);
    start_all(LOW, 1, join_chain);
    scenario_let_run();
    EXPECT_EQ(takt_mutex_lock(&chain[THREADS - 1], TAKT_US(50)), -ETIMEDOUT);
    EXPECT_PRIORITY(&threads[0], LOW);
    EXPECT_EQ(takt_thread_set_priority(&threads[THREADS - 1], HIGH), 0);
    EXPECT_PRIORITY(&threads[0], HIGH);
    EXPECT_EQ(takt_sem_give(&one), 0);
    join_all();
    EXPECT_EQ(order, THREADS);
}

SCENARIOS(SCENARIO(thousand_threads_hand_on_a_token), SCENARIO(thousand_threads_take_turns),
          SCENARIO(thousand_waiters_are_served_in_order), SCENARIO(thousand_threads_sleep),
          SCENARIO(priority_goes_along_a_chain_of_a_thousand));
