/* Handlers run in the interrupt: a kernel without interrupt threads. */
#include "latency.h"

void latency_connect(unsigned number, void (*handler)(void *))
{
    latency_must(takt_irq_attach(latency_board.lines[number], latency_board.line_priority, handler, NULL),
                 "takt_irq_attach");
    latency_must(takt_irq_enable(latency_board.lines[number]), "takt_irq_enable");
}

void latency_disconnect(unsigned number)
{
    latency_must(takt_irq_attach(latency_board.lines[number], latency_board.line_priority, NULL, NULL),
                 "takt_irq_attach");
}
