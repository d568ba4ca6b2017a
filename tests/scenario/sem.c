/* Semaphores: what waiting.c does not cover, which is the count. */
#include "scenario.h"

static struct takt_sem sem;

static void sem_init_refuses(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 0), -EINVAL);
    EXPECT_EQ(takt_sem_init(&sem, 3, 2), -EINVAL);
    EXPECT_EQ(takt_sem_init(&sem, 2, 2), 0);
    EXPECT_EQ(takt_sem_init(&sem, UINT32_MAX, UINT32_MAX), 0);
    EXPECT_EQ(takt_sem_give(&sem), -EOVERFLOW);
}

static void sem_counts(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 1, 2), 0);
    EXPECT_EQ(takt_sem_count(&sem), 1);
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_give(&sem), -EOVERFLOW);
    EXPECT_EQ(takt_sem_count(&sem), 2);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_sem_count(&sem), 0);
    EXPECT_EQ(takt_sem_check(&sem), 0);
}

static void use_in_handler(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_give(&sem), -EOVERFLOW);
    EXPECT_EQ(takt_sem_count(&sem), 1);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_sem_give(&sem), 0);
}

static void sem_in_a_handler(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    in_handler(use_in_handler, NULL);
    EXPECT_EQ(takt_sem_count(&sem), 1);
}

/* A handler between two counts of a thread: the maximum holds also there. */
static void sem_with_preemption_off(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 1, 1), 0);
    takt_preempt_lock();
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_sem_give(&sem), 0);
    takt_preempt_unlock();
    EXPECT_EQ(takt_sem_count(&sem), 1);
}

static void sem_check_finds_a_broken_semaphore(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 1, 1), 0);
    sem.count = 2;
    EXPECT_EQ(takt_sem_check(&sem), -EFAULT);
    sem.count = 1;
    EXPECT_EQ(takt_sem_check(&sem), 0);
}

void scenario_before_start(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    EXPECT_EQ(takt_sem_give(&sem), 0);
    EXPECT_EQ(takt_sem_count(&sem), 1);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_sem_check(&sem), 0);
}

SCENARIOS(SCENARIO(sem_init_refuses), SCENARIO(sem_counts), SCENARIO(sem_in_a_handler),
          SCENARIO(sem_with_preemption_off), SCENARIO(sem_check_finds_a_broken_semaphore));
