/*
 * Faults at the border between handlers and threads that were reported against other kernels, each tried here. The
 * name says the fault, the comment where it was reported.
 */
#include "faults.h"

#define MANY 300 /* more than the 8 bits of the counter that was reported */

static struct takt_mutex mutex;
static struct takt_sem sem;
static struct takt_queue queue;
static struct takt_event event;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), 3)];

static void init(void)
{
    EXPECT_EQ(takt_mutex_init(&mutex, 0), 0);
    EXPECT_EQ(takt_sem_init(&sem, 0, MANY), 0);
    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(int), 3), 0);
    EXPECT_EQ(takt_event_init(&event, 0), 0);
}

static void give_many(void *arg)
{
    (void)arg;
    for (int i = 0; i < MANY; i++) {
        EXPECT_EQ(takt_sem_give(&sem), 0);
        EXPECT_EQ(takt_queue_send(&queue, &i, TAKT_NO_WAIT), 0);
        EXPECT_EQ(takt_queue_receive(&queue, &i, TAKT_NO_WAIT), 0);
    }
}

static void counts_many(void *arg)
{
    (void)arg;
    for (int i = 0; i < MANY; i++)
        EXPECT_EQ(takt_sem_take(&sem, TAKT_MS(100)), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), -EAGAIN);
    mark("all");
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/419 */
static void counter_of_pending_wake_ups_overflows(void)
{
    init();
    (void)spawn(HIGH, counts_many, NULL);
    takt_preempt_lock();
    in_handler(give_many, NULL);
    EXPECT_MARKS("");
    takt_preempt_unlock();
    EXPECT_MARKS("all");
    EXPECT_EQ(takt_queue_count(&queue), 0);
}

static void fill(void *arg)
{
    int message = 5;

    (void)arg;
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_FOREVER), -EPERM);
    for (int i = 0; i < MANY; i++)
        EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_give(&sem), -EOVERFLOW);
}

/* https://github.com/FreeRTOS/FreeRTOS/issues/1321 */
static void full_queue_asserts_in_a_handler(void)
{
    init();
    in_handler(fill, NULL);
    EXPECT_EQ(takt_queue_count(&queue), 3);
    EXPECT_EQ(takt_sem_count(&sem), MANY);
}

static void wants_what_the_thread_holds(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_mutex_unlock(&mutex), -EPERM);
    mark("handler");
}

/* https://github.com/OpenAMP/open-amp/issues/217 (for the lock between cores: locks.c) */
static void handler_waits_for_the_thread_that_it_interrupted(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    in_handler(wants_what_the_thread_holds, NULL);
    EXPECT_MARKS("handler");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static void tries_often(void *arg)
{
    (void)arg;
    for (int i = 0; i < 1000; i++)
        EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_NO_WAIT), -EAGAIN);
    mark("tried");
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0);
}

static void note_handler(void *arg)
{
    (void)arg;
    mark("handler");
}

/* https://github.com/zephyrproject-rtos/zephyr/pull/101496 (for the lock between cores: cores.c) */
static void failed_try_leaves_interrupts_masked(void)
{
    init();
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_FOREVER), 0);
    (void)spawn(HIGH, tries_often, NULL);
    in_handler(note_handler, NULL);
    EXPECT_MARKS("tried handler");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
    EXPECT_EQ(takt_mutex_check(&mutex), 0);
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/86494: a register whose reading took the semaphore */
static void looking_at_an_object_takes_it(void)
{
    init();
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_event_set(&event, 6), 0);
    for (int i = 0; i < 1000; i++) {
        EXPECT_EQ(takt_sem_count(&sem), 1);
        EXPECT_EQ(takt_event_get(&event), 6);
        EXPECT(takt_mutex_owner(&mutex) == NULL);
    }
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

SCENARIOS(SCENARIO(counter_of_pending_wake_ups_overflows), SCENARIO(full_queue_asserts_in_a_handler),
          SCENARIO(handler_waits_for_the_thread_that_it_interrupted),
          SCENARIO(failed_try_leaves_interrupts_masked), SCENARIO(looking_at_an_object_takes_it));
