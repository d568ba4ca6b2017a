/* Mutexes: free, and wanted by a more urgent thread, whose priority the owner inherits. */
#include "costs.h"

static struct takt_mutex mutex;
static struct takt_sem go;

static TAKT_PLACED void urgent(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        COSTS_CHECK(takt_sem_take(&go, TAKT_FOREVER) == 0);
        TAKT_FROM(lock_blocks);
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        TAKT_TO(unlock_wakes);
        (void)takt_mutex_unlock(&mutex);
    }
}

static TAKT_PLACED void contended(void)
{
    costs_help(urgent, COSTS_HELPER);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        COSTS_CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
        (void)takt_sem_give(&go);
        TAKT_TO(lock_blocks);
        COSTS_CHECK(takt_thread_effective_priority(takt_self()) == COSTS_HELPER);
        TAKT_FROM(unlock_wakes);
        (void)takt_mutex_unlock(&mutex);
        COSTS_CHECK(takt_thread_effective_priority(takt_self()) == COSTS_DRIVER);
    }
    costs_helped();
}

static TAKT_PLACED void alone(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(mutex_lock);
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        TAKT_TO(mutex_lock);
        TAKT_FROM(mutex_unlock);
        (void)takt_mutex_unlock(&mutex);
        TAKT_TO(mutex_unlock);
    }
}

void costs_mutex(void)
{
    COSTS_CHECK(takt_mutex_init(&mutex, 0) == 0 && takt_sem_init(&go, 0, 1) == 0);
    alone();
    contended();
}
