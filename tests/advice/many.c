/*
 * A recording of many events, to measure a replay by: two threads and a queue, streamed into a file while they run.
 * events=N: about so many.
 */
#include <takt/takt.h>
#include <takt/trace.h>

#include <stdio.h>
#include <stdlib.h>

#define STACK     (TAKT_STACK_MIN + 8192)
#define A_MESSAGE 12 /* events of one, about */

static struct takt_thread threads[3];
static uintptr_t stacks[3][STACK / sizeof(uintptr_t)];
static struct takt_queue queue;
static uintptr_t store[TAKT_QUEUE_WORDS(4, 8)];
static struct takt_sem ended;
static long messages;
static FILE *file;

static void must(int result, int line)
{
    if (result >= 0)
        return;
    takt_printf("many: line %d returned %d\n", line, result);
    takt_exit(1);
}

#define MUST(call) must((call), __LINE__)

static int put(void *context, const void *data, size_t size)
{
    (void)context;
    return fwrite(data, 1, size, file) == size ? 0 : -EIO;
}

static void send(void *arg)
{
    (void)arg;
    for (uint32_t i = 0; i < (uint32_t)messages; i++) {
        takt_work(500);
        MUST(takt_queue_send(&queue, &i, TAKT_FOREVER));
    }
}

static void receive(void *arg)
{
    uint32_t message;

    (void)arg;
    for (long i = 0; i < messages; i++) {
        MUST(takt_queue_receive(&queue, &message, TAKT_FOREVER));
        takt_work(700);
    }
    MUST(takt_sem_give(&ended));
}

static void start(unsigned i, const char *name, void (*entry)(void *), takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .name = name, .entry = entry, .stack = stacks[i], .stack_size = STACK, .priority = priority};

    MUST(takt_thread_create(&threads[i], &attr));
    MUST(takt_thread_start(&threads[i]));
}

static void drain(void *arg)
{
    (void)arg;
    takt_trace_start(TAKT_TRACE_STREAM, 0);
    start(1, "sends", send, 5);
    start(2, "receives", receive, 3);
    while (takt_sem_take(&ended, TAKT_MS(1)) == -ETIMEDOUT)
        MUST(takt_trace_drain(put, NULL, false));
    takt_trace_stop();
    MUST(takt_trace_drain(put, NULL, true));
    fclose(file);
    takt_printf("lost: %u\n", (unsigned)takt_trace_lost());
    takt_exit(takt_trace_lost() == 0 ? 0 : 1);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    messages = strtol(takt_argument("events", "100000"), NULL, 10) / A_MESSAGE;
    file = fopen(takt_argument("file", "many.takt"), "wb");
    MUST(file == NULL ? -EIO : 0);
    MUST(takt_queue_init(&queue, store, 4, 8));
    MUST(takt_sem_init(&ended, 0, 1));
    start(0, "drains", drain, 1);
}
