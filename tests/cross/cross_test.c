/* See cross_test.h. */
#include "cross_test.h"

#include <stdlib.h>

#define STACK 32768

static struct takt_thread threads[CONFIG_TAKT_CORES][CROSS_THREADS];
static char stacks[CONFIG_TAKT_CORES][CROSS_THREADS][STACK] __attribute__((aligned(16)));
static unsigned used[CONFIG_TAKT_CORES];

void cross_expect(bool holds, const char *text, const char *file, int line)
{
    if (holds)
        return;
    takt_printf("%s:%d: core %u: not so: %s\n", file, line, takt_core_id(), text);
    takt_exit(1);
}

void cross_expect_eq(long long value, long long expected, const char *text, const char *file, int line)
{
    if (value == expected)
        return;
    takt_printf("%s:%d: core %u: %s is %lld, not %lld\n", file, line, takt_core_id(), text, value, expected);
    takt_exit(1);
}

struct takt_thread *cross_thread(const char *name, void (*entry)(void *), void *arg, takt_prio_t priority)
{
    unsigned core = takt_core_id(), number = used[core]++;
    struct takt_thread_attr attr = {.name = name,
                                    .entry = entry,
                                    .arg = arg,
                                    .stack = stacks[core][number % CROSS_THREADS],
                                    .stack_size = STACK,
                                    .priority = priority};

    EXPECT(number < CROSS_THREADS);
    EXPECT_EQ(takt_thread_create(&threads[core][number], &attr), 0);
    EXPECT_EQ(takt_thread_start(&threads[core][number]), 0);
    return &threads[core][number];
}

unsigned long cross_number(const char *key, unsigned long otherwise)
{
    const char *text = takt_argument(key, NULL);

    return text == NULL ? otherwise : strtoul(text, NULL, 0);
}

uint32_t cross_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

takt_time_t cross_bound(takt_time_t section, takt_time_t handover)
{
    return (takt_core_count() - 1) * (section + handover) + handover;
}

void cross_check_wait(takt_time_t asked, takt_time_t bound)
{
    takt_time_t waited = takt_now() - asked;

    if (waited <= bound || !cross_exact_time())
        return;
    takt_printf("core %u: waited %lld ns for a lock, the bound is %lld\n", takt_core_id(), (long long)waited,
                (long long)bound);
    takt_exit(1);
}

void cross_wait(const struct takt_word *word, uint32_t number)
{
    /* acquire: pairs with the releases of the tests' own counts */
    while (TAKT_LOAD(word, acquire) < number)
        EXPECT_EQ(takt_sleep(TAKT_US(20)), 0);
}

void cross_end(const char *name, unsigned long amount, const char *what)
{
    takt_printf("cross/%s on %u cores, %lld us of the board's time\namount: %lu %s\n", name,
                takt_core_count(), (long long)(takt_now() / 1000), amount, what);
    cross_say_choices();
    takt_exit(amount == 0);
}
