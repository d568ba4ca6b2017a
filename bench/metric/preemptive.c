/*
 * Preemptive scheduling: each of five threads resumes the next, more urgent one, which preempts it; the last only counts
 * and suspends itself, and so does each other one when it goes on. A round is five counts, four resumes and four
 * suspends, eight switches.
 */
#include "metric.h"

static volatile uint32_t counters[METRIC_THREADS];

static void round_0(void)
{
    for (;;) {
        (void)metric_thread_resume(1);
        counters[0]++;
    }
}

static void round_1(void)
{
    for (;;) {
        (void)metric_thread_resume(2);
        counters[1]++;
        (void)metric_thread_suspend(1);
    }
}

static void round_2(void)
{
    for (;;) {
        (void)metric_thread_resume(3);
        counters[2]++;
        (void)metric_thread_suspend(2);
    }
}

static void round_3(void)
{
    for (;;) {
        (void)metric_thread_resume(4);
        counters[3]++;
        (void)metric_thread_suspend(3);
    }
}

static void round_4(void)
{
    for (;;) {
        counters[4]++;
        (void)metric_thread_suspend(4);
    }
}

static void init(void)
{
    static void (*const rounds[METRIC_THREADS])(void) = {round_0, round_1, round_2, round_3, round_4};

    for (unsigned id = 0; id < METRIC_THREADS; id++)
        (void)metric_thread_create(id, (takt_prio_t)(10 - id), rounds[id]);
    (void)metric_thread_resume(0);
}

static uint32_t count(void)
{
    return metric_sum(counters, METRIC_THREADS);
}

static bool right(void)
{
    return metric_in_step(counters, METRIC_THREADS);
}

const struct metric_test metric_preemptive = {"preemptive", "preemptive scheduling", init, count, right};
