/*
 * One end each: faults in a thread and in a handler, a kernel call from above the kernel's level, a stack that
 * overflows, an interrupt that nobody handles; and the ordinary one, with arguments, results and a status. ends.sh looks
 * at what comes out.
 */
#include <takt/takt.h>

#include <string.h>

#include "kernel.h"

#define LINE 10u /* and the one behind it: of no device that a board uses */

static struct takt_thread thread;
static uint64_t stack[TAKT_STACK_MIN / 8 + 128];
static struct takt_sem sem;

static void undefined(void)
{
    __asm__ volatile("udf #0");
}

static void address(void)
{
    *(volatile uint32_t *)0xF0000000u = 1;
}

static void jump(void)
{
    __asm__ volatile("bx %0" ::"r"(0x100u));
}

static void deeper(volatile char *above, unsigned depth)
{
    volatile char bytes[64] = {0};

    if (depth != 0)
        deeper(bytes, depth - 1);
    above[0] = bytes[1];
}

static void overflow(void)
{
    volatile char top;

    deeper(&top, 1000);
}

static void overflow_here(void)
{
    memset(stack, 0, 16); /* as a deep call would have left it */
    takt_sleep(TAKT_MS(1));
}

static void no_handler(void)
{
    (void)takt_irq_enable(LINE + 1);
    (void)takt_irq_pend(LINE + 1);
}

static void in_line(void *arg)
{
    void (*function)(void) = (void (*)(void))arg;

    function();
}

static void call_kernel(void)
{
    (void)takt_sem_give(&sem);
}

static void raise(void (*function)(void), unsigned priority)
{
    (void)takt_irq_attach(LINE, priority, in_line, (void *)function);
    (void)takt_irq_enable(LINE);
    (void)takt_irq_pend(LINE);
}

static void write_results(void)
{
    static const char text[] = "{\"made\": \"by cortexm-ends\"}\n";

    takt_printf("bad names %d %d %d\n", takt_result_write("", text, 1), takt_result_write(".hidden", text, 1),
                takt_result_write("up/one", text, 1));
    takt_printf("results %d\n", takt_result_write("cortexm-ends.json", text, sizeof text - 1));
}

static const struct {
    const char *name;
    void (*function)(void);
} ends[] = {
    {"undefined", undefined}, {"address", address},   {"jump", jump},
    {"stack", overflow_here}, {"nobody", no_handler}, {"results", write_results},
};

static void run(void *arg)
{
    const char *how = arg;

    if (strcmp(how, "handler") == 0)
        raise(undefined, 3);
    if (strcmp(how, "level") == 0)
        raise(call_kernel, 0);
    if (strcmp(how, "deep") == 0)
        raise(overflow, 3);
    if (strcmp(how, "hang") == 0)
        takt_sleep(TAKT_S(1000));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (strcmp(how, ends[i].name) == 0)
            ends[i].function();
    }
    takt_printf("%s: text=%s, word %s\n", how, takt_argument("text", "none"),
                takt_argument("word", NULL) != NULL ? "there" : "missing");
    takt_exit(7);
}

void takt_main(unsigned core)
{
    const struct takt_thread_attr attr = {.name = "ender",
                                          .entry = run,
                                          .arg = (void *)(uintptr_t)takt_argument("how", "plain"),
                                          .stack = stack,
                                          .stack_size = sizeof stack,
                                          .priority = 5};

    if (core != 0)
        return;
    (void)takt_sem_init(&sem, 0, 1);
    (void)takt_thread_create(&thread, &attr);
    (void)takt_thread_start(&thread);
}
