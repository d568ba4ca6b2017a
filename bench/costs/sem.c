/* Semaphores: without a waiter, and waking one. */
#include "costs.h"

static struct takt_sem sem;

static TAKT_PLACED void waiter(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(take_blocks);
        (void)takt_sem_take(&sem, TAKT_FOREVER);
        TAKT_TO(give_wakes);
    }
}

static TAKT_PLACED void wake(void)
{
    costs_help(waiter, COSTS_HELPER);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(give_wakes);
        (void)takt_sem_give(&sem);
        TAKT_TO(take_blocks);
    }
    costs_helped();
}

static TAKT_PLACED void alone(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(sem_give);
        (void)takt_sem_give(&sem);
        TAKT_TO(sem_give);
        TAKT_FROM(sem_take);
        (void)takt_sem_take(&sem, TAKT_NO_WAIT);
        TAKT_TO(sem_take);
    }
}

void costs_sem(void)
{
    COSTS_CHECK(takt_sem_init(&sem, 0, 1) == 0);
    wake();
    alone();
    COSTS_CHECK(takt_sem_count(&sem) == 0);
}
