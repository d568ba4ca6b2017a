/*
 * ./takt run latency [--board BOARD] [key=value ...]
 *
 *   rate=2048      interrupts a second: 64 to 8192
 *   seconds=N      measured under each load
 *   loads=A,B      only these: idle, unloaded, threads, full, timers, heavy
 *   verdict=1      a demand that is missed is a failure
 *
 * Paper 2's experiment: a periodic interrupt wakes the most urgent thread; how long does that take, and where does the
 * time go, while the core does something else? The conductor is that thread: it starts a load, takes the samples, and
 * ends the load. So nothing that prints, starts or ends runs while samples are taken.
 */
#include "latency.h"

#include "../common/text.h"

#include <string.h>

#define SETTLE_NS TAKT_MS(100)
#define CHUNKS    10u /* of a load's samples: progress is told between them */

const struct latency_load latency_loads[LATENCY_LOADS] = {
    [LATENCY_IDLE] = {"idle", "idle: the core sleeps", 0},
    [LATENCY_UNLOADED] = {"unloaded", "unloaded: one thread computes", LATENCY_LOAD_REST},
    [LATENCY_THREADS] = {"threads", "1,000 threads besides", LATENCY_LOAD_REST | LATENCY_LOAD_CROWD},
    [LATENCY_FULL] = {"full", "full: 800 threads send messages, other interrupts",
                      LATENCY_LOAD_MESSAGES | LATENCY_LOAD_LINES},
    [LATENCY_TIMERS] = {"timers", "the kernel's timers and deadlines besides",
                        LATENCY_LOAD_MESSAGES | LATENCY_LOAD_LINES | LATENCY_LOAD_TIMERS},
    [LATENCY_HEAVY] = {"heavy", "full, and kernel-heavy",
                       LATENCY_LOAD_MESSAGES | LATENCY_LOAD_LINES | LATENCY_LOAD_KERNEL |
                           LATENCY_LOAD_HANDLERS | LATENCY_LOAD_FILES},
};

struct latency_figures latency_figures[LATENCY_LOADS];
struct latency_arguments latency_arguments;

static struct takt_thread conductor_thread;
static _Alignas(16) unsigned char conductor_stack[TAKT_STACK_MIN + 8192];

void latency_must(int result, const char *what)
{
    if (result >= 0)
        return;
    takt_printf("latency: %s returned %d\n", what, result);
    takt_exit(1);
}

static uint32_t number(const char *key, uint32_t otherwise, uint32_t min, uint32_t max)
{
    const char *text = takt_argument(key, NULL);
    uint64_t value = 0;

    if (text == NULL)
        return otherwise;
    for (const char *c = text; *c != '\0' && value <= max; c++)
        value = *c >= '0' && *c <= '9' ? value * 10 + (uint64_t)(*c - '0') : UINT64_MAX >> 8;
    if (text[0] == '\0' || value < min || value > max) {
        takt_printf("latency: %s=%s: write a number from %u to %u.\n", key, text, (unsigned)min,
                    (unsigned)max);
        takt_exit(2);
    }
    return (uint32_t)value;
}

static uint32_t load_named(const char *name, size_t length)
{
    for (unsigned load = 0; load < LATENCY_LOADS; load++) {
        if (strlen(latency_loads[load].name) == length &&
            strncmp(latency_loads[load].name, name, length) == 0)
            return 1u << load;
    }
    return 0;
}

static uint32_t loads(void)
{
    const char *list = takt_argument("loads", NULL), *word = list;
    uint32_t chosen = 0;

    if (list == NULL)
        return (1u << LATENCY_LOADS) - 1;
    while (*word != '\0') {
        size_t length = strcspn(word, ",");
        uint32_t one = load_named(word, length);

        if (one == 0)
            break;
        chosen |= one;
        word += length + (word[length] == ',');
    }
    if (*word != '\0' || chosen == 0) {
        takt_printf("latency: loads=%s: write names with commas between them: "
                    "idle,unloaded,threads,full,timers,heavy.\n",
                    list);
        takt_exit(2);
    }
    return chosen;
}

static void measure(unsigned load)
{
    struct latency_figures *figures = &latency_figures[load];
    uint32_t whole = latency_arguments.rate * latency_arguments.seconds, taken = 0;

    latency_load_begin(latency_loads[load].does);
    latency_must(takt_sleep(SETTLE_NS), "takt_sleep"); /* its threads begin */
    takt_windows_clear();
    for (unsigned chunk = 1; chunk <= CHUNKS; chunk++) {
        uint32_t part = (uint32_t)((uint64_t)whole * chunk / CHUNKS) - taken;
        uint64_t done = latency_messages_done();
        takt_time_t began = takt_now();

        latency_sample(figures, part, taken, whole);
        figures->span += takt_now() - began;
        figures->done += latency_messages_done() - done;
        taken += part;
        latency_report_progress(load, chunk * 100 / CHUNKS);
    }
    for (unsigned kind = 0; kind < TAKT_WINDOWS; kind++)
        (void)takt_window_longest((enum takt_window_kind)kind, &figures->window[kind]);
    latency_load_end(latency_loads[load].does);
}

static void conduct(void *arg)
{
    (void)arg;
    latency_board_look();
    latency_arguments.seconds = number("seconds", latency_board.seconds, 1, 100000);
    latency_arguments.verdict = number("verdict", 0, 0, 1) != 0;
    latency_report_head();
    latency_sample_begin();
    for (unsigned load = 0; load < LATENCY_LOADS; load++) {
        if (latency_arguments.loads & 1u << load)
            measure(load);
    }
    takt_exit(latency_report() ? 0 : 1);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {.name = "sampler",
                                          .entry = conduct,
                                          .stack = conductor_stack,
                                          .stack_size = sizeof(conductor_stack),
                                          .priority = LATENCY_PRIORITY_SAMPLER};

    if (core != 0)
        return;
    latency_arguments.rate = number("rate", 2048, 64, 8192);
    latency_arguments.loads = loads();
    latency_must(takt_thread_create(&conductor_thread, &attr), "takt_thread_create");
    latency_must(takt_thread_start(&conductor_thread), "takt_thread_start");
}
