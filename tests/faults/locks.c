/*
 * Faults that were reported of locks between cores and can be tried on one core: the name says the fault, the comment
 * where it was reported. What takes two cores is in cores.c.
 */
#include "faults.h"

static struct takt_sem go;
static struct takt_llq llq;

static void init(void)
{
    EXPECT_EQ(takt_sem_init(&go, 0, 10), 0);
    if (llq.lock == NULL)
        EXPECT_EQ(takt_llq_create(&llq, "faults", NULL), 0);
}

static void holds_llq(void *arg)
{
    struct takt_llq_token token, again;

    (void)arg;
    EXPECT_EQ(takt_llq_acquire(&llq, TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_sem_give(&go), 0);
    EXPECT_EQ(takt_llq_acquire(&llq, TAKT_US(10), &again), -EDEADLK);
    takt_work(TAKT_US(50));
    mark("low");
    EXPECT_EQ(takt_llq_release(&llq, &token), 0);
    EXPECT_EQ(takt_llq_release(&llq, &token), -EPERM);
    EXPECT_EQ(takt_sleep(TAKT_US(10)), 0); /* preemption is on again, no deeper than before */
}

static void wants_llq(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_sem_take(&go, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_llq_acquire(&llq, TAKT_FOREVER, &token), 0);
    mark("high");
    EXPECT_EQ(takt_llq_release(&llq, &token), 0);
}

/* https://github.com/apache/nuttx/issues/16107 (preempted holder, spinning waiter on one core), and
 * https://github.com/zephyrproject-rtos/zephyr/issues/92706 (locked twice, released twice) */
static void lock_holder_is_preempted_by_a_spinner_of_its_core(void)
{
    init();
    (void)spawn(HIGH, wants_llq, NULL);
    (void)spawn(LOW, holds_llq, NULL);
    scenario_join_all();
    EXPECT_MARKS("low high");
}

static void wants_what_the_thread_holds(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_acquire(&llq, TAKT_FOREVER, &token), -EPERM);
    EXPECT_EQ(takt_llq_try(&llq, &token), -EPERM);
    mark("handler");
}

/* https://github.com/OpenAMP/open-amp/issues/217 */
static void handler_waits_for_the_thread_that_it_interrupted(void)
{
    struct takt_llq_token token;

    init();
    EXPECT_EQ(takt_llq_acquire(&llq, TAKT_FOREVER, &token), 0);
    in_handler(wants_what_the_thread_holds, NULL);
    EXPECT_MARKS("handler");
    EXPECT_EQ(takt_llq_release(&llq, &token), 0);
}

SCENARIOS(SCENARIO(lock_holder_is_preempted_by_a_spinner_of_its_core),
          SCENARIO(handler_waits_for_the_thread_that_it_interrupted));
