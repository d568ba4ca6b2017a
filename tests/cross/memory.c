/*
 * The start-up test of the segment's memory, on memory that is good: every core passes, before the start and again from
 * threads, with the other core in its own work; and a lock that came after it excludes.
 */
#include "cross_test.h"

#include "memory_contest.h"
#include "memory_test.h"

#define SECTIONS 1000u

static struct takt_word ready, done, spent; /* spent: ns in tests, all cores */
static uint32_t counter;                    /* guarded by the lock */
static unsigned long cases;

static unsigned long again(void)
{
    return cross_number("again", 20);
}

static struct takt_bout *bout(unsigned source, unsigned target)
{
    return &takt_segment_pair(&takt_cross()->segment, source, target)->bout;
}

/* As if both had never met. The verdicts of both directions are in memory that anybody may write. */
static void forget(unsigned other)
{
    TAKT_STORE(&bout(takt_core_id(), other)->verdict, 0, relaxed);
    TAKT_STORE(&bout(other, takt_core_id())->verdict, 0, relaxed);
}

static void test_again(struct takt_cross *cross, unsigned other)
{
    takt_time_t began;

    forget(other);
    EXPECT_EQ(takt_memory_verdict(cross), -EAGAIN);
    began = takt_now();
    EXPECT_EQ(takt_cross_settle(cross, TAKT_S(5)), 0);
    TAKT_ADD(&spent, (uint32_t)(takt_now() - began), relaxed); /* relaxed: ordered by done */
    EXPECT_EQ(takt_memory_verdict(cross), 0);
}

static void count_up(struct takt_llq *lock)
{
    struct takt_llq_token token;
    uint32_t seen;

    EXPECT_EQ(takt_llq_acquire(lock, TAKT_FOREVER, &token), 0);
    seen = counter;
    takt_work(TAKT_NS(100));
    counter = seen + 1;
    EXPECT_EQ(takt_llq_release(lock, &token), 0);
}

static void use(struct takt_llq *lock)
{
    for (unsigned i = 0; i < SECTIONS; i++)
        count_up(lock);
    TAKT_ADD(&done, 1, release); /* pairs with cross_wait() */
}

static void making(void *arg)
{
    static struct takt_llq lock;
    unsigned cores = takt_core_count();

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock, "lock", NULL), 0);
    TAKT_ADD(&ready, 1, release); /* pairs with cross_wait() */
    use(&lock);
    cross_wait(&done, cores);
    EXPECT_EQ(counter, SECTIONS * cores);
    if (cores > 1)
        takt_printf("a test of two cores takes %lu us of the board's time\n",
                    (unsigned long)TAKT_LOAD(&spent, relaxed) / 1000 / ((cores - 1) * again()));
    cross_end("memory", cases + (cores - 1) * again() + SECTIONS * cores, "tests and sections");
}

static void attaching(void *arg)
{
    static struct takt_llq locks[CONFIG_TAKT_CORES];
    struct takt_llq *lock = &locks[takt_core_id()];

    (void)arg;
    cross_wait(&ready, 1);
    for (unsigned i = 0; i < again(); i++)
        test_again(takt_cross(), 0);
    forget(0);
    EXPECT_EQ(takt_llq_attach(lock, "lock", TAKT_S(5)), 0); /* makes the test that is missing */
    EXPECT_EQ(takt_memory_verdict(takt_cross()), 0);
    use(lock);
    takt_thread_exit(0);
}

/* One core takes both sides, one after the other: nothing collides, and it is seen that they did not meet. */
static void contest_without_a_meeting(void)
{
    static struct takt_bout words;
    struct takt_contest first, second;

    takt_contest_clear(&words);
    first = takt_contest_run(&words, 0);
    second = takt_contest_run(&words, 1);
    EXPECT_EQ(first.finding, TAKT_PASSED);
    EXPECT_EQ(second.finding, TAKT_PASSED);
    EXPECT(takt_contest_exact(&words, first.change + second.change));
    EXPECT(!takt_contest_met(&first) && !takt_contest_met(&second));
    words.sum.value--;
    EXPECT(!takt_contest_exact(&words, first.change + second.change));
    words.sum.value++;
    EXPECT(!takt_contest_exact(&words, first.change + second.change + 1));
    cases++;
}

void takt_main(unsigned core)
{
    cross_begin(core);
    EXPECT_EQ(takt_memory_verdict(takt_cross()), 0);
    if (core == 0) {
        contest_without_a_meeting();
        (void)cross_thread("making", making, NULL, 5);
    } else {
        (void)cross_thread("attaching", attaching, NULL, 5);
    }
}
