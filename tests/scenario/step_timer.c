/*
 * Timers, started and stopped at every step of a start, a stop, an expiry, and a sleep: sim only. Whatever came
 * last, a timer that says that it is active will run, and one that says that it is not does not run again.
 */
#include "every_step.h"

static struct takt_timer timer;
static unsigned runs;

static void expired(struct takt_timer *expired_timer, void *arg)
{
    (void)expired_timer;
    (void)arg;
    runs++;
}

static void a_stopped_timer(void)
{
    runs = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, expired, NULL), 0);
}

static void a_running_timer(void)
{
    a_stopped_timer();
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(3), 0), 0);
}

static void a_periodic_timer(void)
{
    a_stopped_timer();
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(2), TAKT_US(10)), 0);
}

static void start(void)
{
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(5), 0), 0);
    EXPECT(takt_timer_active(&timer) || runs != 0 || every_step_disturbed);
}

static void start_periodic(void)
{
    EXPECT_EQ(takt_timer_start(&timer, TAKT_NO_WAIT, TAKT_US(10)), 0);
}

static void stop(void)
{
    int result = takt_timer_stop(&timer);

    EXPECT(result == 0 || result == -EALREADY);
}

static void stop_and_start(void)
{
    stop();
    start();
}

static void start_and_stop(void)
{
    start();
    stop();
    stop();
}

static void sleep_shortly(void)
{
    EXPECT_EQ(takt_sleep(TAKT_US(4)), 0);
}

static void look(void)
{
    EXPECT_EQ(takt_timers_check(), 0);
    EXPECT_EQ(takt_thread_set_slice(takt_self(), TAKT_US(2)), 0);
    takt_work(TAKT_US(3));
    EXPECT_EQ(takt_thread_set_slice(takt_self(), 0), 0);
}

static void runs_if_active(void)
{
    bool active = takt_timer_active(&timer);
    unsigned before = runs;

    EXPECT_EQ(takt_timers_check(), 0);
    takt_work(TAKT_US(50));
    EXPECT(active == (runs > before));
    stop();
    before = runs;
    takt_work(TAKT_US(50));
    EXPECT_EQ(runs, before);
    scenario_join_all();
}

static void (*const setups[])(void) = {a_stopped_timer, a_running_timer, a_periodic_timer};
static void (*const operations[])(void) = {start, start_periodic, stop, stop_and_start, sleep_shortly, look};
static void (*const disturbances[])(void) = {start, start_periodic, stop, stop_and_start, start_and_stop};

static void all(void (*run)(const struct every_step *))
{
    struct every_step step = {.verify = runs_if_active};

    for (unsigned i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        step.setup = setups[i];
        for (unsigned j = 0; j < sizeof operations / sizeof operations[0]; j++) {
            step.operate = operations[j];
            for (unsigned k = 0; k < sizeof disturbances / sizeof disturbances[0]; k++) {
                step.disturb = disturbances[k];
                run(&step);
            }
        }
    }
}

static void timers_interrupted_at_every_step(void)
{
    all(every_step_in_a_handler);
}

static void timers_preempted_at_every_step(void)
{
    all(every_step_by_a_thread);
}

SCENARIOS(SCENARIO(timers_interrupted_at_every_step), SCENARIO(timers_preempted_at_every_step));
