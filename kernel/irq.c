/*
 * The kernel's part of an interrupt: the trace and the contract, if there are. Handlers themselves, their priorities and their
 * nesting are the port's; what they may call is every service of class any. How deep they are nested is counted here,
 * whether or not it is recorded.
 */
#include "kernel.h"

#if CONFIG_TAKT_TRACE || CONFIG_TAKT_CONTRACT
void takt_irq_attached(unsigned number, unsigned priority, unsigned timer)
{
    (void)number;
    (void)priority;
    (void)timer;
    takt_trace_made(IRQ, (const void *)(uintptr_t)(TAKT_TRACE_IRQS + number), priority, timer);
}

void takt_irq_enter(unsigned number)
{
    (void)number;
    takt_trace_irq_enter(number, takt_trace_deeper(number));
    takt_contract_line(number);
}

void takt_irq_exit(unsigned number)
{
    (void)number;
    takt_trace_irq_exit(number, takt_trace_depth());
    takt_trace_shallower();
}
#endif

bool takt_in_handler(void)
{
    return takt_port_in_handler();
}
