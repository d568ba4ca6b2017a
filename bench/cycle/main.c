/*
 * What unique priorities cost (paper 3): D fills the queues of A, B and C, three messages each, in turn, and gives way.
 * With one priority for all four that takes 4 context switches a cycle; with A, B, C more urgent than D, each of the 9
 * messages wakes its receiver: 18.
 *
 * Each case runs twice. The first time labels stand around a cycle of D (bench/common/place.h), and nothing else is
 * done. The second time every thread notes that it is the one that runs; what differs is a constant that the compiler
 * sees. The switches are counted from the notes, so they are checked on every board.
 */
#include <takt/takt.h>

#include "place.h"
#include "report.h"

#define CYCLES    26
#define RECEIVERS 3
#define MESSAGES  3
#define D         RECEIVERS
#define BYTES_MAX 16
#define INLINE    static inline __attribute__((always_inline))

static struct takt_thread boss, threads[RECEIVERS + 1];
static _Alignas(16) unsigned char boss_stack[16 * TAKT_STACK_MIN], stacks[RECEIVERS + 1][4 * TAKT_STACK_MIN];
static struct takt_queue queues[RECEIVERS];
static void *stores[RECEIVERS][TAKT_QUEUE_WORDS(BYTES_MAX, MESSAGES)];
static uint32_t message[BYTES_MAX / sizeof(uint32_t)];
static unsigned running, switches;

static void note(unsigned thread)
{
    if (running != thread)
        switches++;
    running = thread;
}

INLINE void receive(struct takt_queue *queue, bool noting)
{
    uint32_t received[BYTES_MAX / sizeof(uint32_t)];

    while (takt_queue_receive(queue, received, TAKT_FOREVER) == 0) {
        if (noting)
            note((unsigned)(queue - queues));
    }
}

static void receive_counted(void *arg)
{
    receive(arg, false);
}

static void receive_noted(void *arg)
{
    receive(arg, true);
}

INLINE void cycle(bool noting)
{
    for (unsigned i = 0; i < MESSAGES; i++) {
        for (unsigned to = 0; to < RECEIVERS; to++) {
            (void)takt_queue_send(&queues[to], message, TAKT_NO_WAIT);
            if (noting)
                note(D);
        }
    }
    takt_yield();
    if (noting)
        note(D);
}

static TAKT_PLACED void equal_4(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < CYCLES; i++) {
        TAKT_FROM(cycle_equal_4);
        cycle(false);
        TAKT_TO(cycle_equal_4);
    }
}

static TAKT_PLACED void unique_4(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < CYCLES; i++) {
        TAKT_FROM(cycle_unique_4);
        cycle(false);
        TAKT_TO(cycle_unique_4);
    }
}

static TAKT_PLACED void equal_16(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < CYCLES; i++) {
        TAKT_FROM(cycle_equal_16);
        cycle(false);
        TAKT_TO(cycle_equal_16);
    }
}

static TAKT_PLACED void unique_16(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < CYCLES; i++) {
        TAKT_FROM(cycle_unique_16);
        cycle(false);
        TAKT_TO(cycle_unique_16);
    }
}

static void send_noted(void *arg)
{
    (void)arg;
    running = D;
    switches = 0;
    for (unsigned i = 0; i < CYCLES; i++)
        cycle(true);
}

static const struct round {
    const char *name;
    void (*send)(void *arg);
    size_t bytes;
    bool unique;
    unsigned wanted; /* switches a cycle */
} rounds[] = {
    {"equal-4", equal_4, 4, false, 4},
    {"unique-4", unique_4, 4, true, 18},
    {"equal-16", equal_16, 16, false, 4},
    {"unique-16", unique_16, 16, true, 18},
};

static void check(bool right, const char *what)
{
    if (right)
        return;
    takt_printf("FAIL: %s\n", what);
    takt_exit(1);
}

static void start(unsigned number, void (*entry)(void *), takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .name = number == D ? "D" : "receiver",
        .entry = entry,
        .arg = number == D ? NULL : &queues[number],
        .stack = stacks[number],
        .stack_size = sizeof stacks[number],
        .priority = priority,
    };

    check(takt_thread_create(&threads[number], &attr) == 0 && takt_thread_start(&threads[number]) == 0,
          "a thread does not start");
}

/* Receivers first, so that they wait when D begins, with equal priorities too. */
static void run_once(const struct round *round, void (*receiver)(void *), void (*sender)(void *))
{
    for (unsigned i = 0; i < RECEIVERS; i++) {
        check(takt_queue_init(&queues[i], stores[i], round->bytes, MESSAGES) == 0, "a queue cannot be");
        start(i, receiver, (takt_prio_t)(round->unique ? 1 + i : 4));
    }
    start(D, sender, 4);
    check(takt_thread_join(&threads[D], NULL, TAKT_FOREVER) == 0, "D does not end");
    for (unsigned i = 0; i < RECEIVERS; i++) {
        (void)takt_queue_delete(&queues[i]);
        check(takt_thread_join(&threads[i], NULL, TAKT_FOREVER) == 0, "a receiver does not end");
    }
}

static void run(void *arg)
{
    bool right = true;

    (void)arg;
    for (unsigned i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        run_once(&rounds[i], receive_counted, rounds[i].send);
        run_once(&rounds[i], receive_noted, send_noted);
        bench_figure("switches", rounds[i].name, "context switches a cycle of 9 messages", switches, CYCLES);
        right = right && switches == rounds[i].wanted * CYCLES;
    }
    check(right, "the context switches are not 4 and 18");
    takt_printf("amount: %zu cases, %d cycles each\n", sizeof rounds / sizeof *rounds, CYCLES);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "boss", .entry = run, .stack = boss_stack, .stack_size = sizeof boss_stack, .priority = 0};

    if (core == 0)
        check(takt_thread_create(&boss, &attr) == 0 && takt_thread_start(&boss) == 0,
              "the boss does not start");
}
