/*
 * Periodic threads: releases, deadlines, budgets.
 *
 * Limits are tried to the unit: the smallest budget (deadline) that a job keeps is searched, which works out because a
 * smaller one is never kept, and compared with what the job computes. Without costs (sim, --costs zero) they are
 * the same number; where a board's time is not exact, limits far from the job's time are tried.
 */
#include "scenario.h"

static takt_time_t unit; /* of what jobs take: longer where a busy machine may stop the program */
static struct takt_period period;
static unsigned missed, overruns;
static takt_time_t missed_at;

static void on_missed(struct takt_period *late, void *arg)
{
    EXPECT(late == &period && arg == &missed);
    EXPECT(takt_in_handler());
    missed++;
    missed_at = takt_now();
    mark("M");
}

static void on_overrun(struct takt_period *over, void *arg)
{
    EXPECT(over == &period && arg == &missed);
    EXPECT(takt_in_handler());
    overruns++;
    mark("O");
}

static struct takt_period_attr attr_of(takt_time_t length, takt_time_t deadline, takt_time_t budget)
{
    unit = scenario_exact_time() ? TAKT_MS(1) : TAKT_MS(5);
    missed = overruns = 0;
    return (struct takt_period_attr){.period = length,
                                     .deadline = deadline,
                                     .budget = budget,
                                     .missed = on_missed,
                                     .overrun = on_overrun,
                                     .arg = &missed};
}

/* Whether the kernel's steps take time. */
static bool free_of_cost(void)
{
    takt_time_t before = takt_now();

    takt_yield();
    return scenario_exact_time() && takt_now() == before;
}

static void what_makes_no_sense_is_refused(void)
{
    struct takt_period_attr attr = attr_of(0, 0, 0);

    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), -EINVAL);
    attr = attr_of(TAKT_MS(1), -1, 0);
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), -EINVAL);
    attr = attr_of(TAKT_MS(1), 0, -1);
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), -EINVAL);
    attr = attr_of(TAKT_MS(1), 0, 0);
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_FOREVER), -EINVAL);
    takt_preempt_lock();
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), -EPERM);
    takt_preempt_unlock();
}

static void not_mine(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_period_wait(&period), -EPERM);
}

static void the_thread_itself_waits_until_it_is_stopped(void)
{
    struct takt_period_attr attr = attr_of(TAKT_S(5), 0, 0);

    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), 0);
    (void)spawn(HIGH, not_mine, NULL);
    takt_preempt_lock();
    EXPECT_EQ(takt_period_wait(&period), -EPERM);
    takt_preempt_unlock();
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_stop(&period), -EALREADY);
    EXPECT_EQ(takt_period_wait(&period), -EPERM);
}

static void releases_do_not_drift(void)
{
    struct takt_period_attr attr = attr_of(10 * unit, 0, 0);
    takt_time_t first = takt_now() + 2 * unit;

    attr.period = 10 * unit;
    EXPECT_EQ(takt_period_start(&period, &attr, takt_at(first)), 0);
    EXPECT_TIME(takt_now(), first, TAKT_US(5));
    for (unsigned job = 1; job <= 5; job++) {
        takt_work(job * unit / 10);
        EXPECT_EQ(takt_period_wait(&period), 0);
        EXPECT_TIME(takt_now(), first + job * attr.period, TAKT_US(5));
    }
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_missed(&period), 0);
    EXPECT_EQ(takt_period_overruns(&period), 0);
    EXPECT_EQ(takt_period_longest(&period), 0);
}

static void hog(void *span)
{
    takt_work(*(const takt_time_t *)span);
}

/* A job that computes for a unit; in its middle a more urgent thread runs for a span. @return whether the limit was kept */
static bool job_keeps(takt_time_t deadline, takt_time_t budget, takt_time_t span)
{
    struct takt_period_attr attr = attr_of(100 * unit, deadline, budget);

    attr.period = 100 * unit;
    EXPECT_EQ(takt_period_start(&period, &attr, unit), 0);
    takt_work(unit / 2);
    if (span != 0)
        (void)spawn(HIGH, hog, &span);
    takt_work(unit / 2);
    (void)takt_period_wait(&period);
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_missed(&period), missed);
    EXPECT_EQ(takt_period_overruns(&period), overruns);
    EXPECT((missed <= 1 && overruns <= 1) || !scenario_exact_time());
    EXPECT((takt_period_longest(&period) > budget) == (overruns != 0));
    scenario_join_all();
    return missed + overruns == 0;
}

static bool job_can_keep(takt_time_t deadline, takt_time_t budget, takt_time_t span)
{
    unsigned tries = scenario_tries();

    while (tries-- != 0) {
        if (job_keeps(deadline, budget, span))
            return true;
    }
    return false;
}

/* The smallest limit that is kept: of budgets, or of deadlines. */
static takt_time_t smallest(bool budgets, takt_time_t span)
{
    takt_time_t broken = unit / 2, kept = 40 * unit;

    EXPECT(!job_keeps(budgets ? 0 : broken, budgets ? broken : 0, span));
    EXPECT(job_can_keep(budgets ? 0 : kept, budgets ? kept : 0, span));
    while (scenario_exact_time() && kept - broken > 1) {
        takt_time_t middle = broken + (kept - broken) / 2;

        if (job_keeps(budgets ? 0 : middle, budgets ? middle : 0, span))
            kept = middle;
        else
            broken = middle;
    }
    return kept;
}

static void a_budget_is_kept_to_the_unit(void)
{
    takt_time_t kept;

    (void)attr_of(1, 0, 0);
    kept = smallest(true, 0);
    EXPECT_TIME(kept, unit, TAKT_US(5));
    EXPECT(!free_of_cost() || kept == unit);
}

/* Others take ten times as long as the job, and of what it may compute nothing is gone but the two switches. */
static void time_of_others_does_not_count(void)
{
    takt_time_t kept;

    (void)attr_of(1, 0, 0);
    kept = smallest(true, 10 * unit);
    EXPECT_TIME(kept, unit, TAKT_US(10));
    EXPECT(!free_of_cost() || kept == unit);
    if (!scenario_exact_time())
        EXPECT(job_can_keep(0, 8 * unit, 10 * unit));
}

static void a_deadline_is_kept_in_its_instant(void)
{
    takt_time_t kept;

    (void)attr_of(1, 0, 0);
    kept = smallest(false, 0);
    EXPECT_TIME(kept, unit, TAKT_US(5));
    EXPECT(!free_of_cost() || kept == unit);
}

static void a_miss_is_told_when_it_happens(void)
{
    struct takt_period_attr attr = attr_of(1, 0, 0);
    takt_time_t release;

    attr = attr_of(50 * unit, 2 * unit, 0);
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), 0);
    release = takt_now();
    EXPECT_EQ(takt_sleep(4 * unit), 0); /* it does not even run */
    EXPECT(missed != 0);
    EXPECT_TIME(missed_at + TAKT_US(5), release + 2 * unit, TAKT_US(10));
    (void)takt_period_wait(&period);
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT(missed == 1 || !scenario_exact_time());
}

/* The first job takes two periods and a half: its own deadline and the second's pass meanwhile; the third's does not. */
static struct takt_period_attr late_job(bool skip)
{
    struct takt_period_attr attr = attr_of(1, 0, 0);

    attr = attr_of(10 * unit, 0, 0);
    attr.skip = skip;
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_sleep(25 * unit), 0);
    mark("1");
    return attr;
}

static void overlapping_releases_are_made_up_for(void)
{
    (void)late_job(false);
    EXPECT_EQ(takt_period_wait(&period), 2);
    mark("2");
    EXPECT_EQ(takt_period_wait(&period), 1);
    mark("3");
    EXPECT_EQ(takt_period_wait(&period), 0);
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_missed(&period), 2);
    EXPECT_MARKS("M M 1 2 3");
}

static void or_left_out(void)
{
    takt_time_t first = takt_now();
    struct takt_period_attr attr = late_job(true);

    EXPECT_EQ(takt_period_wait(&period), 2);
    EXPECT_TIME(takt_now(), first + 3 * attr.period, TAKT_US(10));
    EXPECT_EQ(takt_period_wait(&period), 0);
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_missed(&period), 2);
    EXPECT_MARKS("M M 1");
}

static void ends_at_once(void *arg)
{
    struct takt_period_attr attr = attr_of(1, 0, 0);

    (void)arg;
    attr = attr_of(10 * unit, unit, unit);
    EXPECT_EQ(takt_period_start(&period, &attr, TAKT_NO_WAIT), 0);
}

static void a_thread_that_ended_misses_its_deadlines(void)
{
    (void)spawn(HIGH, ends_at_once, NULL);
    scenario_join_all();
    EXPECT_EQ(takt_sleep(15 * unit), 0);
    EXPECT_EQ(takt_period_stop(&period), 0);
    EXPECT_EQ(takt_period_missed(&period), 2);
    EXPECT_EQ(takt_period_overruns(&period), 0);
    EXPECT_MARKS("M M");
}

SCENARIOS(SCENARIO(what_makes_no_sense_is_refused), SCENARIO(the_thread_itself_waits_until_it_is_stopped),
          SCENARIO(releases_do_not_drift), SCENARIO(a_budget_is_kept_to_the_unit),
          SCENARIO(time_of_others_does_not_count), SCENARIO(a_deadline_is_kept_in_its_instant),
          SCENARIO(a_miss_is_told_when_it_happens), SCENARIO(overlapping_releases_are_made_up_for),
          SCENARIO(or_left_out), SCENARIO(a_thread_that_ended_misses_its_deadlines));
