/*
 * The kernel's part of an interrupt: how deep handlers are nested, and the trace. Handlers themselves, their
 * priorities and their nesting are the port's; what they may call is every service of class any.
 *
 * The depth is changed by the handler's own first and last step, and nested handlers restore it, so it needs
 * no mask.
 */
#include "kernel.h"

void takt_irq_enter(unsigned number)
{
    takt_trace_irq_enter(number, takt_core_id());
}

void takt_irq_exit(unsigned number)
{
    takt_trace_irq_exit(number, takt_core_id());
}

bool takt_in_handler(void)
{
    return takt_port_in_handler();
}
