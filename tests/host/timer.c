/*
 * The timer: never early, never lost. A sleeper compares the clock with what it asked for; a second thread moves the
 * next event about all the time, so that the host's timer is left alone, set nearer and set anew; a third computes,
 * so that the interrupt has somebody to interrupt. How late it was is printed, not judged: the host decides that. What
 * is judged is that a near event does not wait for a far one that was asked for before: seconds, not the host's doing.
 */
#include <stdlib.h>

#include "host_test.h"

#define SLEEPS 2000u
#define NEARER 20u

static struct host_test_thread sleeper, mover, worker;
static struct takt_timer moved, far;
static takt_time_t late[SLEEPS];

static void nothing(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
}

static int compare(const void *a, const void *b)
{
    takt_time_t x = *(const takt_time_t *)a, y = *(const takt_time_t *)b;

    return (x > y) - (x < y);
}

static void report(void)
{
    takt_mask_t old = takt_port_mask();

    qsort(late, SLEEPS, sizeof(late[0]), compare);
    takt_port_unmask(old);
    takt_printf("late by: median %lld, 90 %% %lld, 99 %% %lld, worst %lld ns (real time)\n",
                (long long)late[SLEEPS / 2], (long long)late[SLEEPS * 9 / 10],
                (long long)late[SLEEPS * 99 / 100], (long long)late[SLEEPS - 1]);
}

/* A period that is shorter than an interrupt takes leaves the thread some time nevertheless. */
static void check_short(void)
{
    HOST_TEST_CHECK(takt_timer_start(&far, TAKT_US(1), TAKT_US(1)) == 0);
    takt_work(TAKT_MS(10));
    HOST_TEST_CHECK(takt_timer_stop(&far) == 0);
    HOST_TEST_CHECK(takt_timer_missed(&far) > 0);
}

/* Before the others begin: the host's timer is set to the far event when the near one is asked for. */
static void check_nearer(void)
{
    for (unsigned i = 0; i < NEARER; i++) {
        takt_time_t until = takt_now() + TAKT_MS(1);

        HOST_TEST_CHECK(takt_timer_start(&far, TAKT_S(20), 0) == 0);
        HOST_TEST_CHECK(takt_sleep(takt_at(until)) == 0);
        HOST_TEST_CHECK(takt_now() - until < TAKT_S(10));
    }
}

static void move(void *arg)
{
    (void)arg;
    for (unsigned i = 0;; i++) {
        HOST_TEST_CHECK(takt_timer_start(&moved, TAKT_US(20 + i % 7 * 90), i % 3 == 0 ? TAKT_US(300) : 0) ==
                        0);
        if (i % 5 == 0)
            (void)takt_timer_stop(&moved);
        HOST_TEST_CHECK(takt_sleep(TAKT_US(70)) == 0);
    }
}

static void work(void *arg)
{
    (void)arg;
    for (;;)
        takt_work(TAKT_MS(1));
}

static void start_others(void)
{
    host_test_start(&mover, &(struct takt_thread_attr){.name = "mover", .entry = move, .priority = 2});
    host_test_start(&worker, &(struct takt_thread_attr){.name = "worker", .entry = work, .priority = 9});
}

static void sleep_on(void *arg)
{
    (void)arg;
    check_nearer();
    check_short();
    start_others();
    for (unsigned i = 0; i < SLEEPS; i++) {
        takt_time_t until = takt_now() + TAKT_US(50 + i % 16 * 50);

        HOST_TEST_CHECK(takt_sleep(takt_at(until)) == 0);
        late[i] = takt_now() - until;
        HOST_TEST_CHECK(late[i] >= 0);
    }
    report();
    host_test_done("sleeps, none early", SLEEPS, SLEEPS);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    HOST_TEST_CHECK(takt_timer_init_direct(&moved, nothing, NULL) == 0);
    HOST_TEST_CHECK(takt_timer_init_direct(&far, nothing, NULL) == 0);
    host_test_start(&sleeper,
                    &(struct takt_thread_attr){.name = "sleeper", .entry = sleep_on, .priority = 1});
}
