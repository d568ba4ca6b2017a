/*
 * A lock with a ceiling: handlers take it too, and never meet the thread that they would have interrupted. Threads and
 * timers of all cores count up what it guards.
 */
#include "cross_test.h"

#include "cross.h"

static struct takt_llq lock[CONFIG_TAKT_CORES], second[CONFIG_TAKT_CORES], plain[CONFIG_TAKT_CORES];
static struct takt_word inside, done;
static uint32_t counter, by_handlers; /* guarded by lock */
static unsigned long cases;

static unsigned long sections(void)
{
    return cross_number("sections", 2000);
}

/* Said before anything runs: what the bound is made of, with sim's costs. Nothing comes in between: it is masked. */
#define SECTION  TAKT_NS(400)
#define HANDOVER TAKT_NS(900)

static void count_up(unsigned core, uint32_t *more)
{
    struct takt_llq_token token;
    takt_time_t asked = takt_now();

    EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
    cross_check_wait(asked, cross_bound(SECTION, HANDOVER));
    EXPECT_EQ(TAKT_ADD(&inside, 1, relaxed), 0);
    counter++;
    *more += 1;
    EXPECT_EQ(TAKT_ADD(&inside, UINT32_MAX, relaxed), 1);
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

static void tick(struct takt_timer *timer, void *arg)
{
    struct takt_llq_token token;

    (void)timer;
    (void)arg;
    count_up(takt_core_id(), &by_handlers);
    EXPECT_EQ(takt_llq_try(&plain[takt_core_id()], &token), -EPERM);
}

static void refused(void)
{
    struct takt_llq_token token, other;
    uint32_t before = by_handlers;

    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &other), -EDEADLK);
    EXPECT_EQ(takt_llq_acquire(&plain[0], TAKT_FOREVER, &other), -EDEADLK); /* its rank is lower */
    EXPECT_EQ(takt_llq_acquire(&second[0], TAKT_FOREVER, &other), 0);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0); /* in any order: interrupts stay off */
    EXPECT_EQ(takt_llq_release(&lock[0], &token), -EPERM);
    EXPECT_EQ(by_handlers, before);
    EXPECT_EQ(takt_llq_release(&second[0], &other), 0);
    EXPECT_EQ(takt_llq_acquire(&plain[0], TAKT_FOREVER, &other), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_US(1), &token), 0); /* both kinds together */
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    EXPECT_EQ(takt_llq_release(&plain[0], &other), 0);
    cases += 8;
}

static void work(unsigned core)
{
    static struct takt_timer timers[CONFIG_TAKT_CORES];
    uint32_t nothing = 0;

    EXPECT_EQ(takt_timer_init_direct(&timers[core], tick, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timers[core], TAKT_US(20), TAKT_US(20)), 0);
    for (unsigned long i = 0; i < sections(); i++) {
        count_up(core, &nothing);
        takt_work(TAKT_NS(300));
    }
    EXPECT_EQ(takt_timer_stop(&timers[core]), 0);
    TAKT_ADD(&done, 1, release); /* pairs with cross_wait() */
}

static void first(void *arg)
{
    const struct llq_attr attr = {.ceiling = 1, .rank = 2}, next = {.ceiling = 1, .rank = 3},
                          low = {.rank = 1};

    (void)arg;
    EXPECT_EQ(takt_llq_create(&plain[0], "plain", &low), 0);
    EXPECT_EQ(takt_llq_create(&second[0], "second", &next), 0);
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &attr), 0);
    EXPECT_EQ(takt_llq_create(&(struct takt_llq){0}, "bad", &(struct llq_attr){.ceiling = 2}), -EINVAL);
    refused();
    work(0);
    cross_wait(&done, takt_core_count());
    EXPECT(by_handlers > 0);
    EXPECT(counter >= sections() * takt_core_count() + by_handlers);
    cross_end("llq_ceiling", counter + cases, "sections and cases");
}

static void other(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[core], "lock", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_llq_attach(&plain[core], "plain", CROSS_PATIENCE), 0);
    work(core);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    cross_begin(core);
    (void)cross_thread("main", core == 0 ? first : other, NULL, 5);
}
