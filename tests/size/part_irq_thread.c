#include "part.h"

#define LINE 24u

static struct takt_irq irq;
static uintptr_t stack[TAKT_STACK_MIN / sizeof(uintptr_t) + 1];
static volatile unsigned runs;

static void run(void *arg)
{
    CHECK(arg == &irq && takt_in_handler() != takt_irq_is_threaded(&irq));
    runs++;
}

void part_irq_thread(void)
{
    const struct takt_irq_attr attr = {.handler = run,
                                       .arg = &irq,
                                       .urgency = 5,
                                       .priority = PART_HIGHER,
                                       .stack = stack,
                                       .stack_size = sizeof stack};

    CHECK(takt_irq_connect(&irq, LINE, &attr) == 0);
    CHECK(takt_irq_is_threaded(&irq) == CONFIG_TAKT_IRQ_THREADED);
    takt_irq_start(&irq);
    CHECK(takt_irq_pend(LINE) == 0 && runs == 1);
    takt_irq_stop(&irq);
    CHECK(takt_irq_pend(LINE) == 0 && runs == 1);
    takt_irq_start(&irq);
    CHECK(runs == 2 && takt_irq_count(&irq) == 2);
}
