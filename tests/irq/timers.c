/*
 * Timers whose functions run in a worker, beside direct ones: where the function runs, what a start or stop does to one
 * that is due, and what a worker that is late does to periods.
 */
#include "scenario.h"

TAKT_WORKER_CLASS(slow, LOW, 256);

static struct takt_timer timer;
static volatile unsigned runs;

static void note_where(struct takt_timer *expired, void *arg)
{
    EXPECT(expired == &timer && arg == (void *)&runs);
    runs++;
    mark(takt_in_handler() ? "interrupt" : "thread");
}

/* Until the timer has expired, its function due or begun. */
static void expire(void)
{
    unsigned before = runs;

    EXPECT_EQ(takt_timer_start(&timer, TAKT_NO_WAIT, 0), 0);
    while (runs == before && !takt_job_queued(&timer.job))
        takt_work(TAKT_US(10));
}

static void worker_or_direct(void)
{
    EXPECT_EQ(takt_timer_init(&timer, NULL, NULL), -EINVAL);
    EXPECT_EQ(takt_timer_init(&timer, note_where, (void *)&runs), 0);
    expire();
    EXPECT_MARKS("thread");
    EXPECT_EQ(takt_timer_init_direct(&timer, note_where, (void *)&runs), 0);
    expire();
    EXPECT_MARKS("interrupt");
}

/* The worker is less urgent than the driver: the function is due, and does not begin. */
static void make_due(void)
{
    runs = 0;
    EXPECT_EQ(takt_timer_init_in(&timer, takt_worker_slow(), note_where, (void *)&runs), 0);
    EXPECT(!takt_timer_active(&timer));
    expire();
    EXPECT_EQ(runs, 0);
    EXPECT(takt_timer_active(&timer));
}

static void due_and_then_runs(void)
{
    make_due();
    scenario_let_run();
    EXPECT_EQ(runs, 1);
    EXPECT(!takt_timer_active(&timer));
    EXPECT_EQ(takt_timer_stop(&timer), -EALREADY);
    EXPECT_MARKS("thread");
}

static void stopped_while_it_is_due(void)
{
    make_due();
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT(!takt_timer_active(&timer));
    EXPECT_EQ(takt_timer_stop(&timer), -EALREADY);
    scenario_let_run();
    EXPECT_EQ(runs, 0);
}

static void started_while_it_is_due(void)
{
    make_due();
    EXPECT_EQ(takt_timer_start(&timer, TAKT_S(100), 0), 0);
    scenario_let_run();
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

static void stop(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_timer_stop(&timer), 0);
}

static void stopped_by_a_handler(void)
{
    make_due();
    in_handler(stop, NULL);
    scenario_let_run();
    EXPECT_EQ(runs, 0);
}

/*
 * Periods that come while the last one's function has not begun are counted, not made up for. Where time is real the
 * timer's interrupt may be as late as the machine likes: it is waited for.
 */
static void a_worker_that_is_late(void)
{
    takt_time_t begin;

    runs = 0;
    EXPECT_EQ(takt_timer_init_in(&timer, takt_worker_slow(), note_where, (void *)&runs), 0);
    begin = takt_now();
    EXPECT_EQ(takt_timer_start(&timer, takt_at(begin + TAKT_MS(1)), TAKT_MS(1)), 0);
    takt_work(TAKT_MS(1) / 2);
    while (takt_now() < begin + TAKT_MS(5) + TAKT_MS(1) / 2 ||
           (takt_timer_missed(&timer) < 4 && takt_now() < begin + TAKT_S(2)))
        takt_work(TAKT_US(10));
    EXPECT_EQ(runs, 0);
    scenario_let_run();
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT(runs >= 1 && runs + takt_timer_missed(&timer) >= 5);
    EXPECT(!scenario_exact_time() || (runs == 1 && takt_timer_missed(&timer) == 4));
    EXPECT_EQ(takt_timers_check(), 0);
    mark("over");
}

SCENARIOS(SCENARIO(worker_or_direct), SCENARIO(due_and_then_runs), SCENARIO(stopped_while_it_is_due),
          SCENARIO(started_while_it_is_due), SCENARIO(stopped_by_a_handler), SCENARIO(a_worker_that_is_late));
