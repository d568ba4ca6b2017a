/* What the other kernels were not counted for: event flags, pools, timers, preemption off. */
#include "costs.h"

static struct takt_event event;
static struct takt_pool pool;
static struct takt_timer timer;
static void *store[TAKT_POOL_WORDS(16, 2)];

static TAKT_PLACED void events(void)
{
    COSTS_CHECK(takt_event_init(&event, 0) == 0);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(event_set);
        (void)takt_event_set(&event, 1);
        TAKT_TO(event_set);
        TAKT_FROM(event_wait);
        (void)takt_event_wait(&event, 1, TAKT_EVENT_CLEAR, TAKT_NO_WAIT, NULL);
        TAKT_TO(event_wait);
    }
}

static TAKT_PLACED void blocks(void)
{
    void *block;

    COSTS_CHECK(takt_pool_init(&pool, store, 16, 2) == 0);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(pool_alloc);
        (void)takt_pool_alloc(&pool, &block, TAKT_NO_WAIT);
        TAKT_TO(pool_alloc);
        TAKT_FROM(pool_free);
        (void)takt_pool_free(&pool, block);
        TAKT_TO(pool_free);
    }
}

static void never(struct takt_timer *expired, void *arg)
{
    (void)arg;
    COSTS_CHECK(expired == NULL);
}

static TAKT_PLACED void timers(void)
{
    COSTS_CHECK(takt_timer_init_direct(&timer, never, NULL) == 0);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(timer_start);
        (void)takt_timer_start(&timer, TAKT_S(1000), 0);
        TAKT_TO(timer_start);
        TAKT_FROM(timer_stop);
        (void)takt_timer_stop(&timer);
        TAKT_TO(timer_stop);
    }
}

static TAKT_PLACED void preemption(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(preempt_lock);
        takt_preempt_lock();
        TAKT_TO(preempt_lock);
        TAKT_FROM(preempt_unlock);
        takt_preempt_unlock();
        TAKT_TO(preempt_unlock);
    }
}

void costs_others(void)
{
    events();
    blocks();
    timers();
    preemption();
}
