/*
 * A lock of loads and stores between cores whose memory takes no atomic operations, or none that exclude: others are
 * refused there, this one has to work. All of the test's own words have one writer, too.
 *
 *   atomics=never|fault|local   as takt_sim_atomics() has them, on both cores
 */
#include "cross_test.h"

#include <string.h>

#include <takt_sim.h>

#define SECTIONS 500u

static struct takt_llq lock[2];
static struct takt_word owner, done[2], held, gave_up;
static uint32_t counter; /* guarded by the lock */

static enum takt_sim_atomics atomics(void)
{
    const char *word = takt_argument("atomics", "never");

    if (strcmp(word, "local") == 0)
        return TAKT_SIM_ATOMICS_LOCAL;
    return strcmp(word, "fault") == 0 ? TAKT_SIM_ATOMICS_FAULT : TAKT_SIM_ATOMICS_NEVER;
}

static void at_the_first_step(enum takt_sim_point point, const char *site)
{
    (void)point;
    (void)site;
    takt_sim_on_choice = NULL;
    for (unsigned core = 0; core < 2; core++)
        takt_sim_atomics(core, atomics());
}

/* Before main(), so that it is there at the first step of all. */
__attribute__((constructor)) static void hook(void)
{
    takt_sim_on_choice = at_the_first_step;
}

static void count_up(unsigned core)
{
    struct takt_llq_token token;
    uint32_t seen;

    EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
    EXPECT(takt_llq_passed(&lock[core]) <= 1);
    TAKT_STORE(&owner, core + 1, relaxed); /* relaxed, all of owner: the lock orders it */
    seen = counter;
    takt_work(TAKT_NS(cross_random(&(uint32_t){seen + core}) % 300));
    counter = seen + 1;
    EXPECT_EQ(TAKT_LOAD(&owner, relaxed), core + 1);
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

static void contend(unsigned core)
{
    for (unsigned i = 0; i < SECTIONS; i++)
        count_up(core);
    TAKT_STORE(&done[core], 1, release); /* pairs with cross_wait() */
}

static void zero(void *arg)
{
    struct takt_llq other;
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &(struct llq_attr){.engine = LLQ_BAKERY}), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&held, 1, release);            /* pairs with cross_wait() */
    while (TAKT_LOAD(&gave_up, acquire) == 0) /* pairs with one() */
        takt_work(TAKT_US(1));
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    contend(0);
    cross_wait(&done[1], 1);
    EXPECT_EQ(counter, 2 * SECTIONS);
    EXPECT_EQ(takt_llq_create(&other, "linked", NULL), -ENOTSUP);
    cross_end("memory_fallback", counter + 3, "sections and answers");
}

static void one(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    while (takt_llq_attach(&lock[1], "lock", TAKT_NO_WAIT) != 0)
        EXPECT_EQ(takt_sleep(TAKT_US(50)), 0);
    cross_wait(&held, 1);
    EXPECT_EQ(takt_llq_try(&lock[1], &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_US(20), &token), -ETIMEDOUT);
    TAKT_STORE(&gave_up, 1, release); /* pairs with zero() */
    contend(1);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    cross_begin(core);
    (void)cross_thread("main", core == 0 ? zero : one, NULL, 5);
}
