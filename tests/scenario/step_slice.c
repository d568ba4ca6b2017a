/*
 * A share that ends at every step of a wait, and of a switch to a more urgent thread and back: sim only, where the
 * lengths of the shares say exactly when that is.
 */
#include "scenario.h"

static volatile bool stop;
static unsigned turns;

static void sleep_often(void *arg)
{
    (void)arg;
    while (!stop)
        EXPECT_EQ(takt_sleep(TAKT_US(10)), 0);
}

static void work(void *arg)
{
    (void)arg;
    for (turns = 0; !stop; turns++)
        takt_work(TAKT_US(2));
}

static void use_shares_up(void *arg)
{
    (void)arg;
    for (takt_time_t slice = TAKT_US(5); slice < TAKT_US(13); slice += 20) {
        EXPECT_EQ(takt_thread_set_slice(takt_self(), slice), 0);
        takt_work(TAKT_US(12));
        EXPECT_EQ(takt_thread_set_slice(takt_self(), slice), 0);
        takt_work(TAKT_US(5));
        EXPECT_EQ(takt_sleep(TAKT_US(1)), 0);
    }
    EXPECT_EQ(takt_core_check(), 0);
    stop = true;
}

static void a_share_ends_at_any_time(void)
{
    stop = false;
    (void)spawn(HIGH, sleep_often, NULL);
    (void)spawn(LOW, use_shares_up, NULL);
    (void)spawn_with((struct takt_thread_attr){.priority = LOW, .entry = work, .slice = TAKT_US(20)});
    scenario_join_all();
    scenario_cases(turns);
}

SCENARIOS(SCENARIO(a_share_ends_at_any_time));
