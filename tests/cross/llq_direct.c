/*
 * The direct way of locks that spin, and where it ends: a core that holds more than one lock, of whatever kind, has
 * records of them, and takes the direct way again when all are released. What is compared and refused is the same on both.
 */
#include "cross_test.h"

#include "llq_gate.h"

static struct takt_llq low, middle, high; /* by rank: 1, 2, 3 */
static struct takt_llq masked_low, masked_high;
static struct takt_llq spare, theirs;
static struct takt_llq_token token, other;
static struct takt_word held, left; /* core 0 holds middle; core 1 has given up */
static volatile bool came;
static unsigned long cases;

static const struct takt_llq *way(void)
{
    cases++;
    return takt_cross()->spin.direct;
}

static void make(struct takt_llq *llq, const char *name, unsigned rank, unsigned ceiling)
{
    EXPECT_EQ(takt_llq_create(llq, name, &(struct llq_attr){.rank = rank, .ceiling = ceiling}), 0);
}

static void acquire(struct takt_llq *llq, struct takt_llq_token *proof)
{
    EXPECT_EQ(takt_llq_acquire(llq, TAKT_FOREVER, proof), 0);
}

static void release(struct takt_llq *llq, const struct takt_llq_token *proof)
{
    EXPECT_EQ(takt_llq_release(llq, proof), 0);
    EXPECT_EQ(takt_llq_release(llq, proof), -EPERM);
}

static void one_after_the_other(void)
{
    struct takt_llq_token stale;

    acquire(&middle, &token);
    EXPECT(way() == &middle);
    EXPECT_EQ(takt_llq_release(&high, &token), -EPERM);
    stale = token;
    release(&middle, &token);
    EXPECT(way() == NULL);
    acquire(&middle, &token);
    EXPECT_EQ(takt_llq_release(&middle, &stale), -EPERM);
    release(&middle, &token);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

static void one_in_the_other(void)
{
    acquire(&middle, &token);
    EXPECT_EQ(takt_llq_acquire(&middle, TAKT_FOREVER, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_acquire(&low, TAKT_FOREVER, &other), -EDEADLK);
    acquire(&high, &other);
    EXPECT(way() == TAKT_LLQ_RECORDED);
    release(&middle, &token);
    EXPECT(way() == TAKT_LLQ_RECORDED);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM);
    release(&high, &other);
    EXPECT(way() == NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

static void beside_a_ceiling(void)
{
    acquire(&masked_low, &token);
    EXPECT_EQ(takt_llq_acquire(&low, TAKT_FOREVER, &other), -EDEADLK);
    acquire(&middle, &other);
    release(&masked_low, &token);
    EXPECT(way() == TAKT_LLQ_RECORDED);
    release(&middle, &other);
    EXPECT(way() == NULL);
    acquire(&middle, &token);
    acquire(&masked_high, &other);
    release(&middle, &token);
    EXPECT(way() == TAKT_LLQ_RECORDED);
    release(&masked_high, &other);
    EXPECT(way() == NULL);
}

static void interrupt(struct takt_timer *timer, void *arg)
{
    struct takt_llq_token mine;

    (void)timer;
    (void)arg;
    EXPECT_EQ(takt_llq_acquire(&masked_low, TAKT_FOREVER, &mine), -EDEADLK); /* of what the thread holds */
    acquire(&masked_high, &mine);
    release(&masked_high, &mine);
    EXPECT_EQ(takt_llq_acquire(&spare, TAKT_FOREVER, &mine), -EPERM);
    came = true;
}

static void under_an_interrupt(void)
{
    static struct takt_timer timer;

    EXPECT_EQ(takt_timer_init_direct(&timer, interrupt, NULL), 0);
    acquire(&middle, &token);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(20), 0), 0);
    while (!came)
        takt_work(TAKT_NS(100));
    EXPECT(way() == &middle);
    release(&middle, &token);
    EXPECT(way() == NULL);
}

#if CONFIG_TAKT_LLQ_BLOCK
/* Its thread sleeps for it, and may hold it for long: other threads' requests are recorded, too. */
static void beside_a_lock_to_sleep_for(void)
{
    static struct takt_llq asleep;

    EXPECT_EQ(takt_llq_create(&asleep, "asleep", &(struct llq_attr){.rank = 2, .block = true}), 0);
    acquire(&asleep, &token);
    EXPECT_EQ(takt_cross()->spin.gates, 1);
    EXPECT_EQ(takt_llq_acquire(&low, TAKT_FOREVER, &other), -EDEADLK);
    acquire(&high, &other);
    EXPECT(way() == TAKT_LLQ_RECORDED);
    release(&high, &other);
    release(&asleep, &token);
    EXPECT_EQ(takt_cross()->spin.gates, 0);
    acquire(&low, &other);
    EXPECT(way() == &low);
    release(&low, &other);
}
#else
static void beside_a_lock_to_sleep_for(void)
{
}
#endif

/* A core that writes nonsense into a lock: its users are told, and go on. */
static void words_that_make_no_sense(void)
{
    struct takt_word *next = (struct takt_word *)spare.node;

    TAKT_STORE(spare.tail, 77, relaxed); /* relaxed, all here: nobody else uses the lock */
    EXPECT_EQ(takt_llq_acquire(&spare, TAKT_FOREVER, &token), -EBADMSG);
    EXPECT(way() == NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
    TAKT_STORE(spare.tail, 0, relaxed);
    acquire(&spare, &token);
    TAKT_STORE(next, 77, relaxed);
    EXPECT_EQ(takt_llq_release(&spare, &token), -EBADMSG);
    EXPECT(way() == NULL);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
}

/* Core 1 gives a request up while core 0 holds the lock, and asks again. */
static void abandoned_by_the_other(void)
{
    if (takt_core_count() == 1)
        return;
    acquire(&middle, &token);
    TAKT_STORE(&held, 1, release); /* release: pairs with cross_wait() of core 1 */
    /* acquire: pairs with core 1's */
    while (TAKT_LOAD(&left, acquire) == 0)
        takt_work(TAKT_NS(100));
    release(&middle, &token);
    cross_wait(&left, 2);
}

static void first(void *arg)
{
    (void)arg;
    make(&low, "low", 1, 0);
    make(&high, "high", 3, 0);
    make(&masked_low, "masked-low", 1, 1);
    make(&masked_high, "masked-high", 3, 1);
    make(&spare, "spare", 0, 0);
    make(&middle, "middle", 2, 0);
    one_after_the_other();
    one_in_the_other();
    beside_a_ceiling();
    under_an_interrupt();
    beside_a_lock_to_sleep_for();
    words_that_make_no_sense();
    abandoned_by_the_other();
    cross_end("llq_direct", cases, "looks at the way");
}

static void second(void *arg)
{
    struct takt_llq_token mine;

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&theirs, "middle", CROSS_PATIENCE), 0);
    cross_wait(&held, 1);
    EXPECT_EQ(takt_llq_acquire(&theirs, TAKT_US(20), &mine), -ETIMEDOUT);
    EXPECT(takt_cross()->spin.direct == TAKT_LLQ_RECORDED);
    TAKT_STORE(&left, 1, release); /* release: pairs with core 0's look */
    for (unsigned i = 0; i < 3; i++) {
        acquire(&theirs, &mine);
        release(&theirs, &mine);
    }
    TAKT_STORE(&left, 2, release); /* release: pairs with cross_wait() of core 0 */
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    cross_begin(core);
    if (core < 2)
        (void)cross_thread("main", core == 0 ? first : second, NULL, 5);
}
