/*
 * Faults of time that were reported against other kernels, each tried here. The name says the fault, the comment where
 * it was reported. The same program runs with counters that start just before each wrap (CMakeLists.txt).
 *
 * On a board with exact time not only "never early" is tested but also "not late": by more than what switches and
 * interrupts cost there.
 */
#include "faults.h"

#include "kernel.h"

#define SLACK TAKT_US(5)

static struct takt_sem sem;
static struct takt_mutex mutex;
static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(sizeof(int), 1)];

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/pull/73 */
static void sleep_over_a_wrap_is_wrong(void)
{
    for (int i = 0; i < 100; i++) {
        takt_time_t before = takt_now(), span = TAKT_US(1) + i * 97;

        EXPECT_EQ(takt_sleep(i % 2 == 0 ? span : takt_at(before + span)), 0);
        EXPECT_TIME(takt_now(), before + span, SLACK);
        before = takt_now();
        EXPECT_EQ(takt_sem_take(&sem, span), -ETIMEDOUT);
        EXPECT_TIME(takt_now(), before + span, SLACK);
    }
}

/* Elsewhere long enough that a busy machine does not let one pass before it is held back. */
#define PERIOD (scenario_exact_time() ? TAKT_US(100) : TAKT_MS(5))
#define RUNS   8

static takt_time_t runs[RUNS];
static volatile unsigned ran;

static void note_run(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    if (ran < RUNS)
        runs[ran++] = takt_now();
}

/* Hold the timer's interrupt back for so long; takt_work() is not for handlers elsewhere. */
static void hold_back(void *arg)
{
    takt_time_t until = takt_now() + *(const takt_time_t *)arg;

    if (scenario_exact_time())
        takt_work(*(const takt_time_t *)arg);
    while (takt_now() < until)
        continue;
}

/* https://github.com/FreeRTOS/FreeRTOS-Kernel/issues/1339: what Takt documents is that missed periods are counted and not
 * made up for, and that the later ones stay on their grid */
static void missed_periods_shift_the_later_ones(void)
{
    static struct takt_timer timer;
    const takt_time_t late = PERIOD * 7 / 2;
    takt_time_t start = takt_now();

    ran = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, note_run, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, takt_at(start + PERIOD), PERIOD), 0);
    in_urgent_handler(hold_back, &late);
    while (ran < RUNS)
        EXPECT_EQ(takt_sleep(PERIOD), 0);
    EXPECT(!scenario_exact_time() || takt_timer_missed(&timer) == 2);
    EXPECT(takt_timer_missed(&timer) >= 2);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT_TIME(runs[0], start + late, SLACK);
    for (unsigned i = 1; i < RUNS; i++) {
        EXPECT(runs[i] >= start + (i + 3) * PERIOD);
        EXPECT(!scenario_exact_time() || runs[i] <= start + (i + 3) * PERIOD + SLACK);
    }
}

/* The same for a thread that sleeps until each next instant: those that have passed do not make it wait. */
static void thread_that_is_late_never_catches_up(void)
{
    const takt_time_t late = PERIOD * 7 / 2;
    takt_time_t next = takt_now();

    in_urgent_handler(hold_back, &late);
    for (int i = 0; i < 10; i++) {
        next += PERIOD;
        EXPECT_EQ(takt_sleep(takt_at(next)), 0);
        EXPECT(takt_now() >= next);
    }
    EXPECT(!scenario_exact_time() || takt_now() <= next + SLACK);
}

static void never(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    mark("early");
}

static const takt_deadline_t far[] = {
    INT64_MAX - 1,
    INT64_MAX - 2,
    INT64_MAX / 2,
    INT64_MAX / 2 + 1,
    INT64_MIN + (takt_deadline_t)INT64_MAX, /* takt_at(INT64_MAX) */
    TAKT_US(0xffffffff),
    TAKT_US(0x80000000),
    TAKT_MS(0xffffffff),
    TAKT_MS(0x7fffffff),
};
#define FARS (sizeof far / sizeof *far)

static void short_timer_comes_first(void)
{
    static struct takt_timer timer;

    ran = 0;
    EXPECT_EQ(takt_timer_init_direct(&timer, note_run, NULL), 0);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(50), 0), 0);
    EXPECT_EQ(takt_sleep(TAKT_MS(1)), 0);
    EXPECT_EQ(ran, 1);
}

/* Beyond its reach a board refuses; nowhere is that less than so much. */
#define REACH (TAKT_S(86400) * 365 * 30)

/* https://github.com/apache/nuttx/pull/17293, https://github.com/apache/nuttx/pull/18848 */
static void longest_delays_wrap_and_expire_at_once(void)
{
    static struct takt_timer timers[FARS];
    int started[FARS];

    for (unsigned i = 0; i < FARS; i++) {
        takt_time_t span = far[i] < 0 ? far[i] - INT64_MIN - takt_now() : far[i];

        EXPECT_EQ(takt_timer_init_direct(&timers[i], never, NULL), 0);
        started[i] = takt_timer_start(&timers[i], far[i], i % 2 == 0 ? 0 : REACH);
        EXPECT(started[i] == 0 || (started[i] == -ERANGE && span > REACH));
    }
    short_timer_comes_first();
    EXPECT_EQ(takt_timers_check(), 0);
    for (unsigned i = 0; i < FARS; i++)
        EXPECT_EQ(takt_timer_stop(&timers[i]), started[i] == 0 ? 0 : -EALREADY);
    EXPECT_MARKS("");
}

static void counted(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    mark("once");
}

static void longest_period_expires_again_at_once(void)
{
    static struct takt_timer timer;
    takt_time_t period = REACH;

    EXPECT_EQ(takt_timer_init_direct(&timer, counted, NULL), 0);
    if (takt_port_from_ns(INT64_MAX) < TAKT_REACH) /* coarse units: every period is within reach */
        period = INT64_MAX;
    else
        EXPECT_EQ(takt_timer_start(&timer, TAKT_US(10), INT64_MAX), -ERANGE);
    EXPECT_EQ(takt_timer_start(&timer, TAKT_US(10), period), 0);
    EXPECT_EQ(takt_sleep(TAKT_US(200)), 0);
    EXPECT_EQ(takt_timer_stop(&timer), 0);
    EXPECT_MARKS("once");
}

static void waits_long(void *arg)
{
    EXPECT_EQ(takt_sem_take(&sem, *(const takt_deadline_t *)arg), 0);
    mark("given");
}

static void longest_waits_time_out_at_once(void)
{
    for (unsigned i = 0; i < FARS; i++) {
        EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
        (void)spawn(HIGH, waits_long, &far[i]);
        short_timer_comes_first();
        EXPECT_MARKS("");
        EXPECT_EQ(takt_sem_give(&sem), 0);
        EXPECT_MARKS("given");
        scenario_join_all();
    }
}

static void works(void *arg)
{
    (void)arg;
    takt_work(TAKT_US(100));
    mark_self();
}

static void longest_slice_ends_at_once(void)
{
    struct takt_thread_attr attr = {.name = "first", .priority = LOW, .entry = works, .slice = INT64_MAX};

    (void)spawn_with(attr);
    attr.name = "second";
    (void)spawn_with(attr);
    scenario_join_all();
    EXPECT_MARKS("first second");
}

static void tries_in_time(void *arg)
{
    takt_time_t before = takt_now();

    (void)arg;
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_US(100)), -ETIMEDOUT);
    EXPECT_TIME(takt_now(), before + TAKT_US(100), SLACK);
    EXPECT_EQ(takt_mutex_lock(&mutex, takt_at(before)), -ETIMEDOUT);
    mark("tried");
}

/* https://github.com/zephyrproject-rtos/zephyr/issues/61079 */
static void timed_lock_gives_eagain(void)
{
    EXPECT_EQ(takt_mutex_init(&mutex, 0), 0);
    EXPECT_EQ(takt_mutex_lock(&mutex, TAKT_US(100)), 0);
    (void)spawn(HIGH, tries_in_time, NULL);
    scenario_join_all();
    EXPECT_MARKS("tried");
    EXPECT_EQ(takt_mutex_unlock(&mutex), 0);
}

static void sends(void *arg)
{
    int message = 2;

    (void)arg;
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_FOREVER), 0);
    mark("sent");
}

/* https://github.com/RT-Thread/rt-thread/issues/11196 */
static void sender_does_not_wait_at_a_full_queue(void)
{
    takt_time_t before = takt_now();
    int message = 1;

    EXPECT_EQ(takt_queue_init(&queue, store, sizeof(int), 1), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_queue_send(&queue, &message, takt_at(before)), -ETIMEDOUT);
    before = takt_now();
    EXPECT_EQ(takt_queue_send(&queue, &message, TAKT_US(50)), -ETIMEDOUT);
    EXPECT_TIME(takt_now(), before + TAKT_US(50), SLACK);
    (void)spawn(HIGH, sends, NULL);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(message, 1);
    EXPECT_MARKS("sent");
    EXPECT_EQ(takt_queue_receive(&queue, &message, TAKT_NO_WAIT), 0);
    EXPECT_EQ(message, 2);
}

void scenario_before_start(void)
{
    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
}

SCENARIOS(SCENARIO(sleep_over_a_wrap_is_wrong), SCENARIO(missed_periods_shift_the_later_ones),
          SCENARIO(thread_that_is_late_never_catches_up), SCENARIO(longest_delays_wrap_and_expire_at_once),
          SCENARIO(longest_period_expires_again_at_once), SCENARIO(longest_waits_time_out_at_once),
          SCENARIO(longest_slice_ends_at_once), SCENARIO(timed_lock_gives_eagain),
          SCENARIO(sender_does_not_wait_at_a_full_queue));
