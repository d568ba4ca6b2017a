/*
 * The report: each test for one period, and what one of its operations took.
 *
 * Arguments: period_us=N, time for each test (100000); test=NAME, that one alone.
 */
#include "metric.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

#define REPORTER 2 /* priority */

static const struct metric_test *const tests[METRIC_TESTS] = {
    &metric_basic,
    &metric_cooperative,
    &metric_preemptive,
    &metric_interrupt_test,
    &metric_interrupt_preemption,
    &metric_message,
    &metric_synchronization,
    &metric_memory,
};
static struct takt_thread reporter;
static _Alignas(16) unsigned char stack[32 * TAKT_STACK_MIN];
static takt_time_t period;

uint32_t metric_sum(const volatile uint32_t *counters, unsigned n)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += counters[i];
    return sum;
}

bool metric_in_step(const volatile uint32_t *counters, unsigned n)
{
    uint32_t mean = metric_sum(counters, n) / n;

    for (unsigned i = 0; i < n; i++) {
        if (counters[i] + 1 < mean || counters[i] > mean + 1)
            return false;
    }
    return mean != 0;
}

/* The reporter is more urgent than every thread of the test, so the counters stand still while it looks. */
static bool measure(unsigned number)
{
    const struct metric_test *test = tests[number];
    takt_time_t began, took;
    uint32_t count;
    bool right;

    metric_layer_begin(number);
    test->init();
    began = takt_now();
    (void)takt_sleep(takt_at(began + period));
    took = takt_now() - began;
    count = test->count();
    right = test->right();
    metric_layer_end();
    bench_figure("metric", test->name, test->title, took, count);
    if (!right)
        takt_printf("FAIL: %s: its counters are out of step, or 0\n", test->title);
    return right;
}

static void run(void *arg)
{
    const char *only = takt_argument("test", "");
    bool right = true;
    unsigned met = 0;

    (void)arg;
    for (unsigned i = 0; i < METRIC_TESTS; i++) {
        if (only[0] != '\0' && strcmp(only, tests[i]->name) != 0)
            continue;
        right = measure(i) && right;
        met++;
    }
    takt_printf("amount: %u tests of Thread-Metric, %lld us each\n", met, (long long)(period / 1000));
    takt_exit(right && met != 0 ? 0 : 1);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "reporter", .entry = run, .stack = stack, .stack_size = sizeof stack, .priority = REPORTER};

    if (core != 0)
        return;
    period = TAKT_US(strtol(takt_argument("period_us", "100000"), NULL, 10));
    if (period <= 0) {
        takt_printf("period_us=N has to be at least 1\n");
        takt_exit(2);
    }
    if (takt_thread_create(&reporter, &attr) != 0 || takt_thread_start(&reporter) != 0)
        takt_exit(1);
}
