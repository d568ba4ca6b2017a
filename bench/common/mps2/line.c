/* The interrupts of line.h on the boards mps2-*. The timer counts from its reload value down to 0 and raises its line
 * there, so a period is one count more than the reload value. */
#include "line.h"

#include <takt/core.h>

#define PRIORITY 2u /* as urgent as the kernel's masks allow, or less */

static void direct(unsigned line, void (*entry)(void))
{
    if (takt_cortexm_direct(line, PRIORITY, entry) != 0 || takt_irq_enable(line) != 0)
        takt_panic("the benchmark's interrupt does not exist", __FILE__, __LINE__);
}

void bench_line_start(void (*entry)(void), takt_time_t period)
{
    direct(TAKT_LINE_TIMER0, entry);
    TAKT_TIMER0->reload = (uint32_t)(period / TAKT_BOARD_COUNT_NS) - 1;
    TAKT_TIMER0->value = (uint32_t)(period / TAKT_BOARD_COUNT_NS) - 1;
    TAKT_TIMER0->control = TAKT_TIMER_ENABLE | TAKT_TIMER_INTERRUPT;
}

void bench_line_stop(void)
{
    TAKT_TIMER0->control = 0;
    TAKT_TIMER0->clear = 1;
    (void)takt_irq_disable(TAKT_LINE_TIMER0);
}

void bench_trap_attach(void (*entry)(void))
{
    if (entry == NULL)
        (void)takt_irq_disable(BENCH_TRAP);
    else
        direct(BENCH_TRAP, entry);
}
