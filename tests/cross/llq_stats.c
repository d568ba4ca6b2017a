/*
 * A lock's statistics, against a schedule that says what they have to be.
 *
 * In each round core 0 takes the lock, and the others ask one microsecond after each other while it holds. So core c has c
 * ahead of it, waits for all their sections but the c microseconds that it came later, and gives the lock to core c + 1. In
 * the last round core 1 tries, and gives up at a deadline: neither of that counts.
 *
 *   block=1    threads sleep for the lock
 *   engine=announce
 *   exact=1    each number is what the schedule says: where nothing costs time but the sections. Else nobody knows who
 *              comes first, and the numbers have to agree with each other
 */
#include "cross_test.h"

#include "cross.h"

#include <string.h>

#define ROUNDS 20u
#define HOLD   TAKT_US(30)
#define APART  TAKT_US(1)
#define SOON   TAKT_MS(1)

static struct takt_llq lock[CONFIG_TAKT_CORES];
static struct takt_word round_number, over, tried;
static takt_time_t begins; /* of the round; published by its number */
static unsigned long checks;

static bool exact(void)
{
    return cross_number("exact", 0) != 0;
}

static void take_turn(unsigned core)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_sleep(takt_at(begins + core * APART)), 0);
    EXPECT_EQ(takt_llq_acquire(&lock[core], TAKT_FOREVER, &token), 0);
    takt_work(HOLD);
    EXPECT_EQ(takt_llq_release(&lock[core], &token), 0);
}

static void give_up(void)
{
    struct takt_llq_token token;

    EXPECT_EQ(takt_llq_try(&lock[1], &token), -EAGAIN);
    EXPECT_EQ(takt_llq_acquire(&lock[1], TAKT_US(5), &token), -ETIMEDOUT);
    TAKT_STORE(&tried, 1, release); /* pairs with cross_wait() */
}

static void other(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    EXPECT_EQ(takt_llq_attach(&lock[core], "lock", TAKT_S(2)), 0);
    for (uint32_t number = 1; number <= ROUNDS; number++) {
        cross_wait(&round_number, number);
        take_turn(core);
        TAKT_ADD(&over, 1, release); /* pairs with cross_wait() */
    }
    cross_wait(&round_number, ROUNDS + 1);
    if (core == 1)
        give_up();
    takt_thread_exit(0);
}

static void make_rounds(void)
{
    struct takt_llq_token token;

    for (uint32_t number = 1; number <= ROUNDS; number++) {
        begins = takt_now() + SOON;
        TAKT_STORE(&round_number, number, release); /* pairs with cross_wait() */
        take_turn(0);
        cross_wait(&over, number * (takt_core_count() - 1));
    }
    EXPECT_EQ(takt_llq_acquire(&lock[0], TAKT_FOREVER, &token), 0);
    TAKT_STORE(&round_number, ROUNDS + 1, release); /* pairs with cross_wait() */
    while (TAKT_LOAD(&tried, acquire) == 0)         /* pairs with give_up() */
        takt_work(TAKT_US(1));
    EXPECT_EQ(takt_llq_release(&lock[0], &token), 0);
}

#if CONFIG_TAKT_LLQ_STATS

static struct llq_stats stats_of(unsigned core)
{
    struct llq_stats stats;

    EXPECT_EQ(takt_llq_stats(&lock[0], core, &stats), 0);
    return stats;
}

static uint32_t handed(unsigned from, unsigned to)
{
    uint32_t count;

    EXPECT_EQ(takt_llq_handovers(&lock[0], from, to, &count), 0);
    return count;
}

static void check_exactly(unsigned core)
{
    const struct llq_stats stats = stats_of(core);
    unsigned last = takt_core_count() - 1;

    EXPECT_EQ(stats.contended, core == 0 ? 0 : ROUNDS);
    EXPECT_EQ(stats.longest_wait, core * (HOLD - APART));
    if (core != 0)
        EXPECT_EQ(stats.longest_hold, HOLD);
    for (unsigned ahead = 0; ahead < LLQ_STATS_QUEUE; ahead++) {
        bool mine = ahead == (core < LLQ_STATS_QUEUE ? core : LLQ_STATS_QUEUE - 1);

        EXPECT_EQ(stats.queue[ahead], mine ? stats.acquisitions : 0);
    }
    for (unsigned to = 0; to <= last; to++)
        EXPECT_EQ(handed(core, to), core != last && to == core + 1 ? ROUNDS : 0);
    checks += 3 + LLQ_STATS_QUEUE + last + 1;
}

/* Whoever waited was given the lock by somebody. */
static void check_together(unsigned core)
{
    const struct llq_stats stats = stats_of(core);
    uint32_t ahead = 0, given = 0;

    for (unsigned i = 0; i < LLQ_STATS_QUEUE; i++)
        ahead += stats.queue[i];
    for (unsigned from = 0; from < takt_core_count(); from++)
        given += handed(from, core);
    EXPECT_EQ(stats.acquisitions, ROUNDS + (core == 0));
    EXPECT_EQ(ahead, stats.acquisitions);
    EXPECT_EQ(stats.queue[0], stats.acquisitions - stats.contended);
    EXPECT_EQ(given, stats.contended);
    EXPECT_EQ(handed(core, core), 0);
    EXPECT(stats.longest_hold >= HOLD);
    EXPECT(takt_core_count() > 3 || stats.queue[LLQ_STATS_QUEUE - 1] == 0);
    checks += 7;
}

static void check_all(void)
{
    struct llq_stats stats;
    uint32_t count;

    for (unsigned core = 0; core < takt_core_count(); core++) {
        check_together(core);
        if (exact())
            check_exactly(core);
    }
    EXPECT_EQ(takt_llq_stats(&lock[0], takt_core_count(), &stats), -EINVAL);
    EXPECT_EQ(takt_llq_handovers(&lock[0], 0, takt_core_count(), &count), -EINVAL);
    checks += 2;
}

#else

static void check_all(void)
{
}

#endif

static void first(void *arg)
{
    const struct llq_attr attr = {
        .block = cross_number("block", 0) != 0,
        .engine = strcmp(takt_argument("engine", "linked"), "announce") == 0 ? LLQ_ANNOUNCE : LLQ_LINKED};

    (void)arg;
    EXPECT_EQ(takt_llq_create(&lock[0], "lock", &attr), 0);
    make_rounds();
    check_all();
    cross_end("llq_stats", checks, "numbers");
}

void takt_main(unsigned core)
{
    cross_begin(core);
    (void)cross_thread("main", core == 0 ? first : other, NULL, 5);
}
