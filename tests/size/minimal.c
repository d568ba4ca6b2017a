/* The minimal image of ./takt size: one thread that sleeps in a loop. */
#include <takt/core.h>
#include <takt/thread.h>

static struct takt_thread thread;
static uintptr_t stack[TAKT_STACK_MIN / sizeof(uintptr_t)];

static void sleep_for_ever(void *arg)
{
    (void)arg;
    for (;;)
        (void)takt_sleep(TAKT_MS(10));
}

void takt_main(unsigned core)
{
    static const struct takt_thread_attr attr = {
        .entry = sleep_for_ever, .stack = stack, .stack_size = sizeof stack, .priority = 1};

    (void)core;
    (void)takt_thread_create(&thread, &attr);
    (void)takt_thread_start(&thread);
}
