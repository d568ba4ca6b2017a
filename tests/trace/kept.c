/*
 * A board is reset in the middle of a recording, by its own reset request and with nothing saved. What it recorded is
 * there after the start that follows, which saves it before it records anew.
 *
 * The words that say how far this has come are kept, too.
 */
#include "kinds.h"

#define MARKS 700u /* several packets, the last of them open */
#define BEGUN 0x6b657074u

/** Application interrupt and reset control: the key, and the request (Armv7-M Architecture Reference Manual, B3.2.6). */
#define RESET_CONTROL (*(volatile uint32_t *)0xE000ED0Cu)
#define RESET_REQUEST 0x05FA0004u

/* The board's writable memory, as a debugger would fetch it. */
#define MEMORY      ((uintptr_t)takt_trace_memory & 0xff000000u)
#define MEMORY_SIZE 0x180000u

static uint32_t begun TAKT_PORT_KEPT;
static uint32_t starts; /* cleared by a start */
static struct takt_thread thread;
static uintptr_t stack[(TAKT_STACK_MIN + 4096) / sizeof(uintptr_t)];

static void record_and_reset(void)
{
    begun = BEGUN;
    takt_trace_start(TAKT_TRACE_FLIGHT, 0);
    (void)takt_trace_mark_name(7, "before the reset");
    for (uint32_t i = 0; i < MARKS; i++)
        takt_trace_mark(7, i);
    (void)takt_port_mask();
    RESET_CONTROL = RESET_REQUEST;
    for (;;) {
    }
}

static void save_and_go_on(void)
{
    begun = 0;
    EXPECT(takt_trace_kept() > 1);
    EXPECT(takt_result_write("trace-memory.bin", (const char *)MEMORY, MEMORY_SIZE) == 0);
    EXPECT(takt_trace_save("trace-kept.takt") == 0);
    takt_trace_start(TAKT_TRACE_FLIGHT, 0);
    EXPECT(takt_trace_kept() == 0);
    takt_trace_mark(7, 1000);
    takt_trace_stop();
    EXPECT(takt_trace_save("trace-anew.takt") == 0);
    takt_printf("amount: %u marks before the reset\n", (unsigned)MARKS);
    takt_exit(0);
}

static void run(void *arg)
{
    (void)arg;
    EXPECT(starts++ == 0); /* what is not kept is cleared */
    if (begun == BEGUN)
        save_and_go_on();
    else
        record_and_reset();
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {
        .name = "test", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 5};

    if (core != 0)
        return;
    EXPECT(takt_thread_create(&thread, &attr) == 0 && takt_thread_start(&thread) == 0);
}
