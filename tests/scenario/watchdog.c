/* Watchdogs: silence that is just allowed, and one unit more; of threads that wait, run, are starved, have ended. */
#include "scenario.h"

static struct takt_watchdog dog;
static unsigned bites;
static takt_time_t bitten_at;

static takt_time_t unit(void)
{
    return scenario_exact_time() ? TAKT_MS(1) : TAKT_MS(20);
}

static void bite(struct takt_watchdog *watchdog, void *arg)
{
    EXPECT(watchdog == &dog && arg == &bites);
    EXPECT(takt_in_handler());
    bites++;
    bitten_at = takt_now();
}

static void start(takt_time_t span)
{
    bites = 0;
    EXPECT_EQ(takt_watchdog_start(&dog, takt_self(), span, bite, &bites), 0);
}

static void stop(unsigned expected)
{
    EXPECT_EQ(takt_watchdog_stop(&dog), 0);
    EXPECT_EQ(takt_watchdog_stop(&dog), -EALREADY);
    EXPECT_EQ(takt_watchdog_bites(&dog), expected);
    EXPECT_EQ(bites, expected);
}

static void what_makes_no_sense_is_refused(void)
{
    EXPECT_EQ(takt_watchdog_start(&dog, takt_self(), 0, bite, NULL), -EINVAL);
    EXPECT_EQ(takt_watchdog_start(&dog, takt_self(), -1, bite, NULL), -EINVAL);
}

/* @return whether it was */
static bool left_alone(void)
{
    start(10 * unit());
    for (unsigned i = 0; i < 10; i++) {
        if (i % 2 == 0)
            EXPECT_EQ(takt_sleep(2 * unit()), 0);
        else
            takt_work(2 * unit());
        takt_watchdog_report(&dog);
    }
    stop(bites);
    return bites == 0;
}

static void who_reports_is_left_alone(void)
{
    unsigned tries = scenario_tries();

    while (!left_alone() && tries != 0)
        tries--;
    EXPECT(tries != 0);
}

static bool bites_within(takt_time_t span, takt_time_t silence)
{
    start(span);
    takt_work(silence);
    takt_watchdog_report(&dog);
    takt_work(TAKT_US(5)); /* an interrupt that is due comes */
    EXPECT_EQ(takt_watchdog_stop(&dog), 0);
    return bites != 0;
}

/* The smallest span that silence of a unit keeps: a unit, and the kernel's steps, if these take time. */
static void silence_is_allowed_to_the_unit(void)
{
    takt_time_t silence = unit(), bitten = silence / 2, kept = 20 * silence, before;

    EXPECT(bites_within(bitten, silence));
    EXPECT(!scenario_exact_time() || !bites_within(kept, silence));
    while (scenario_exact_time() && kept - bitten > 1) {
        takt_time_t middle = bitten + (kept - bitten) / 2;

        if (bites_within(middle, silence))
            bitten = middle;
        else
            kept = middle;
    }
    EXPECT_TIME(kept, silence, TAKT_US(5));
    before = takt_now();
    takt_yield();
    EXPECT(!scenario_exact_time() || takt_now() != before || kept == silence);
}

static void it_bites_again_after_each_span(void)
{
    takt_time_t began = takt_now();

    start(10 * unit());
    EXPECT_EQ(takt_sleep(35 * unit()), 0);
    EXPECT_TIME(bitten_at, began + 30 * unit(), TAKT_US(20));
    EXPECT(bites == 3 || !scenario_exact_time());
    stop(bites);
}

static void report(void *arg)
{
    (void)arg;
    takt_watchdog_report(&dog);
}

static void handlers_may_report(void)
{
    start(10 * unit());
    for (unsigned i = 0; i < 5; i++) {
        EXPECT_EQ(takt_sleep(4 * unit()), 0);
        in_handler(report, NULL);
    }
    stop(scenario_exact_time() ? 0 : bites);
}

static void ends(void *arg)
{
    (void)arg;
    takt_watchdog_report(&dog);
}

static void a_thread_that_ended_is_silent(void)
{
    start(4 * unit());
    (void)spawn(HIGH, ends, NULL);
    scenario_join_all();
    EXPECT_EQ(takt_sleep(6 * unit()), 0);
    EXPECT(bites == 1 || !scenario_exact_time());
    EXPECT(bites != 0);
    stop(bites);
}

static void without_a_function_it_counts(void)
{
    bites = 0;
    EXPECT_EQ(takt_watchdog_start(&dog, takt_self(), unit(), NULL, NULL), 0);
    EXPECT_EQ(takt_sleep(unit() + unit() / 2), 0);
    EXPECT_EQ(takt_watchdog_stop(&dog), 0);
    EXPECT(takt_watchdog_bites(&dog) == 1 || (!scenario_exact_time() && takt_watchdog_bites(&dog) != 0));
    EXPECT_EQ(bites, 0);
}

SCENARIOS(SCENARIO(what_makes_no_sense_is_refused), SCENARIO(who_reports_is_left_alone),
          SCENARIO(silence_is_allowed_to_the_unit), SCENARIO(it_bites_again_after_each_span),
          SCENARIO(handlers_may_report), SCENARIO(a_thread_that_ended_is_silent),
          SCENARIO(without_a_function_it_counts));
