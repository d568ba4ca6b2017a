/*
 * Two pairs of threads, of which one can be on either core: where=0 or 1. A sends to B, C to D; what each computes follows from
 * its turn alone. Recordings begin and end at the same times on both cores.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include <stdlib.h>
#include <string.h>

#define STACK (TAKT_STACK_MIN + 4096)
#define TURNS 40
#define BEGIN TAKT_MS(3)
#define END   TAKT_MS(6)

struct pair {
    struct takt_thread thread[2];
    uintptr_t stack[2][STACK / sizeof(uintptr_t)];
    struct takt_queue queue;
    uintptr_t store[TAKT_QUEUE_WORDS(4, 64)];
    takt_time_t period;
};

static struct pair pairs[2] = {{.period = TAKT_US(31)}, {.period = TAKT_US(23)}};
static struct takt_thread conductors[CONFIG_TAKT_CORES];
static uintptr_t stacks[CONFIG_TAKT_CORES][STACK / sizeof(uintptr_t)];
static unsigned recorded;

static void must(int result, int line)
{
    if (result >= 0)
        return;
    takt_printf("move: line %d returned %d\n", line, result);
    takt_exit(1);
}

#define MUST(call) must((call), __LINE__)

static void send(void *arg)
{
    struct pair *pair = arg;

    for (uint32_t i = 0; i < TURNS; i++) {
        MUST(takt_sleep(takt_at(BEGIN + TAKT_US(50) + i * pair->period)));
        takt_work(1000 + i % 7 * 300);
        MUST(takt_queue_send(&pair->queue, &i, TAKT_FOREVER));
        takt_work(900);
    }
}

static void receive(void *arg)
{
    struct pair *pair = arg;
    uint32_t message;

    for (uint32_t i = 0; i < TURNS; i++) {
        MUST(takt_queue_receive(&pair->queue, &message, TAKT_FOREVER));
        takt_work(2000 + i % 5 * 1100);
    }
}

static void start(struct pair *pair, unsigned i, const char *name, void (*entry)(void *),
                  takt_prio_t priority)
{
    const struct takt_thread_attr attr = {.name = name,
                                          .entry = entry,
                                          .arg = pair,
                                          .stack = pair->stack[i],
                                          .stack_size = STACK,
                                          .priority = priority};

    MUST(takt_thread_create(&pair->thread[i], &attr));
    MUST(takt_thread_start(&pair->thread[i]));
}

static void make(unsigned number, unsigned core)
{
    unsigned where = (unsigned)strtol(takt_argument("where", "0"), NULL, 10);
    struct pair *pair = &pairs[number];

    if ((number == 0 ? 0 : where) != core)
        return;
    MUST(takt_queue_init(&pair->queue, pair->store, 4, 64));
    MUST(takt_trace_name(&pair->queue, number == 0 ? "first" : "second"));
    start(pair, 0, number == 0 ? "A" : "C", send, number == 0 ? 5 : 4);
    start(pair, 1, number == 0 ? "B" : "D", receive, number == 0 ? 3 : 6);
}

static void conduct(void *arg)
{
    unsigned core = takt_core_id();

    (void)arg;
    make(0, core);
    make(1, core);
    MUST(takt_sleep(takt_at(BEGIN)));
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    (void)takt_sleep(takt_at(END));
    takt_trace_stop();
    recorded++;
    while (core == 0 && recorded != takt_core_count())
        MUST(takt_sleep(TAKT_US(100)));
    if (core != 0)
        return;
    MUST(takt_trace_save("move.takt"));
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {.name = "conductor",
                                          .entry = conduct,
                                          .stack = stacks[core],
                                          .stack_size = sizeof(stacks[core]),
                                          .priority = 0};

    MUST(takt_thread_create(&conductors[core], &attr));
    MUST(takt_thread_start(&conductors[core]));
}
