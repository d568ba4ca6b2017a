/* A semaphore: a grant is one count. */
#include "waiting.h"

static struct takt_sem sem;

static void reset(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 4), 0);
}

static int take(takt_deadline_t deadline)
{
    return takt_sem_take(&sem, deadline);
}

static int give(void)
{
    return takt_sem_give(&sem);
}

static int drop(void)
{
    return takt_sem_delete(&sem);
}

static int check(void)
{
    return takt_sem_check(&sem);
}

static long available(void)
{
    return takt_sem_count(&sem);
}

const struct waitable waitable = {
    .reset = reset, .wait = take, .grant = give, .drop = drop, .check = check, .available = available};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON, WAITING_ORDERED, WAITING_STORED);
#endif
