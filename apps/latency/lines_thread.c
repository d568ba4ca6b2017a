/* Handlers run in threads or in the interrupt, as Kconfig says (CONFIG_TAKT_IRQ_THREADED). */
#include "latency.h"

#include <takt/irq_thread.h>

static struct takt_irq irqs[2];
static _Alignas(16) uintptr_t stacks[2][TAKT_STACK_MIN / sizeof(uintptr_t)];

void latency_connect(unsigned number, void (*handler)(void *))
{
    const struct takt_irq_attr attr = {.name = number == 0 ? "short" : "long",
                                       .handler = handler,
                                       .urgency = (uint8_t)latency_board.line_priority,
                                       .priority = LATENCY_PRIORITY_SERVED,
                                       .stack = stacks[number],
                                       .stack_size = sizeof(stacks[0])};

    latency_must(takt_irq_connect(&irqs[number], latency_board.lines[number], &attr), "takt_irq_connect");
    takt_irq_start(&irqs[number]);
}

void latency_disconnect(unsigned number)
{
    latency_must(takt_irq_disconnect(&irqs[number]), "takt_irq_disconnect");
}
