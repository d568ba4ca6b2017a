/*
 * Memory on which locks fail, as it was reported of other systems; each must be refused, in bounded time, with what was
 * found. `row` names the report:
 *
 *   B1  https://github.com/OpenAMP/libmetal/issues/309: a spinlock in shared memory is never acquired: exclusive stores do not succeed
 *   B2  https://github.com/apache/nuttx/pull/20105: shareable memory faults on exclusive loads (B2), not shareable it is local to a
 *       core (B2-local)
 *   B3  https://github.com/zephyrproject-rtos/zephyr/pull/119496: memory mapped as not shareable: a spinlock excludes nothing, and
 *       on one core alone all is well
 *   B4  https://github.com/ARM-software/tf-issues/issues/540: a lock hangs while caches are off: asked for too early it gives an
 *       error, and does not spin
 *   B5  https://github.com/seL4/microkit/issues/463: a core uses locks while core 0 is not coherent yet
 *
 * Only sim can take the atomic operations from a core.
 */
#include "cross_test.h"

#include "memory_test.h"

#include <string.h>

#include <takt_sim.h>

#define CACHES_ON UINT64_C(1200000000) /* ns: when core 0 comes, in B4 and B5; longer than a start waits */
#define TURN      2000                 /* ns of each look while core 0 is not there, for the test's speed */

static struct takt_llq lock[2], second;
static struct takt_word told, asked_early;

static bool row(const char *name)
{
    return strcmp(takt_argument("row", ""), name) == 0;
}

/* B4, B5: core 0's start-up code runs late. */
static struct takt_sim_answer hold_core_0(const struct takt_sim_options *options)
{
    static bool comes;
    struct takt_sim_options left = *options;
    struct takt_sim_answer answer;

    comes = comes || options->now >= CACHES_ON || (options->alive & ~UINT64_C(1)) == 0;
    if (comes)
        return takt_sim_timed.choose(options);
    left.alive &= ~UINT64_C(1);
    answer = takt_sim_timed.choose(&left);
    if (options->point == TAKT_SIM_RELAX && answer.at < options->clock + TURN)
        answer.at = options->clock + TURN;
    return answer;
}

static void begin(uint64_t seed)
{
    takt_sim_timed.begin(seed);
}

static const struct takt_sim_strategy late_core_0 = {"timed", false, begin, hold_core_0};

static void at_the_first_step(enum takt_sim_point point, const char *site)
{
    (void)point;
    (void)site;
    takt_sim_on_choice = NULL;
    if (row("B1"))
        takt_sim_atomics(0, TAKT_SIM_ATOMICS_NEVER);
    if (row("B1") || row("B4"))
        takt_sim_atomics(1, TAKT_SIM_ATOMICS_NEVER);
    if (row("B2"))
        takt_sim_atomics(1, TAKT_SIM_ATOMICS_FAULT);
    if (row("B2-local"))
        takt_sim_atomics(0, TAKT_SIM_ATOMICS_LOCAL);
    if (row("B2-local") || row("B3"))
        takt_sim_atomics(1, TAKT_SIM_ATOMICS_LOCAL);
    if (row("B4") || row("B5"))
        takt_sim_use(&late_core_0);
}

/* Before main(), so that it is there at the first step of all. */
__attribute__((constructor)) static void hook(void)
{
    takt_sim_on_choice = at_the_first_step;
}

/* Core 0, before core 1 can have been tested: it shares a lock with nobody. */
static void make_lock(void)
{
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", NULL), row("B1") ? -ENOTSUP : 0);
    TAKT_STORE(&told, 1, release); /* pairs with cross_wait() */
}

static void refused_on_core_0(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    cross_wait(&told, 2);
    EXPECT_EQ(takt_llq_create(&second, "second", NULL), -ENOTSUP);
    EXPECT_EQ(takt_llq_attach(&second, "lock", TAKT_FOREVER), -ENOTSUP);
    if (!row("B1"))
        EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0); /* its own, used by nobody else */
    cross_end("memory_faults", 5, "refusals");
}

static void refused_on_core_1(void *arg)
{
    (void)arg;
    cross_wait(&told, 1);
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", TAKT_FOREVER), -ENOTSUP);
    EXPECT_EQ(takt_memory_verdict(takt_cross()), -ENOTSUP);
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", TAKT_NO_WAIT), -ENOTSUP);
    EXPECT_EQ(takt_llq_create(&lock[1], "own", NULL), -ENOTSUP);
    TAKT_STORE(&told, 2, release); /* pairs with cross_wait() */
    takt_thread_exit(0);
}

/* B5: in the end both are coherent and the lock is usable; before, core 1 got none. */
static void usable_on_core_0(void *arg)
{
    (void)arg;
    cross_wait(&told, 2);
    EXPECT(takt_sim_clock(0) >= CACHES_ON);
    EXPECT_EQ(TAKT_LOAD(&asked_early, relaxed), 1);
    EXPECT_EQ(takt_memory_verdict(takt_cross()), 0);
    cross_end("memory_faults", 4, "answers");
}

static void usable_on_core_1(void *arg)
{
    struct takt_llq_token token;

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[1], "lock", TAKT_S(5)), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
    TAKT_STORE(&told, 2, release); /* pairs with cross_wait() */
    takt_thread_exit(0);
}

/* Core 1 before core 0 is there: an error at once, whatever the state of its memory. */
static void ask_early(void)
{
    struct takt_llq early;

    EXPECT(takt_sim_clock(1) < CACHES_ON);
    EXPECT_EQ(takt_llq_attach(&early, "lock", TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_llq_create(&early, "early", NULL), -EHOSTDOWN);
    EXPECT(takt_sim_clock(1) < CACHES_ON);
    TAKT_STORE(&asked_early, 1, relaxed);
}

void takt_main(unsigned core)
{
    bool good = row("B5");

    if (core == 0) {
        make_lock();
        (void)cross_thread("zero", good ? usable_on_core_0 : refused_on_core_0, NULL, 5);
    } else if (core == 1) {
        if (row("B4") || row("B5"))
            ask_early();
        (void)cross_thread("one", good ? usable_on_core_1 : refused_on_core_1, NULL, 5);
    }
}
