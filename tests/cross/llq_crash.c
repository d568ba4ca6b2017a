/*
 * The death of a core at each step of what it does with a lock: the other core has to go on.
 *
 * Both cores take the lock again and again; core 1 also gives up at a deadline, and tries. It dies before its step `at`,
 * counted from when both have begun. Core 0 has more rounds, and must get through all of them: it is told of the death at
 * most once, and exactly once if core 1 was between its grant and its release. crash.sh goes through all steps.
 *
 *   at=N      steps
 *   block=1   threads sleep for the lock
 */
#include "cross_test.h"

#include <takt_sim.h>

#define ROUNDS 8u

static struct takt_llq lock[2];
static struct takt_word begun, ended;
static volatile bool inside; /* core 1 has been granted the lock and has not begun to release it */
static unsigned told;

static void take(unsigned core, takt_deadline_t deadline)
{
    struct takt_llq_token token;
    int result = takt_llq_acquire(&lock[core], deadline, &token);

    if (result == -ETIMEDOUT || result == -EAGAIN)
        return;
    if (core == 1)
        inside = true;
    takt_work(TAKT_NS(300));
    if (result == -EOWNERDEAD) {
        told++;
        EXPECT_EQ(takt_llq_consistent(&lock[core], &token), 0);
    } else {
        EXPECT_EQ(result, 0);
    }
    if (core == 1)
        inside = false;
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

static void die_on_the_way(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", CROSS_PATIENCE), 0);
    TAKT_STORE(&begun, 1, release); /* pairs with cross_wait() */
    takt_sim_crash_at_choice(1, takt_sim_choices(1) + 1 + cross_number("at", 0));
    for (unsigned round = 0; round < ROUNDS; round++) {
        take(1, TAKT_FOREVER);
        take(1, TAKT_NS(500));
        take(1, TAKT_NO_WAIT);
        takt_work(TAKT_NS(200));
    }
    TAKT_STORE(&ended, 1, release); /* pairs with go_on() */
    takt_thread_exit(0);
}

static void go_on(void *arg)
{
    const struct llq_attr attr = {
        .engine = LLQ_ANNOUNCE, .robust = true, .block = cross_number("block", 0) != 0};

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &attr), 0);
    cross_wait(&begun, 1);
    for (unsigned i = 0; i < 20 * ROUNDS; i++)
        take(0, TAKT_FOREVER);
    EXPECT(told <= 1);
    EXPECT(!inside || told == 1);
    if (TAKT_LOAD(&ended, acquire) != 0) /* acquire: pairs with die_on_the_way() */
        takt_printf("past the end\n");
    cross_end("llq_crash", told + 1, "deaths survived");
}

void takt_main(unsigned core)
{
    cross_begin(core);
    (void)cross_thread("main", core == 0 ? go_on : die_on_the_way, NULL, 5);
}
