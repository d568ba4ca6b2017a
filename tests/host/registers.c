/*
 * A thread's registers survive whatever interrupts it: on each core four threads of one level, sliced to 50 us, fill
 * the whole register file with patterns of their own, rounding modes included, and find it again after a while in
 * which the others ran; a fifth wakes every 200 us from a wait (a switch that was a call, not a signal). Patterns
 * are odd multiples of 2^40, so no thread's words are another's.
 */
#include <string.h>

#include "host_test.h"
#include "registers.h"

#define SPINNERS 4u
#define TURNS    200000u

static struct host_test_thread spinner[CONFIG_TAKT_CORES][SPINNERS], sleeper[CONFIG_TAKT_CORES],
    watcher[CONFIG_TAKT_CORES];
static uint64_t rounds[CONFIG_TAKT_CORES][SPINNERS];
static struct takt_word preempted, cores_done;

static void check_words(const uint64_t *word, unsigned count, uint64_t pattern)
{
    for (unsigned i = 0; i < count; i++)
        HOST_TEST_CHECK(word[i] == pattern + i);
}

static void check(const struct registers *r, const struct registers_order *order)
{
    check_words(r->general, REGISTERS_GENERAL, order->pattern);
    check_words(r->red, REGISTERS_RED, order->pattern);
    check_words(r->x87, REGISTERS_X87, order->pattern);
    for (unsigned i = 0; i < REGISTERS_VECTOR; i++) {
        for (unsigned j = 0; j < 4; j++)
            HOST_TEST_CHECK(r->vector[i][j] == (j < 2 || order->wide ? order->pattern + i : 0));
    }
    HOST_TEST_CHECK((r->mxcsr & 0xffc0u) == (order->mxcsr & 0xffc0u)); /* but for the sticky flags */
    HOST_TEST_CHECK(r->control == order->control);
}

static struct registers_order order_of(unsigned number, uint64_t turns)
{
    return (struct registers_order){
        .pattern = ((uint64_t)number * 2 + 1) << 40,
        .turns = turns,
        .wide = __builtin_cpu_supports("avx") != 0,
        .mxcsr = 0x1f80u | (number & 3u) << 13,
        .control = 0x037fu | ((number + 1) & 3u) << 10,
    };
}

static void hold_once(unsigned number, uint64_t turns)
{
    struct registers_order order = order_of(number, turns);
    struct registers dump;

    memset(&dump, 0, sizeof(dump));
    dump.wide = order.wide;
    registers_hold(&order, &dump);
    check(&dump, &order);
}

static unsigned runs_now[CONFIG_TAKT_CORES];

static void spin(void *arg)
{
    unsigned index = (unsigned)(uintptr_t)arg, core = takt_core_id();

    for (;;) {
        runs_now[core] = index;
        hold_once(core * SPINNERS + index, TURNS);
        /* relaxed: a count. Somebody else set runs_now while this thread held its registers */
        if (runs_now[core] != index)
            (void)TAKT_ADD(&preempted, 1, relaxed);
        rounds[core][index]++;
    }
}

/* A switch that is a call keeps the control words too, though a signal gives its handler those of the start. */
static void hold_control(const struct registers_order *order)
{
    uint32_t mxcsr = order->mxcsr;
    uint16_t control = (uint16_t)order->control;

    __asm__ volatile("ldmxcsr %0; fldcw %1" ::"m"(mxcsr), "m"(control));
    HOST_TEST_CHECK(takt_sleep(TAKT_US(200)) == 0);
    __asm__ volatile("stmxcsr %0; fnstcw %1" : "=m"(mxcsr), "=m"(control));
    HOST_TEST_CHECK((mxcsr & 0xffc0u) == (order->mxcsr & 0xffc0u));
    HOST_TEST_CHECK(control == order->control);
}

static void sleep_often(void *arg)
{
    unsigned number = (unsigned)(uintptr_t)arg;

    for (;;) {
        struct registers_order order = order_of(number++, 1);

        hold_once(number, 1);
        hold_control(&order);
    }
}

static void watch(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    HOST_TEST_CHECK(takt_sleep(TAKT_MS(host_test_number("ms", 1000))) == 0);
    for (unsigned i = 0; i < SPINNERS; i++)
        HOST_TEST_CHECK(rounds[core][i] > 0);
    /* relaxed: counts */
    (void)TAKT_ADD(&cores_done, 1, relaxed);
    while (core == 0 && TAKT_LOAD(&cores_done, relaxed) != takt_core_count())
        HOST_TEST_CHECK(takt_sleep(TAKT_MS(1)) == 0);
    if (core == 0)
        host_test_done("register files held while others ran", TAKT_LOAD(&preempted, relaxed), 50);
}

void takt_main(unsigned core)
{
    for (unsigned i = 0; i < SPINNERS; i++)
        host_test_start(&spinner[core][i], &(struct takt_thread_attr){.name = "spinner",
                                                                      .entry = spin,
                                                                      .arg = (void *)(uintptr_t)i,
                                                                      .priority = 9,
                                                                      .slice = TAKT_US(50)});
    host_test_start(&sleeper[core], &(struct takt_thread_attr){.name = "sleeper",
                                                               .entry = sleep_often,
                                                               .arg = (void *)(uintptr_t)(100 + core),
                                                               .priority = 5});
    host_test_start(&watcher[core],
                    &(struct takt_thread_attr){.name = "watcher", .entry = watch, .priority = 1});
}
