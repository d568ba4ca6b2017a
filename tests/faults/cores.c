/*
 * Faults between cores that were reported against other kernels, each tried here on two cores. The name says the fault,
 * the comment where it was reported.
 *
 * Core 1 has a partner, which runs what the driver on core 0 asks it to, and a listener, which is more urgent and waits
 * for core 0's gives. Driver and partner meet by a few words: a step's number, stored by one, waited for by the other.
 */
#include "faults.h"

#include <takt/atomic.h>

#define ROUNDS 400

static struct takt_llq lock[2], first[2], second[2]; /* each core's handles */
static struct takt_remote to_listener;
static struct takt_sem asked;
static struct takt_thread partner, listener;
static void *stacks[2][TAKT_STACK_MIN / sizeof(void *)];
static void (*task)(void);
static struct takt_word step, heard, answered, inside;

/* Wait, computing, until the other side has come to a step; not for ever. */
static void await(struct takt_word *word, uint32_t value)
{
    takt_time_t end = takt_now() + TAKT_S(5);

    /* acquire: pairs with the release of come_to() */
    while (TAKT_LOAD(word, acquire) < value && takt_now() < end)
        takt_work(TAKT_US(1));
    EXPECT(TAKT_LOAD(word, acquire) >= value);
}

static void come_to(struct takt_word *word, uint32_t value)
{
    TAKT_STORE(word, value, release); /* pairs with the acquire of await() */
}

static void work_for_driver(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", TAKT_S(5)), 0);
    EXPECT_EQ(takt_llq_attach(&first[1], "first", TAKT_S(5)), 0);
    EXPECT_EQ(takt_llq_attach(&second[1], "second", TAKT_S(5)), 0);
    for (;;) {
        while (TAKT_LOAD(&step, acquire) != 1) /* pairs with the release in ask_partner() */
            EXPECT_EQ(takt_sleep(TAKT_US(20)), 0);
        task();
        come_to(&step, 100);
    }
}

static void listen(void *arg)
{
    (void)arg;
    for (;;) {
        EXPECT_EQ(takt_sem_take(&asked, TAKT_FOREVER), 0);
        come_to(&heard, 1);
    }
}

void scenario_other_core(unsigned core)
{
    struct takt_thread_attr attr = {.entry = work_for_driver,
                                    .stack = stacks[0],
                                    .stack_size = sizeof stacks[0],
                                    .priority = SCENARIO_PRIORITY};

    if (core != 1)
        return;
    EXPECT_EQ(takt_sem_init(&asked, 0, 10), 0);
    EXPECT_EQ(takt_remote_export_sem(&asked, "listener"), 0);
    EXPECT_EQ(takt_thread_create(&partner, &attr), 0);
    attr.entry = listen;
    attr.stack = stacks[1];
    attr.priority = HIGH;
    EXPECT_EQ(takt_thread_create(&listener, &attr), 0);
    EXPECT_EQ(takt_thread_start(&listener), 0);
    EXPECT_EQ(takt_thread_start(&partner), 0);
}

static void find_all(void)
{
    if (lock[0].lock != NULL)
        return;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", NULL), 0);
    EXPECT_EQ(takt_llq_create(&first[0], "first", &(struct llq_attr){.rank = 1}), 0);
    EXPECT_EQ(takt_llq_create(&second[0], "second", &(struct llq_attr){.rank = 2}), 0);
    EXPECT_EQ(takt_remote_find(&to_listener, "listener", TAKT_S(5)), 0);
}

/* The partner does this while the driver goes on. */
static void ask_partner(void (*what)(void))
{
    find_all();
    task = what;
    come_to(&heard, 0);
    come_to(&step, 1);
}

static void await_partner(void)
{
    await(&step, 100);
    come_to(&step, 0);
}

static void contend(void)
{
    struct takt_llq *llq = &lock[takt_core_id()];
    struct takt_llq_token token;

    for (int i = 0; i < ROUNDS; i++) {
        EXPECT_EQ(takt_llq_acquire(llq, TAKT_FOREVER, &token), 0);
        EXPECT(takt_llq_passed(llq) < takt_core_count());
        EXPECT_EQ(TAKT_ADD(&inside, 1, relaxed), 0); /* relaxed: the lock orders it */
        takt_work(TAKT_NS(i % 7 * 100));
        EXPECT_EQ(TAKT_ADD(&inside, (uint32_t)-1, relaxed), 1); /* relaxed: as above */
        EXPECT_EQ(takt_llq_release(llq, &token), 0);
        takt_work(TAKT_NS(i % 5 * 100));
    }
}

/* https://github.com/eclipse-threadx/threadx/issues/418; no thief between wake-up and run:
 * https://github.com/espressif/esp-idf/pull/10199 */
static void two_owners_on_two_cores(void)
{
    ask_partner(contend);
    contend();
    await_partner();
}

static void hold(void)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    come_to(&step, 2);
    await(&step, 3);
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
}

static void note_handler(void *arg)
{
    (void)arg;
    mark("handler");
}

/* https://github.com/zephyrproject-rtos/zephyr/pull/101496 */
static void failed_tries_leave_interrupts_masked(void)
{
    struct takt_llq_token token;

    ask_partner(hold);
    await(&step, 2);
    for (int i = 0; i < 1000; i++)
        EXPECT_EQ(takt_llq_try(&lock[0], &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_US(5), &token), -ETIMEDOUT);
    in_handler(note_handler, NULL);
    EXPECT_MARKS("handler");
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0); /* preemption is on */
    come_to(&step, 3);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    await_partner();
}

/* On core 1: ready, though it may not run. */
static bool listener_is_ready(void)
{
    return *(volatile uint8_t *)&listener.state == 0;
}

/* A handler of the core that spins, which looks for the driver. */
static void look(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    if (listener_is_ready())
        come_to(&answered, 1);
}

static void want(void)
{
    static struct takt_timer timer;
    struct takt_llq_token token;

    EXPECT_EQ(takt_timer_init_direct(&timer, look, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(500), TAKT_US(500)), 0);
    come_to(&step, 2);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

/* https://github.com/AlessandroSangiuliano/Uros/issues/317: the core that spins for the lock has to answer its holder */
static void spinning_core_does_not_answer_the_holder(void)
{
    struct takt_llq_token token;

    find_all();
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    ask_partner(want);
    await(&step, 2);
    takt_work(TAKT_US(50)); /* by now it spins */
    EXPECT_EQ(takt_remote_sem_give(&to_listener), 0);
    await(&answered, 1);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    await(&heard, 1);
    await_partner();
}

static void second_then_first(void)
{
    struct takt_llq_token outer, inner;

    EXPECT_EQ(takt_llq_acquire(&second[1], TAKT_FOREVER, &outer), 0);
    come_to(&step, 2);
    EXPECT_EQ(takt_llq_acquire(&first[1], TAKT_FOREVER, &inner), -EDEADLK);
    EXPECT_EQ(takt_llq_release(&second[1], &outer), 0);
}

/* https://github.com/RT-Thread/rt-thread/pull/3786, https://github.com/RT-Thread/rt-thread/issues/8493 */
static void two_locks_in_both_orders_deadlock(void)
{
    struct takt_llq_token outer, inner;

    ask_partner(second_then_first);
    EXPECT_EQ(takt_llq_acquire(&first[0], TAKT_FOREVER, &outer), 0);
    await(&step, 2);
    EXPECT_EQ(takt_llq_acquire(&second[0], TAKT_FOREVER, &inner), 0);
    EXPECT_EQ(takt_llq_release(&second[0], &inner), 0);
    EXPECT_EQ(takt_llq_release(&first[0], &outer), 0);
    await_partner();
}

static void preemption_off(void)
{
    takt_time_t end = takt_now() + TAKT_S(5);

    takt_preempt_lock();
    come_to(&step, 2);
    while (!listener_is_ready() && takt_now() < end)
        takt_work(TAKT_US(1));
    EXPECT(listener_is_ready());
    EXPECT_EQ(TAKT_LOAD(&heard, relaxed), 0); /* relaxed: this core's own thread */
    takt_preempt_unlock();
    EXPECT_EQ(TAKT_LOAD(&heard, relaxed), 1); /* relaxed: as above */
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/1328 */
static void remote_wake_up_with_preemption_off_is_lost(void)
{
    ask_partner(preemption_off);
    await(&step, 2);
    EXPECT_EQ(takt_remote_sem_give(&to_listener), 0);
    await_partner();
}

static struct takt_word over;
static int shares[2]; /* each written by its core; read when both are done */

/* Sections until one of the cores has had its rounds. */
static void take_shares(takt_time_t section)
{
    unsigned core = takt_core_id();
    struct takt_llq_token token;

    while (TAKT_LOAD(&over, relaxed) == 0) { /* relaxed: nothing is concluded but to stop */
        EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
        EXPECT(takt_llq_passed(&lock[core]) < takt_core_count());
        takt_work(section);
        EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
        if (++shares[core] == ROUNDS)
            TAKT_STORE(&over, 1, relaxed); /* relaxed: as above */
    }
}

static void be_slow(void)
{
    come_to(&step, 2);
    take_shares(TAKT_US(8));
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/62043: a fast core kept the lock from a slow one, here 4 times slower */
static void slow_core_gets_a_smaller_share(void)
{
    shares[0] = shares[1] = 0;
    TAKT_STORE(&over, 0, relaxed); /* relaxed: the partner is asked after it */
    ask_partner(be_slow);
    await(&step, 2);
    take_shares(TAKT_US(2));
    await_partner();
    EXPECT(!scenario_exact_time() || shares[0] - shares[1] <= ROUNDS / 100);
    EXPECT(!scenario_exact_time() || shares[1] - shares[0] <= ROUNDS / 100);
}

SCENARIOS(SCENARIO(two_owners_on_two_cores), SCENARIO(failed_tries_leave_interrupts_masked),
          SCENARIO(spinning_core_does_not_answer_the_holder), SCENARIO(two_locks_in_both_orders_deadlock),
          SCENARIO(remote_wake_up_with_preemption_off_is_lost), SCENARIO(slow_core_gets_a_smaller_share));
