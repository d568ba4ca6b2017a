/* Interrupt processing: the thread raises an interrupt, whose handler gives the semaphore that the thread then takes. */
#include "metric.h"

static volatile uint32_t counters[2]; /* of the thread, of the handler */

static void handler(void)
{
    counters[1]++;
    (void)metric_semaphore_put();
}

static void work(void)
{
    if (!metric_semaphore_get())
        return;
    for (;;) {
        metric_interrupt();
        if (!metric_semaphore_get())
            return;
        counters[0]++;
    }
}

static void init(void)
{
    metric_interrupt_attach(handler);
    (void)metric_semaphore_create();
    (void)metric_thread_create(0, 10, work);
    (void)metric_thread_resume(0);
}

static uint32_t count(void)
{
    return counters[1];
}

static bool right(void)
{
    return metric_in_step(counters, 2);
}

const struct metric_test metric_interrupt_test = {"interrupt", "interrupt processing", init, count, right};
