/*
 * Why there is a worker for each class: how late a timer's function begins while a burst comes in from a network.
 *
 * Three settings: without the burst; with it, and a worker for each class; with it, and one queue for all (the timer's
 * function runs in the worker of the burst). In each, a timer is set to many moments of a burst of 40 jobs of 20 us,
 * and the function's first instruction is compared with the moment that was asked for. The driver
 * computes and calls the kernel all the time, so that the interrupt can come in the middle of a call in each setting.
 *
 * The times are virtual on sim, and with counted instructions on an emulated board; elsewhere they are real, so only
 * printed.
 */
#include "scenario.h"

#define BURST   40u
#define LENGTH  TAKT_US(20)
#define ROUNDS  100u
#define BUSY    (BURST * LENGTH)
#define GROWS   2 /* one queue at least so many times as late; in truth about 200 times */
#define ALLOWED 5 /* per cent */

static struct takt_job burst[BURST];
static struct takt_timer timer;
static struct takt_sem sem;
static takt_time_t due, late;
static volatile bool begun;

static void packet(struct takt_job *job, void *arg)
{
    (void)job;
    (void)arg;
    takt_work(LENGTH);
}

static void begins(struct takt_timer *expired, void *arg)
{
    (void)expired;
    (void)arg;
    late = takt_now() - due;
    begun = true;
}

static void packets_come(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < BURST; i++)
        EXPECT_EQ(takt_job_submit(&burst[i]), 0);
}

/* @return how late the function began at the round's moment */
static takt_time_t measure(struct takt_worker *worker, unsigned round, bool with_burst)
{
    begun = false;
    EXPECT_EQ(takt_timer_init_in(&timer, worker, begins, NULL), 0);
    due = takt_now() + TAKT_US(20) + BUSY * (takt_time_t)round / (takt_time_t)ROUNDS;
    EXPECT_EQ(takt_timer_start(&timer, takt_at(due), 0), 0);
    if (with_burst)
        in_handler(packets_come, NULL);
    while (!begun) {
        takt_work(TAKT_NS(300));
        EXPECT_EQ(takt_sem_give(&sem), 0);
        EXPECT_EQ(takt_sem_take(&sem, TAKT_FOREVER), 0);
    }
    EXPECT_EQ(takt_worker_flush(takt_worker_net_rx(), TAKT_FOREVER), 0);
    return late;
}

static takt_time_t worst(struct takt_worker *worker, bool with_burst)
{
    takt_time_t most = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        takt_time_t time = measure(worker, round, with_burst);

        most = time > most ? time : most;
    }
    return most;
}

/* By the board's name, or by an option that says that instructions are counted. */
static bool times_are_exact(void)
{
    return scenario_exact_time() || takt_argument("exact", NULL) != NULL;
}

static void a_burst_does_not_reach_other_classes(void)
{
    takt_time_t calm, classes, one_queue;

    EXPECT_EQ(takt_sem_init(&sem, 0, 1), 0);
    for (unsigned i = 0; i < BURST; i++)
        EXPECT_EQ(takt_job_init(&burst[i], takt_worker_net_rx(), packet, NULL), 0);
    calm = worst(takt_worker_timer(), false);
    classes = worst(takt_worker_timer(), true);
    one_queue = worst(takt_worker_net_rx(), true);
    (void)takt_printf("worst of %u times from a timer's moment to its function, ns:\n"
                      "  %-34s %8lld\n  %-34s %8lld\n  %-34s %8lld\n",
                      ROUNDS, "no burst", (long long)calm, "burst, a worker for each class",
                      (long long)classes, "burst, one queue for all", (long long)one_queue);
    scenario_cases(3 * ROUNDS);
    if (!times_are_exact())
        return;
    EXPECT(classes * 100 <= calm * (100 + ALLOWED));
    EXPECT(one_queue > GROWS * calm);
}

SCENARIOS(SCENARIO(a_burst_does_not_reach_other_classes));
