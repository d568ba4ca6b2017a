/*
 * Basic processing: one thread works on an array of 1024 words and calls nothing. It says how fast the processor and the
 * compiler's code are, to scale the others by.
 */
#include "metric.h"

#include "line.h"

#define WORDS 1024

static volatile uint32_t array[WORDS], counter;

static void work(void)
{
    for (unsigned i = 0; i < WORDS; i++)
        array[i] = 0;
    for (;;) {
        for (unsigned i = 0; i < WORDS; i++)
            array[i] = (array[i] + counter) ^ array[i];
        counter++;
        bench_turn();
    }
}

static void init(void)
{
    (void)metric_thread_create(0, 10, work);
    (void)metric_thread_resume(0);
}

static uint32_t count(void)
{
    return counter;
}

static bool right(void)
{
    return counter != 0;
}

const struct metric_test metric_basic = {"basic", "basic processing", init, count, right};
