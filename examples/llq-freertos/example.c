/*
 * Two cores, each with its own FreeRTOS, count together. What both see lies in memory that both can write; core 0
 * makes the lock before it lets core 1 start. Everything else is each core's own.
 */
#include "example.h"

#include <errno.h>

#include "lock.h"

#define ROUNDS 2000

/* In shared memory. */
LLQ_MEMORY(words, CORES);
static volatile long count;

/* Private to each core; an image of its own a core has one of each. */
static struct llq_context contexts[CORES];

static void counter(void *arg)
{
    struct llq_context *core = arg;
    struct llq *lock = (struct llq *)words;

    for (int i = 0; i < ROUNDS; i++) {
        struct llq_token token;
        int64_t deadline = i % 2 == 0 ? LLQ_FOREVER : device_nanoseconds() + 1000000000;

        if (lock_acquire(lock, core, deadline, &token) != 0)
            continue; /* -ETIMEDOUT: the other core kept it for a second */
        count = count + 1;
        (void)lock_release(lock, core, &token);
        vTaskDelay(0);
    }
    vTaskDelete(NULL);
}

int example_make(void)
{
    return llq_init((struct llq *)words, CORES, NULL);
}

int example_core(unsigned id)
{
    int result = llq_context_init(&contexts[id], id, CORES, 0);

    if (result != 0)
        return result;
    if (xTaskCreate(counter, "first", 256, &contexts[id], 1, NULL) != pdPASS ||
        xTaskCreate(counter, "second", 256, &contexts[id], 2, NULL) != pdPASS)
        return -ENOMEM;
    vTaskStartScheduler();
    return 0;
}

long example_count(void)
{
    return count;
}

long example_wanted(void)
{
    return 2L * CORES * ROUNDS;
}
