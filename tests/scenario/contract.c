/*
 * The contract check: computing times and distances that are just kept, and those that are not.
 *
 * The contract (contract.takt) gives the thread "limited" 50 ms a job, and the interrupt of in_handler() 20 ms between
 * two: long, because on a busy machine a program may be stopped for some, so that jobs within it are short. Where time
 * is exact, both are tried to the unit.
 */
#include "scenario.h"

#define COMPUTES TAKT_MS(50)
#define DISTANCE TAKT_MS(20)
#define SHORT    TAKT_MS(2) /* surely within the contract */

static unsigned told, told_line;
static struct takt_contract_breach last;

void takt_contract_hook(const struct takt_contract_breach *breach)
{
    EXPECT(takt_in_handler());
    last = *breach;
    if (breach->thread != NULL)
        told++;
    else
        told_line++;
}

static void begin(void)
{
    told = told_line = 0;
}

/** Jobs of the thread: how many, how long, and what happens in their middle. */
struct jobs {
    unsigned number;
    takt_time_t computes;
    bool yields;
    takt_time_t others;
};

static void hog(void *span)
{
    takt_work(*(const takt_time_t *)span);
}

static void work(void *arg)
{
    const struct jobs *jobs = arg;

    for (unsigned i = 0; i < jobs->number; i++) {
        takt_work(jobs->computes / 2);
        if (jobs->yields)
            takt_yield();
        if (jobs->others != 0)
            (void)spawn(HIGHER, hog, &jobs->others);
        takt_work(jobs->computes - jobs->computes / 2);
        EXPECT_EQ(takt_sleep(TAKT_US(100)), 0);
    }
}

/* @return breaches */
static uint32_t run(const char *name, struct jobs jobs)
{
    uint32_t before = takt_contract_breaches();

    begin();
    (void)spawn_with((struct takt_thread_attr){.name = name, .priority = HIGH, .entry = work, .arg = &jobs});
    scenario_join_all();
    EXPECT_EQ(takt_contract_breaches() - before, told);
    EXPECT_EQ(told_line, 0);
    return told;
}

/* Whether such jobs can be without a breach. */
static bool keeps(const char *name, struct jobs jobs)
{
    unsigned tries = scenario_tries();

    while (tries-- != 0) {
        if (run(name, jobs) == 0)
            return true;
    }
    return false;
}

static void a_job_within_the_contract_is_none(void)
{
    EXPECT(keeps("limited", (struct jobs){1, SHORT, false, 0}));
}

static void a_longer_one_is_told_once(void)
{
    EXPECT_EQ(run("limited", (struct jobs){1, 2 * COMPUTES, false, 0}), 1);
    EXPECT(last.thread != NULL && last.said == COMPUTES);
    EXPECT_TIME(last.worst, COMPUTES, TAKT_US(5)); /* as it passes its limit */
}

static void each_job_counts_alone(void)
{
    EXPECT(keeps("limited", (struct jobs){20, SHORT, false, 0}));
    EXPECT_EQ(run("limited", (struct jobs){3, COMPUTES + COMPUTES / 4, false, 0}), 3);
}

/* A yield does not end a job: the thread stays ready. */
static void a_yield_ends_no_job(void)
{
    EXPECT_EQ(run("limited", (struct jobs){1, COMPUTES + COMPUTES / 2, true, 0}), 1);
}

static void time_of_others_does_not_count(void)
{
    EXPECT(keeps("limited", (struct jobs){1, SHORT, false, 2 * COMPUTES}));
}

static void who_is_not_in_it_may_do_what_he_wants(void)
{
    EXPECT(keeps("free", (struct jobs){1, 2 * COMPUTES, false, 0}));
}

/* The longest job that is within the contract, where time is exact. */
static void computing_time_is_held_to_the_unit(void)
{
    takt_time_t within = COMPUTES - TAKT_US(10), over = COMPUTES + 1, before = takt_now();
    bool is_free;

    if (!scenario_exact_time())
        return;
    takt_yield();
    is_free = takt_now() == before;
    while (over - within > 1) {
        takt_time_t middle = within + (over - within) / 2;

        if (run("limited", (struct jobs){1, middle, false, 0}) == 0)
            within = middle;
        else
            over = middle;
    }
    EXPECT(within >= COMPUTES - TAKT_US(5));
    EXPECT(!is_free || within == COMPUTES);
}

static void come(void *arg)
{
    *(takt_time_t *)arg = takt_now();
}

/* Two interrupts with a span between them. */
static unsigned two(takt_time_t span)
{
    takt_time_t first, second;

    EXPECT_EQ(takt_sleep(2 * DISTANCE), 0); /* away from what was before */
    begin();
    in_handler(come, &first);
    takt_work(span);
    in_handler(come, &second);
    EXPECT_EQ(takt_sleep(TAKT_US(100)), 0);
    EXPECT(told_line == 0 || (last.thread == NULL && last.said == DISTANCE && last.worst < DISTANCE));
    return told_line;
}

static void interrupts_that_are_apart_are_within(void)
{
    EXPECT_EQ(two(2 * DISTANCE), 0);
}

static void one_that_comes_too_soon_is_told(void)
{
    EXPECT_EQ(two(TAKT_US(10)), 1);
    EXPECT_EQ(last.line, 1);
}

static void distances_are_held_to_the_unit(void)
{
    takt_time_t soon = DISTANCE - TAKT_US(10), apart = DISTANCE, before = takt_now();
    bool is_free;

    if (!scenario_exact_time())
        return;
    takt_yield();
    is_free = takt_now() == before;
    EXPECT(two(soon) == 1 && two(apart) == 0);
    while (apart - soon > 1) {
        takt_time_t middle = soon + (apart - soon) / 2;

        if (two(middle) == 0)
            apart = middle;
        else
            soon = middle;
    }
    EXPECT(apart >= DISTANCE - TAKT_US(5));
    EXPECT(!is_free || apart == DISTANCE);
}

SCENARIOS(SCENARIO(a_job_within_the_contract_is_none), SCENARIO(a_longer_one_is_told_once),
          SCENARIO(each_job_counts_alone), SCENARIO(a_yield_ends_no_job),
          SCENARIO(time_of_others_does_not_count), SCENARIO(who_is_not_in_it_may_do_what_he_wants),
          SCENARIO(computing_time_is_held_to_the_unit), SCENARIO(interrupts_that_are_apart_are_within),
          SCENARIO(one_that_comes_too_soon_is_told), SCENARIO(distances_are_held_to_the_unit));
