/* Runs the parts that this configuration has, one after the other. See part.h. */
#include "part.h"

#define HELPERS 32

struct part {
    const char *name;
    void (*run)(void);
};

static const struct part parts[] = {
    {"thread", part_thread},
#if CONFIG_TAKT_SEM
    {"sem", part_sem},
#endif
#if CONFIG_TAKT_MUTEX
    {"mutex", part_mutex},
#endif
#if CONFIG_TAKT_COND
    {"cond", part_cond},
#endif
#if CONFIG_TAKT_QUEUE
    {"queue", part_queue},
#endif
#if CONFIG_TAKT_EVENT
    {"event", part_event},
#endif
#if CONFIG_TAKT_POOL
    {"pool", part_pool},
#endif
#if CONFIG_TAKT_TIMER
    {"timer", part_timer},
#endif
#if CONFIG_TAKT_IRQ_THREAD
    {"irq_thread", part_irq_thread},
#endif
#if CONFIG_TAKT_WORKER
    {"worker", part_worker},
#endif
#if CONFIG_TAKT_THRESHOLD
    {"threshold", part_threshold},
#endif
#if CONFIG_TAKT_SLICE
    {"slice", part_slice},
#endif
#if CONFIG_TAKT_THREAD_END
    {"end", part_end},
#endif
#if CONFIG_TAKT_JOIN
    {"join", part_join},
#endif
#if CONFIG_TAKT_SUSPEND
    {"suspend", part_suspend},
#endif
#if CONFIG_TAKT_CROSS
    {"cross", part_cross},
#endif
#if CONFIG_TAKT_CHANNEL
    {"channel", part_channel},
#endif
#if CONFIG_TAKT_LLQ
    {"llq", part_llq},
#endif
    {"small", part_small},
};

static struct takt_thread driver, helper[HELPERS];
static uintptr_t driver_stack[TAKT_STACK_MIN / sizeof(uintptr_t) + 256];
static uintptr_t stack[HELPERS][TAKT_STACK_MIN / sizeof(uintptr_t)];
static unsigned helpers, checks, failed;

void part_check(bool holds, const char *text, const char *file, int line)
{
    checks++;
    if (holds)
        return;
    failed++;
    (void)takt_printf("FAIL %s:%d: not so: %s\n", file, line, text);
}

struct takt_thread *part_create(struct takt_thread_attr attr)
{
    struct takt_thread *thread = &helper[helpers];

    attr.stack = stack[helpers];
    attr.stack_size = sizeof stack[helpers];
    CHECK(takt_thread_create(thread, &attr) == 0);
    helpers++;
    return thread;
}

struct takt_thread *part_helper(takt_prio_t priority, void (*entry)(void *), void *arg)
{
    struct takt_thread *thread =
        part_create((struct takt_thread_attr){.entry = entry, .arg = arg, .priority = priority});

    CHECK(takt_thread_start(thread) == 0);
    return thread;
}

void part_rest(void)
{
    for (;;)
        (void)takt_sleep(TAKT_S(3600));
}

static volatile bool asked, all_rest;

/** The least urgent one: when it runs, no other helper is ready. */
static void answer(void *arg)
{
    (void)arg;
    for (;;) {
        all_rest = asked;
        (void)takt_sleep(TAKT_MS(1));
    }
}

/* By an answer, not by time alone: a machine that is shared may take the processor away for longer than any time. */
void part_let_run(void)
{
    asked = true;
    do
        CHECK(takt_sleep(TAKT_MS(20)) == 0);
    while (!all_rest);
    asked = all_rest = false;
}

static void drive(void *arg)
{
    (void)arg;
    (void)part_helper(PART_LOWER + 1, answer, NULL);
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        unsigned before = failed;

        parts[i].run();
        (void)takt_printf("%-4s %s\n", failed == before ? "ok" : "FAIL", parts[i].name);
    }
    (void)takt_printf("amount: %u checks of %u parts\n", checks, (unsigned)(sizeof parts / sizeof parts[0]));
    takt_exit(failed != 0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .entry = drive, .stack = driver_stack, .stack_size = sizeof driver_stack, .priority = PART_PRIORITY};

    if (core != 0)
        return;
    CHECK(takt_thread_create(&driver, &attr) == 0);
    CHECK(takt_thread_start(&driver) == 0);
}
