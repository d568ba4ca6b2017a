/* Giving way, and one thread letting another run. */
#include "costs.h"

static volatile bool enough;
static struct takt_thread *sleeper;

/* Both threads run this: from before the call in one to after the call in the other. */
static TAKT_PLACED void give_way(void)
{
    TAKT_FROM(yield_peer);
    takt_yield();
    TAKT_TO(yield_peer);
}

static void peer(void *arg)
{
    (void)arg;
    while (!enough)
        give_way();
}

static void yield_peer(void)
{
    costs_help(peer, COSTS_DRIVER);
    for (unsigned i = 0; i < COSTS_TIMES; i++)
        give_way();
    enough = true;
    costs_helped();
}

/* The same, with slices that do not end meanwhile. */
static TAKT_PLACED void give_way_sliced(void)
{
    TAKT_FROM(yield_sliced);
    takt_yield();
    TAKT_TO(yield_sliced);
}

static void sliced_peer(void *arg)
{
    (void)arg;
    COSTS_CHECK(takt_thread_set_slice(takt_self(), TAKT_S(1)) == 0);
    while (!enough)
        give_way_sliced();
}

static void yield_sliced(void)
{
    enough = false;
    COSTS_CHECK(takt_thread_set_slice(takt_self(), TAKT_S(1)) == 0);
    costs_help(sliced_peer, COSTS_DRIVER);
    for (unsigned i = 0; i < COSTS_TIMES; i++)
        give_way_sliced();
    enough = true;
    costs_helped();
    COSTS_CHECK(takt_thread_set_slice(takt_self(), 0) == 0);
}

static TAKT_PLACED void yield_alone(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(yield_alone);
        takt_yield();
        TAKT_TO(yield_alone);
    }
}

static TAKT_PLACED void suspended(void *arg)
{
    (void)arg;
    sleeper = takt_self();
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(suspend_self);
        (void)takt_thread_suspend(sleeper);
        TAKT_TO(resume_wakes);
    }
}

static TAKT_PLACED void resume(void)
{
    costs_help(suspended, COSTS_HELPER);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(resume_wakes);
        (void)takt_thread_resume(sleeper);
        TAKT_TO(suspend_self);
    }
    costs_helped();
}

void costs_thread(void)
{
    yield_peer();
    yield_sliced();
    yield_alone();
    resume();
}
