/* Synchronization processing: one thread gets and puts a semaphore. */
#include "metric.h"

static volatile uint32_t counter;
static bool failed;

static void work(void)
{
    while (metric_semaphore_get() && metric_semaphore_put())
        counter++;
    failed = true;
}

static void init(void)
{
    (void)metric_semaphore_create();
    (void)metric_thread_create(0, 10, work);
    (void)metric_thread_resume(0);
}

static uint32_t count(void)
{
    return counter;
}

static bool right(void)
{
    return !failed && counter != 0;
}

const struct metric_test metric_synchronization = {"synchronization", "synchronization processing", init,
                                                   count, right};
