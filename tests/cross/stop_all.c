/*
 * A core that stops takes all others with it, where CONFIG_TAKT_STOP_ALL asks for that; stopped.c has the other case.
 *
 * The last core stops, in a thread or in a handler, once all others have said that they are there. They work, wait or
 * have nothing to do, by turns; a core that notices after a while that it goes on ends the run. What the console has to
 * say is looked at by stop_all.sh.
 */
#include "cross_test.h"

#include <string.h>

#define LONG_AFTER TAKT_S(2)
#define TICK       TAKT_MS(10)

static struct takt_word there, stops;

static void stop(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    TAKT_STORE(&stops, 1, release); /* release: pairs with the acquire of stopped() and of cross_wait() */
    takt_panic("a core stops on purpose", __FILE__, __LINE__);
}

static void stopping(void *arg)
{
    static struct takt_timer timer;

    (void)arg;
    cross_wait(&there, takt_core_count() - 1);
    if (strcmp(takt_argument("how", "thread"), "thread") == 0)
        stop(NULL, NULL);
    EXPECT_EQ(takt_timer_init_direct(&timer, stop, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
    for (;;)
        takt_work(TAKT_US(10));
}

/* release: pairs with the acquire of cross_wait() */
static void arrive(void)
{
    TAKT_ADD(&there, 1, release);
}

static bool stopped(void)
{
    return TAKT_LOAD(&stops, acquire) != 0; /* acquire: pairs with the release of stop() */
}

static void working(void *arg)
{
    takt_time_t end;

    (void)arg;
    arrive();
    while (!stopped())
        takt_work(TAKT_US(10));
    for (end = takt_now() + LONG_AFTER; takt_now() < end;)
        takt_work(TAKT_US(10));
    EXPECT(!"a core that works goes on");
}

static void waiting(void *arg)
{
    (void)arg;
    arrive();
    cross_wait(&stops, 1);
    EXPECT_EQ(takt_sleep(LONG_AFTER), 0);
    EXPECT(!"a core that waits goes on");
}

static void tick(struct takt_timer *timer, void *arg)
{
    static unsigned late[CONFIG_TAKT_CORES];

    (void)timer;
    (void)arg;
    if (stopped())
        late[takt_core_id()]++;
    EXPECT(late[takt_core_id()] < LONG_AFTER / TICK);
}

static void idle(void)
{
    static struct takt_timer timers[CONFIG_TAKT_CORES];
    struct takt_timer *timer = &timers[takt_core_id()];

    EXPECT_EQ(takt_timer_init_direct(timer, tick, NULL), 0);
    EXPECT_EQ(takt_timer_start(timer, TICK, TICK), 0);
    arrive();
}

void takt_main(unsigned core)
{
    cross_begin(core);
    if (core == takt_core_count() - 1)
        (void)cross_thread("stopping", stopping, NULL, 5);
    else if (core % 3 == 0)
        (void)cross_thread("working", working, NULL, 5);
    else if (core % 3 == 1)
        (void)cross_thread("waiting", waiting, NULL, 5);
    else
        idle();
}
