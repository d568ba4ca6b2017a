/*
 * The death of a core that owns a robust lock, and silence that is no death.
 *
 *   how=stops    the owner's core asserts inside: it says so, and that is its fence
 *   how=silent   it says nothing any more: it is asked, suspected, and fenced by the port, where that can (sim, host)
 *   how=waits    it dies while it waits for the lock
 *   how=late     it stops so long (after=NS) after the other core has seen that it has the lock and asked for it: tried for
 *                each step of the other's way from spinning to sleeping (death_steps.sh)
 *   how=timeout  it stops when the other core's request has nobody left: its thread's deadline passed, and a more
 *                urgent thread does not let it abandon the request
 *   block=1      threads sleep for the lock
 *   impatient=1  and give up again and again, so that a grant comes when nobody wants it
 *
 * Before that the owner's core is busy inside, and then (block=1) idle inside, for much longer than the silence after
 * which it is asked: nobody may take the lock from it.
 */
#include "cross_test.h"

#include "llq_gate.h"

#include "../llq/announce.h"

#include <string.h>

#define LONG (4 * TAKT_US(CONFIG_TAKT_LLQ_SILENCE))

static struct takt_llq lock[CONFIG_TAKT_CORES];
static struct takt_word step, answered, inside;

static bool how(const char *word)
{
    return strcmp(takt_argument("how", "stops"), word) == 0;
}

static bool blocks(void)
{
    return cross_number("block", 0) != 0;
}

/** Core 1's part of a round in which it lives: it has the lock for a long time. */
static void keep(uint32_t number, bool idle)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&inside, 1, relaxed);    /* guarded by the lock */
    TAKT_STORE(&step, number, release); /* pairs with cross_wait() */
    if (idle)
        EXPECT_EQ(takt_sleep(LONG), 0);
    else
        takt_work(LONG);
    TAKT_STORE(&inside, 0, relaxed); /* guarded by the lock */
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
    cross_wait(&answered, number);
}

static void want(uint32_t number)
{
    struct takt_llq_token token;

    cross_wait(&step, number);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(TAKT_LOAD(&inside, relaxed), 0); /* guarded by the lock */
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    TAKT_STORE(&answered, number, release); /* pairs with cross_wait() */
}

/* Has core 1 registered a request, and not been granted it? */
static bool waits(void)
{
    return (TAKT_LOAD(&lock[0].lock->tail, relaxed) >> (LLQ_WORD_WAITS + 1) & 1) != 0; /* relaxed: a look */
}

static void die_while_it_waits(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    if (waits())
        cross_die();
}

static void die(void *arg)
{
    static struct takt_timer timer;
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", CROSS_PATIENCE), 0);
    keep(1, false);
    if (blocks())
        keep(2, true);
    if (how("waits")) {
        EXPECT_EQ(takt_timer_init_direct(&timer, die_while_it_waits, NULL), 0);
        EXPECT_EQ(takt_timer_start(&timer, TAKT_US(200), TAKT_US(200)), 0);
        cross_wait(&step, 3);
    }
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&step, 4, release); /* pairs with cross_wait() */
    if (how("silent"))
        cross_die();
    if (how("late"))
        takt_work((takt_time_t)cross_number("after", 0));
    if (how("timeout"))
        takt_work(TAKT_MS(5));
    takt_panic("the owner of a lock stops on purpose", __FILE__, __LINE__);
}

static int acquire_from_the_dead(struct takt_llq_token *token)
{
    bool impatient = cross_number("impatient", 0) != 0;
    takt_time_t patience = impatient ? TAKT_US(1) : CROSS_PATIENCE;
    int result;

    while ((result = takt_llq_acquire(&lock[0], patience, token)) == -ETIMEDOUT && patience < CROSS_PATIENCE)
        patience += TAKT_US(1);
    return result;
}

/** Keeps the thread whose deadline passed from running until the lock has been granted to its core. */
static void keep_off(void *arg)
{
    (void)arg;
    cross_wait(&step, 4);
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    takt_work(TAKT_MS(10));
    takt_thread_exit(0);
}

/** Before the request that is told of the death. */
static void come_near(void)
{
    struct takt_llq_token token;

    if (how("late")) {
        while (TAKT_LOAD(&step, acquire) < 4) /* pairs with die() */
            takt_work(10);
        return;
    }
    cross_wait(&step, 4);
    EXPECT_EQ(takt_llq_try(&lock[0], &token), -EAGAIN);
    if (how("timeout"))
        EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_MS(2), &token), -ETIMEDOUT);
}

static void survive(void *arg)
{
    const struct llq_attr attr = {.engine = LLQ_ANNOUNCE, .robust = true, .block = blocks()};
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &attr), 0);
    if (how("timeout"))
        (void)cross_thread("urgent", keep_off, NULL, 3);
    want(1);
    if (blocks())
        want(2);
    if (how("waits")) {
        EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
        TAKT_STORE(&step, 3, release); /* pairs with cross_wait() */
        while (!waits())
            takt_work(TAKT_US(10));
        takt_work(TAKT_MS(1)); /* if core 1 has not died by then, it does as the owner */
        EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    } else {
        come_near();
    }
    EXPECT_EQ(acquire_from_the_dead(&token), -EOWNERDEAD);
    EXPECT_EQ(takt_llq_consistent(&lock[0], &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], CROSS_PATIENCE, &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    cross_end("llq_death", blocks() ? 3 : 2, "rounds");
}

void takt_main(unsigned core)
{
    cross_begin(core);
    if (core < 2)
        (void)cross_thread("main", core == 0 ? survive : die, NULL, 5);
}
