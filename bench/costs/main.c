/* The driver: one scene after the other, on core 0. See costs.h; the figures come from what counts. */
#include "costs.h"

static struct takt_thread driver, helper;
static _Alignas(16) unsigned char stacks[2][16 * TAKT_STACK_MIN];

void costs_fail(const char *what, const char *file, int line)
{
    takt_printf("FAIL %s:%d: not so: %s\n", file, line, what);
    takt_exit(1);
}

static void start(struct takt_thread *thread, unsigned number, void (*entry)(void *), takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .name = number == 0 ? "driver" : "helper",
        .entry = entry,
        .stack = stacks[number],
        .stack_size = sizeof stacks[number],
        .priority = priority,
    };

    COSTS_CHECK(takt_thread_create(thread, &attr) == 0 && takt_thread_start(thread) == 0);
}

void costs_help(void (*entry)(void *), takt_prio_t priority)
{
    start(&helper, 1, entry, priority);
}

void costs_helped(void)
{
    COSTS_CHECK(takt_thread_join(&helper, NULL, TAKT_FOREVER) == 0);
}

/* What a label costs: a span of one instruction has to read 1. */
static TAKT_PLACED void nothing(void)
{
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(nop);
        __asm__ volatile("nop");
        TAKT_TO(nop);
    }
}

static void run(void *arg)
{
    (void)arg;
    nothing();
    costs_thread();
    costs_sem();
    costs_mutex();
    costs_queue();
    costs_others();
    costs_line();
    costs_deferred();
    takt_printf("amount: 32 operations, %u times each\n", COSTS_TIMES);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    if (core == 0)
        start(&driver, 0, run, COSTS_DRIVER);
}
