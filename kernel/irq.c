/*
 * The kernel's part of an interrupt: the trace, if there is one. Handlers themselves, their priorities and their
 * nesting are the port's; what they may call is every service of class any.
 */
#include "kernel.h"

#if CONFIG_TAKT_TRACE
void takt_irq_enter(unsigned number)
{
    takt_trace_irq_enter(number, takt_core_id());
}

void takt_irq_exit(unsigned number)
{
    takt_trace_irq_exit(number, takt_core_id());
}
#endif

bool takt_in_handler(void)
{
    return takt_port_in_handler();
}
