/* Memory allocation: one thread allocates a block of 128 bytes and frees it. */
#include "metric.h"

static volatile uint32_t counter;
static bool failed;

static void work(void)
{
    void *block;

    while (metric_pool_allocate(&block) && metric_pool_free(block))
        counter++;
    failed = true;
}

static void init(void)
{
    (void)metric_pool_create();
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

const struct metric_test metric_memory = {"memory", "memory allocation", init, count, right};
