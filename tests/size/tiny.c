/* The image of ./takt size --profile tiny: one thread sleeps and gives a semaphore, for ever, which another takes. */
#include <takt/core.h>
#include <takt/sem.h>
#include <takt/thread.h>

static struct takt_thread taker, sleeper;
static uintptr_t taker_stack[TAKT_STACK_MIN / sizeof(uintptr_t)];
static uintptr_t sleeper_stack[TAKT_STACK_MIN / sizeof(uintptr_t)];
static struct takt_sem sem;

static void sleep_and_give(void *arg)
{
    (void)arg;
    for (;;) {
        (void)takt_sleep(TAKT_MS(10));
        (void)takt_sem_give(&sem);
    }
}

static void take(void *arg)
{
    (void)arg;
    for (;;)
        (void)takt_sem_take(&sem, TAKT_FOREVER);
}

static const struct takt_thread_attr attributes[] = {
    {.entry = sleep_and_give, .stack = sleeper_stack, .stack_size = sizeof sleeper_stack, .priority = 1},
    {.entry = take, .stack = taker_stack, .stack_size = sizeof taker_stack, .priority = 2},
};

void takt_main(unsigned core)
{
    (void)core;
    (void)takt_sem_init(&sem, 0, 1);
    (void)takt_thread_create(&sleeper, &attributes[0]);
    (void)takt_thread_create(&taker, &attributes[1]);
    (void)takt_thread_start(&sleeper);
    (void)takt_thread_start(&taker);
}
