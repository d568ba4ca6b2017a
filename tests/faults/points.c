/*
 * Faults that need an interrupt at one exact step, which were reported against other kernels, each tried here at every
 * step: an interrupt is raised at the first choice point of an operation, at the second, and so on, until the
 * operation ends before it comes. sim only.
 */
#include "faults.h"

#include <takt_sim.h>

#include "kernel.h"

#define LINE 10u
#define MANY 150 /* more than a signed counter of 8 bits holds */

static struct takt_sem sem, many;
static struct takt_mutex mutex;
static struct takt_queue queue, filled;
static struct takt_event event;
static struct takt_timer timer;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), 2)], *many_store[TAKT_QUEUE_WORDS(sizeof(int), 200)];
static volatile bool enough;
static bool came;

static void tick(struct takt_timer *self, void *arg)
{
    (void)self;
    (void)arg;
}

static void op_sem(void)
{
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), 0);
}

static void op_sem_in_time(void)
{
    EXPECT_EQ(takt_sem_take(&sem, TAKT_US(1)), -ETIMEDOUT);
}

static void op_mutex(void)
{
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_US(10)), 0);
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static void op_queue(void)
{
    int message = 3;

    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_US(10)), 0);
    EXPECT_EQ(takt_queue_peek(&queue, &message), 0);
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_US(10)), 0);
}

static void op_event(void)
{
    EXPECT_EQ(takt_event_set(&event, 1), 0);
    EXPECT_EQ(takt_event_wait(&event, 1, TAKT_EVENT_CLEAR, TAKT_US(10), NULL), 0);
}

static void op_timer(void)
{
    EXPECT_EQ(takt_timer_start(&timer, TAKT_S(1), 0), 0);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

static void op_priority(void)
{
    EXPECT_EQ(takt_thread_set_priority(takt_self(), LOW), 0);
    EXPECT_EQ(takt_thread_set_priority(takt_self(), SCENARIO_PRIORITY), 0);
}

static void op_yield(void)
{
    takt_yield();
}

static void op_sleep(void)
{
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

static void (*const operations[])(void) = {
    op_sem, op_sem_in_time, op_mutex, op_queue, op_event, op_timer, op_priority, op_yield, op_sleep,
};

static void init(void (*handler)(void *))
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    EXPECT_EQ(takt_sem_init(&many, 0, UINT32_MAX), 0);
    EXPECT_EQ(takt_mutex_init(&mutex, 0), 0);
    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(int), 2), 0);
    EXPECT_EQ(takt_queue_init(&filled, many_store, sizeof(int), 200), 0);
    EXPECT_EQ(takt_event_init(&event, 0), 0);
    EXPECT_EQ(takt_timer_init_direct(&timer, tick, NULL), 0);
    EXPECT_EQ(takt_irq_attach(LINE, 2, handler, NULL), 0);
    EXPECT_EQ(takt_irq_enable(LINE), 0);
}

static void detach(void)
{
    EXPECT_EQ(takt_irq_attach(LINE, 2, NULL, NULL), 0);
}

/* Run an operation with the interrupt at its k-th choice point; false: it had fewer. */
static bool run_with_interrupt(void (*operation)(void), unsigned k)
{
    came = false;
    takt_sim_pend_at_choice(0, LINE, takt_sim_choices(0) + k);
    operation();
    if (came)
        return true;
    takt_sim_pend_at_choice(0, LINE, TAKT_SIM_NEVER);
    return false;
}

static unsigned every_step(void (*after)(void))
{
    unsigned cases = 0;

    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++) {
        for (unsigned k = 1; run_with_interrupt(operations[i], k); k++) {
            cases++;
            after();
        }
    }
    EXPECT(cases > 2 * sizeof operations / sizeof *operations);
    return cases;
}

static void wakes_in_between(void *arg)
{
    (void)arg;
    while (!enough)
        EXPECT_EQ(takt_sem_take(&many, TAKT_FOREVER), 0);
}

static void wake(void *arg)
{
    (void)arg;
    came = true;
    EXPECT_EQ(takt_sem_give(&many), 0);
}

static void lock_is_free(void)
{
    EXPECT(!takt_core()->locked);
    EXPECT_EQ(takt_core()->preempt_off, 0);
    EXPECT_EQ(takt_core_check(), 0);
    EXPECT_EQ(takt_sem_count(&many), 0); /* the waiter has run */
}

/* https://github.com/eclipse-threadx/threadx/issues/179 */
static void lock_flag_stays_set_and_nobody_owns_it(void)
{
    init(wake);
    enough = false;
    (void)spawn(HIGH, wakes_in_between, NULL);
    scenario_cases(every_step(lock_is_free));
    enough = true;
    EXPECT_EQ(takt_sem_give(&many), 0);
    detach();
}

/* More than 8 bits of messages and gives at once, while the kernel lock may be held. */
static void post_many(void *arg)
{
    (void)arg;
    came = true;
    for (int i = 0; i < MANY; i++) {
        EXPECT_EQ(takt_sem_give(&many), 0);
        EXPECT_EQ(takt_queue_send(&filled, &i, TAKT_NO_WAIT), 0);
    }
}

static void all_are_there(void)
{
    int message;

    for (int i = 0; i < MANY; i++) {
        EXPECT_EQ(takt_sem_take(&many, TAKT_NO_WAIT), 0);
        EXPECT_EQ(takt_queue_receive(&filled, &message, TAKT_NO_WAIT), 0);
        EXPECT_EQ(message, i);
    }
    EXPECT_EQ(takt_sem_count(&many), 0);
    EXPECT_EQ(takt_queue_count(&filled), 0);
    EXPECT_EQ(takt_core_check(), 0);
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/419 */
static void counter_of_posts_under_the_lock_overflows(void)
{
    init(post_many);
    scenario_cases(every_step(all_are_there));
    detach();
}

SCENARIOS(SCENARIO(lock_flag_stays_set_and_nobody_owns_it),
          SCENARIO(counter_of_posts_under_the_lock_overflows));
