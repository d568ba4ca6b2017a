/* Calls of the kernel with windows of different lengths, in a build that records the longest. */
#include <takt/takt.h>
#include <takt/trace.h>

#define ROUNDS 50u

static struct takt_thread thread;
static uintptr_t stack[(TAKT_STACK_MIN + 4096) / sizeof(uintptr_t)];
static struct takt_event event;
static struct takt_queue queue;
static void *store[TAKT_QUEUE_WORDS(16, 2)];

static void must(int result)
{
    if (result == 0)
        return;
    takt_printf("FAIL: %d\n", result);
    takt_exit(1);
}

static void run(void *arg)
{
    char message[16] = {0};

    (void)arg;
    takt_trace_start(TAKT_TRACE_ONCE, TAKT_TRACE_GROUP_window);
    for (unsigned i = 0; i < ROUNDS; i++) {
        must(takt_event_clear(&event, 1));
        must(takt_queue_send(&queue, message, TAKT_NO_WAIT));
        must(takt_queue_receive(&queue, message, TAKT_NO_WAIT));
    }
    takt_trace_stop();
    must(takt_trace_save("trace-windows.takt"));
    takt_printf("amount: %u rounds\n", ROUNDS);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "test", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 5};

    if (core != 0)
        return;
    must(takt_event_init(&event, 0));
    must(takt_queue_init(&queue, store, 16, 2));
    must(takt_thread_create(&thread, &attr));
    must(takt_thread_start(&thread));
}
