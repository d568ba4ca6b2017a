/*
 * The kernel's gate before the lock between cores: what it refuses, what it promises to the threads of its
 * core, and that the cores exclude each other through it. The lock itself is tested below tests/llq.
 *
 * Core 0 makes the locks late, so that the others wait for them in takt_llq_attach().
 *
 *   engine=linked|announce|bakery
 */
#include "cross_test.h"

#include "cross.h"

#include <string.h>

static unsigned long sections(void)
{
    return cross_number("sections", 20000);
}

static enum llq_engine engine(void)
{
    const char *name = takt_argument("engine", "linked");

    if (strcmp(name, "linked") == 0)
        return LLQ_LINKED;
    return strcmp(name, "announce") == 0 ? LLQ_ANNOUNCE : LLQ_BAKERY;
}

static struct takt_llq lock[CONFIG_TAKT_CORES], inner[CONFIG_TAKT_CORES];
static struct takt_word inside, done, hold, tried, made;
static struct takt_word even; /* core 0 has no longer sections than the others any more */
static uint32_t counter;      /* guarded by lock */
static unsigned long cases;
static struct takt_thread *urgent;
static volatile bool urgent_ran;
static volatile int from_handler, release_from_handler;

/* Said before anything runs: what the bound is made of, with sim's costs. */
#define WORK     TAKT_NS(200)
#define SECTION  (WORK + TAKT_NS(300))
#define HANDOVER TAKT_NS(900)

static void count_up(unsigned core)
{
    struct takt_llq_token token;
    uint32_t seen;
    bool evenly = TAKT_LOAD(&even, relaxed) != 0; /* relaxed: a hint */
    takt_time_t asked = takt_now();

    EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
    if (evenly)
        cross_check_wait(asked, cross_bound(SECTION, HANDOVER));
    EXPECT(takt_llq_passed(&lock[core]) < takt_core_count());
    EXPECT_EQ(TAKT_ADD(&inside, 1, relaxed), 0);
    seen = counter;
    takt_work(WORK);
    counter = seen + 1;
    EXPECT_EQ(TAKT_ADD(&inside, UINT32_MAX, relaxed), 1);
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

static void work(unsigned core)
{
    for (unsigned long i = 0; i < sections(); i++)
        count_up(core);
    TAKT_ADD(&done, 1, release); /* pairs with cross_wait() */
}

static void refuses(void)
{
    struct takt_llq again;
    struct takt_llq_token token, second, stale;

    EXPECT_EQ(takt_llq_create(&again, "lock", NULL), -EEXIST);
    EXPECT_EQ(takt_llq_create(&again, "", NULL), -EINVAL);
    EXPECT_EQ(takt_llq_create(&again, NULL, NULL), -EINVAL);
    EXPECT_EQ(takt_llq_create(NULL, "other", NULL), -EINVAL);
    EXPECT_EQ(takt_llq_create(&again, "other", &(struct llq_attr){.rank = LLQ_RANK_MAX + 1}), -EINVAL);
    EXPECT_EQ(takt_llq_attach(&again, "nowhere", TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_llq_attach(&again, "nowhere", TAKT_MS(1)), -ETIMEDOUT);
    EXPECT_EQ(takt_llq_acquire(&inner[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_acquire(&inner[0], TAKT_FOREVER, &second), -EDEADLK);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &second), -EDEADLK); /* its rank is lower */
    stale = token;
    EXPECT_EQ(takt_llq_release(&inner[0], &token), 0);
    EXPECT_EQ(takt_llq_release(&inner[0], &stale), -EPERM);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_llq_acquire(&inner[0], TAKT_US(1), &second), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM); /* preemption is off */
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), -EPERM);
    EXPECT_EQ(takt_llq_release(&inner[0], &second), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
    cases += 16;
}

/* The directory is full at some time, or the arena. */
static void locks_end(void)
{
    static struct takt_llq many[TAKT_ENTRIES];
    char name[] = "lock-a";
    unsigned made_here = 0;
    int result;

    while ((result = takt_llq_create(&many[made_here], name, NULL)) == 0) {
        made_here++;
        name[5]++;
    }
    EXPECT_EQ(result, -ENOSPC);
    EXPECT(made_here > 0 && made_here <= TAKT_ENTRIES - TAKT_SLOTS - 2);
    cases++;
}

/* The entry of a lock says that its memory is shorter than a lock is. */
static void spoilt_entry(void)
{
    const struct takt_segment *segment = &takt_cross()->segment;
    struct takt_llq again;
    struct takt_found found;
    struct takt_word *size;
    uint32_t good;

    EXPECT_EQ(takt_directory_find(segment, "lock", TAKT_KIND_SET(TAKT_KIND_LLQ), &found), 0);
    size = &takt_segment_entry(segment, found.core, found.index)->size;
    good = size->value;
    size->value = 4;
    EXPECT_EQ(takt_llq_attach(&again, "lock", TAKT_NO_WAIT), -EBADMSG);
    size->value = good;
    EXPECT_EQ(takt_llq_attach(&again, "lock", TAKT_NO_WAIT), 0);
    cases++;
}

static void make_locks(void)
{
    EXPECT_EQ(takt_sleep(TAKT_US(300)), 0);
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &(struct llq_attr){.engine = engine(), .rank = 1}), 0);
    EXPECT_EQ(takt_llq_create(&inner[0], "inner", &(struct llq_attr){.engine = engine(), .rank = 2}), 0);
    TAKT_STORE(&made, 1, release); /* pairs with cross_wait() */
}

static void be_urgent(void *arg)
{
    (void)arg;
    for (;;) {
        EXPECT_EQ(takt_thread_suspend(takt_self()), 0);
        urgent_ran = true;
    }
}

static void tick(struct takt_timer *timer, void *arg)
{
    struct takt_llq_token token;

    (void)timer;
    (void)arg;
    from_handler = takt_llq_try(&lock[0], &token);
    release_from_handler = takt_llq_release(&lock[0], &token);
}

/* From registration to release no thread of this core runs, however urgent; handlers do, and are refused. */
static void keeps_its_processor(void)
{
    struct takt_timer timer;
    struct takt_llq_token token;

    EXPECT_EQ(takt_timer_init_direct(&timer, tick, NULL), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    EXPECT_EQ(takt_thread_resume(urgent), 0);
    EXPECT(!urgent_ran);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(1), 0), 0);
    while (from_handler == 0 || release_from_handler == 0)
        takt_work(TAKT_US(1));
    EXPECT_EQ(from_handler, -EPERM);
    EXPECT_EQ(release_from_handler, -EPERM);
    EXPECT(!urgent_ran);
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    EXPECT(urgent_ran);
    cases += 3;
}

/* Core 0 holds while core 1 tries with and without patience; then core 1 gets it by waiting. */
static void hold_against_core_1(void)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&hold, 1, release); /* pairs with cross_wait() */
    /* acquire: pairs with the release in try_against_core_0() */
    while (TAKT_LOAD(&tried, acquire) == 0)
        takt_work(TAKT_US(1));
    takt_work(TAKT_US(50));
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
    cross_wait(&tried, 2);
    cases += 3;
}

static void try_against_core_0(void)
{
    struct takt_llq_token token;

    cross_wait(&hold, 1);
    EXPECT_EQ(takt_llq_try(&lock[1], &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_NO_WAIT, &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_US(20), &token), -ETIMEDOUT);
    EXPECT_EQ(takt_llq_acquire(&lock[1], takt_at(0), &token), -ETIMEDOUT);
    EXPECT_EQ(takt_sleep(TAKT_US(1)), 0); /* preemption is on again */
    TAKT_STORE(&tried, 1, release);       /* pairs with the acquire in hold_against_core_1() */
    EXPECT_EQ(takt_llq_acquire(&lock[1], takt_at(takt_now() + CROSS_PATIENCE), &token), 0);
    EXPECT_EQ(takt_llq_release(&lock[1], &token), 0);
    TAKT_STORE(&tried, 2, release); /* pairs with cross_wait() */
}

static void making_core(void *arg)
{
    (void)arg;
    make_locks();
    refuses();
    locks_end();
    keeps_its_processor();
    if (takt_core_count() > 1)
        hold_against_core_1();
    TAKT_STORE(&even, 1, relaxed);
    work(0);
    cross_wait(&done, takt_core_count());
    EXPECT_EQ(counter, sections() * takt_core_count());
    spoilt_entry();
    cross_end("llq", counter + cases, "sections and cases");
}

static void attaching_core(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[core], "lock", CROSS_PATIENCE), 0);
    EXPECT_EQ(takt_llq_attach(&inner[core], "inner", CROSS_PATIENCE), 0);
    cross_wait(&made, 1);
    if (core == 1)
        try_against_core_0();
    work(core);
    takt_thread_exit(0);
}

void takt_main(unsigned core)
{
    cross_begin(core);
    if (core == 0) {
        urgent = cross_thread("urgent", be_urgent, NULL, 2);
        (void)cross_thread("making", making_core, NULL, 5);
    } else {
        (void)cross_thread("attaching", attaching_core, NULL, 5);
    }
}
