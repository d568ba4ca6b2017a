/*
 * Interrupt preemption: the handler resumes a more urgent thread, which counts and suspends itself before the thread
 * that raised the interrupt goes on.
 */
#include "metric.h"

static volatile uint32_t counters[3]; /* of the two threads, of the handler */

static void handler(void)
{
    counters[2]++;
    (void)metric_thread_resume(0);
}

static void urgent(void)
{
    for (;;) {
        counters[0]++;
        (void)metric_thread_suspend(0);
    }
}

static void work(void)
{
    for (;;) {
        metric_interrupt();
        counters[1]++;
    }
}

static void init(void)
{
    metric_interrupt_attach(handler);
    (void)metric_thread_create(0, 3, urgent);
    (void)metric_thread_create(1, 10, work);
    (void)metric_thread_resume(1);
}

static uint32_t count(void)
{
    return counters[2];
}

static bool right(void)
{
    return metric_in_step(counters, 3);
}

const struct metric_test metric_interrupt_preemption = {"interrupt-preemption", "interrupt preemption", init,
                                                        count, right};
