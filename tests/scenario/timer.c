/* Timers: one shot and periodic, started and stopped from everywhere, and never early. */
#include "scenario.h"

#include "kernel.h"

/** A timer that remembers when it ran. */
struct clocked {
    struct takt_timer timer;
    const char *name;
    unsigned runs;
    takt_time_t at;
};

static struct clocked a, b;

static void expired(struct takt_timer *timer, void *arg)
{
    struct clocked *clocked = arg;

    EXPECT(timer == &clocked->timer);
    EXPECT(takt_in_handler());
    clocked->runs++;
    clocked->at = takt_now();
    mark(clocked->name);
}

static void init(void (*function)(struct takt_timer *, void *))
{
    a = (struct clocked){.name = "A"};
    b = (struct clocked){.name = "B"};
    EXPECT_EQ(takt_timer_init_direct(&a.timer, function, &a), 0);
    EXPECT_EQ(takt_timer_init_direct(&b.timer, function, &b), 0);
}

static void init_and_start_refuse(void)
{
    EXPECT_EQ(takt_timer_init_direct(&a.timer, NULL, NULL), -EINVAL);
    init(expired);
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_FOREVER, 0), -EINVAL);
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_MS(1), -1), -EINVAL);
    EXPECT(!takt_timer_active(&a.timer));
    EXPECT_EQ(takt_timer_stop(&a.timer), -EALREADY);
    EXPECT_EQ(takt_timer_missed(&a.timer), 0);
}

static void expect_reach(takt_deadline_t first, takt_time_t period)
{
    bool within = takt_port_from_ns(INT64_MAX) < TAKT_REACH;

    EXPECT_EQ(takt_timer_start(&a.timer, first, period), within ? 0 : -ERANGE);
    EXPECT_EQ(takt_timer_active(&a.timer), within);
    EXPECT_EQ(takt_timer_stop(&a.timer), within ? 0 : -EALREADY);
}

/* What the counter cannot tell is refused; one of coarse units can tell every time. */
static void times_beyond_the_reach_are_refused(void)
{
    init(expired);
    expect_reach(INT64_MAX - 1, 0);
    expect_reach(takt_at(INT64_MAX), 0);
    expect_reach(TAKT_S(1), INT64_MAX);
}

static void one_shot(void)
{
    takt_time_t begin;

    init(expired);
    begin = takt_now();
    EXPECT_EQ(takt_timer_start(&a.timer, scenario_soon(), 0), 0);
    EXPECT(takt_timer_active(&a.timer));
    EXPECT_EQ(takt_timers_check(), 0);
    EXPECT_EQ(takt_sleep(takt_at(begin + 2 * scenario_soon())), 0);
    EXPECT_EQ(a.runs, 1);
    EXPECT_TIME(a.at, begin + scenario_soon(), TAKT_US(5));
    EXPECT(!takt_timer_active(&a.timer));
    EXPECT_EQ(takt_timer_stop(&a.timer), -EALREADY);
    EXPECT_MARKS("A");
}

static void an_absolute_or_past_start(void)
{
    takt_time_t when;

    init(expired);
    when = takt_now() + TAKT_MS(1);
    EXPECT_EQ(takt_timer_start(&a.timer, takt_at(when), 0), 0);
    EXPECT_EQ(takt_timer_start(&b.timer, takt_at(0), 0), 0);
    EXPECT_EQ(takt_sleep(takt_at(when + TAKT_MS(1))), 0);
    EXPECT_MARKS("B A");
    EXPECT_TIME(a.at, when, TAKT_US(5));
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_NO_WAIT, 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    EXPECT_MARKS("A");
}

static void periods_do_not_drift(void)
{
    takt_time_t begin;
    unsigned runs;

    init(expired);
    begin = takt_now();
    EXPECT_EQ(takt_timer_start(&a.timer, takt_at(begin + TAKT_MS(5)), TAKT_MS(10)), 0);
    EXPECT_EQ(takt_sleep(takt_at(begin + TAKT_MS(40))), 0);
    EXPECT_EQ(takt_timer_stop(&a.timer), 0);
    EXPECT(!takt_timer_active(&a.timer));
    runs = a.runs;
    EXPECT(runs + takt_timer_missed(&a.timer) >= 4);
    EXPECT(!scenario_exact_time() || (runs == 4 && takt_timer_missed(&a.timer) == 0));
    EXPECT_TIME(a.at, begin + TAKT_MS(35), TAKT_US(5));
    EXPECT_EQ(takt_sleep(TAKT_MS(20)), 0);
    EXPECT_EQ(a.runs, runs);
    EXPECT_EQ(takt_timer_stop(&a.timer), -EALREADY);
}

static void work_in_handler(void *arg)
{
    scenario_spend(*(const takt_time_t *)arg);
}

/* The function is 3.5 periods late: it runs once, three are counted as missed, and the next comes in its time. */
static void missed_periods_are_counted(void)
{
    static const takt_time_t late = TAKT_MS(45);
    takt_time_t begin;

    init(expired);
    begin = takt_now();
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_MS(10), TAKT_MS(10)), 0);
    in_urgent_handler(work_in_handler, &late);
    EXPECT_EQ(takt_sleep(takt_at(begin + TAKT_MS(55))), 0);
    EXPECT_EQ(takt_timer_stop(&a.timer), 0);
    EXPECT(takt_timer_missed(&a.timer) >= 3);
    EXPECT(!scenario_exact_time() || (a.runs == 2 && takt_timer_missed(&a.timer) == 3));
    EXPECT_TIME(a.at, begin + TAKT_MS(50), TAKT_US(20));
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_S(1), 0), 0);
    EXPECT_EQ(takt_timer_missed(&a.timer), 0);
    EXPECT_EQ(takt_timer_stop(&a.timer), 0);
}

static void a_start_begins_anew(void)
{
    takt_time_t begin;

    init(expired);
    begin = takt_now();
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_S(1), TAKT_MS(1)), 0);
    EXPECT_EQ(takt_timer_start(&a.timer, takt_at(begin + TAKT_MS(40)), 0), 0);
    EXPECT_EQ(takt_sleep(takt_at(begin + TAKT_MS(41))), 0);
    EXPECT_EQ(a.runs, 1);
    EXPECT(a.at >= begin + TAKT_MS(40));
}

static void equal_times_run_in_order_of_starting(void)
{
    takt_deadline_t when = takt_at(takt_now() + TAKT_MS(5));

    init(expired);
    EXPECT_EQ(takt_timer_start(&b.timer, when, 0), 0);
    EXPECT_EQ(takt_timer_start(&a.timer, when, 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(6)), 0);
    EXPECT_MARKS("B A");
}

/* From its own function a timer may be started, stopped, and start another one. */
static void restart_three_times(struct takt_timer *timer, void *arg)
{
    expired(timer, arg);
    EXPECT(!takt_timer_active(timer));
    if (a.runs < 3)
        EXPECT_EQ(takt_timer_start(timer, TAKT_US(10), 0), 0);
    else if (timer == &a.timer)
        EXPECT_EQ(takt_timer_start(&b.timer, TAKT_NO_WAIT, 0), 0);
}

static void a_timer_starts_itself(void)
{
    init(restart_three_times);
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_US(10), 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(5)), 0);
    EXPECT_MARKS("A A A B");
}

static void stop_itself(struct takt_timer *timer, void *arg)
{
    expired(timer, arg);
    EXPECT(takt_timer_active(timer));
    EXPECT_EQ(takt_timer_stop(timer), 0);
    EXPECT_EQ(takt_timer_stop(timer), -EALREADY);
}

static void a_periodic_timer_stops_itself(void)
{
    init(stop_itself);
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_US(10), TAKT_US(10)), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    EXPECT_EQ(a.runs, 1);
}

static void start_and_stop_in_handler(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_S(1), 0), 0);
    EXPECT(takt_timer_active(&a.timer));
    EXPECT_EQ(takt_timer_stop(&a.timer), 0);
    EXPECT_EQ(takt_timer_stop(&a.timer), -EALREADY);
    EXPECT_EQ(takt_timer_start(&b.timer, TAKT_US(100), 0), 0);
}

static void a_timer_in_a_handler(void)
{
    init(expired);
    in_handler(start_and_stop_in_handler, NULL);
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    EXPECT_MARKS("B");
}

/* While preemption is off handlers run, so timers do. */
static void a_timer_with_preemption_off(void)
{
    init(expired);
    takt_preempt_lock();
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_US(10), 0), 0);
    takt_work(TAKT_MS(1));
    EXPECT(!scenario_exact_time() || a.runs == 1);
    takt_preempt_unlock();
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    EXPECT_MARKS("A");
}

/* Many timers, started in no order, run in order. */
static struct clocked many[40];
static takt_time_t last;

static void in_order(struct takt_timer *timer, void *arg)
{
    struct clocked *clocked = arg;

    (void)timer;
    clocked->runs++;
    EXPECT(clocked->at >= last);
    EXPECT(takt_now() >= clocked->at);
    last = clocked->at;
}

static void many_timers_run_in_order(void)
{
    takt_time_t begin = takt_now() + scenario_soon();

    last = 0;
    for (unsigned i = 0; i < 40; i++) {
        many[i] = (struct clocked){.at = begin + TAKT_US(50) * (i * 17 % 40)};
        EXPECT_EQ(takt_timer_init_direct(&many[i].timer, in_order, &many[i]), 0);
        EXPECT_EQ(takt_timer_start(&many[i].timer, takt_at(many[i].at), 0), 0);
    }
    EXPECT_EQ(takt_timers_check(), 0);
    for (unsigned i = 0; i < 40; i += 3)
        EXPECT_EQ(takt_timer_stop(&many[i].timer), 0);
    EXPECT_EQ(takt_timers_check(), 0);
    EXPECT_EQ(takt_sleep(takt_at(begin + TAKT_MS(3))), 0);
    for (unsigned i = 0; i < 40; i++)
        EXPECT_EQ(many[i].runs, i % 3 == 0 ? 0 : 1);
}

static void check_finds_a_broken_heap(void)
{
    init(expired);
    EXPECT_EQ(takt_timer_start(&a.timer, TAKT_S(1), 0), 0);
    EXPECT_EQ(takt_timers_check(), 0);
    a.timer.node.armed = false;
    EXPECT_EQ(takt_timers_check(), -EFAULT);
    EXPECT_EQ(takt_core_check(), -EFAULT);
    a.timer.node.armed = true;
    EXPECT_EQ(takt_timer_stop(&a.timer), 0);
}

/* A timer set up before start runs after it. */
static struct clocked early;

void scenario_before_start(void)
{
    EXPECT(takt_now() >= 0);
    early.name = "early";
    EXPECT_EQ(takt_timer_init_direct(&early.timer, expired, &early), 0);
    EXPECT_EQ(takt_timer_start(&early.timer, TAKT_US(10), 0), 0);
    EXPECT(takt_timer_active(&early.timer));
}

static void a_timer_of_before_start_runs(void)
{
    EXPECT_EQ(takt_sleep(TAKT_MS(2)), 0);
    EXPECT_EQ(early.runs, 1);
    EXPECT(!takt_timer_active(&early.timer));
}

SCENARIOS(SCENARIO(a_timer_of_before_start_runs), SCENARIO(init_and_start_refuse),
          SCENARIO(times_beyond_the_reach_are_refused), SCENARIO(one_shot),
          SCENARIO(an_absolute_or_past_start), SCENARIO(periods_do_not_drift),
          SCENARIO(missed_periods_are_counted), SCENARIO(a_start_begins_anew),
          SCENARIO(equal_times_run_in_order_of_starting), SCENARIO(a_timer_starts_itself),
          SCENARIO(a_periodic_timer_stops_itself), SCENARIO(a_timer_in_a_handler),
          SCENARIO(a_timer_with_preemption_off), SCENARIO(many_timers_run_in_order),
          SCENARIO(check_finds_a_broken_heap));
