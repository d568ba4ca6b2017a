/* Cooperative scheduling: five threads of one priority, each gives way and counts. */
#include "metric.h"

static volatile uint32_t counters[METRIC_THREADS];

static void turn_0(void)
{
    for (;;) {
        metric_thread_relinquish();
        counters[0]++;
    }
}

static void turn_1(void)
{
    for (;;) {
        metric_thread_relinquish();
        counters[1]++;
    }
}

static void turn_2(void)
{
    for (;;) {
        metric_thread_relinquish();
        counters[2]++;
    }
}

static void turn_3(void)
{
    for (;;) {
        metric_thread_relinquish();
        counters[3]++;
    }
}

static void turn_4(void)
{
    for (;;) {
        metric_thread_relinquish();
        counters[4]++;
    }
}

static void init(void)
{
    static void (*const turns[METRIC_THREADS])(void) = {turn_0, turn_1, turn_2, turn_3, turn_4};

    for (unsigned id = 0; id < METRIC_THREADS; id++)
        (void)metric_thread_create(id, 3, turns[id]);
    for (unsigned id = 0; id < METRIC_THREADS; id++)
        (void)metric_thread_resume(id);
}

static uint32_t count(void)
{
    return metric_sum(counters, METRIC_THREADS);
}

static bool right(void)
{
    return metric_in_step(counters, METRIC_THREADS);
}

const struct metric_test metric_cooperative = {"cooperative", "cooperative scheduling", init, count, right};
