/* The interrupts of line.h on boards that have none to spare. */
#include "line.h"

#include <takt/core.h>
#include <takt/timer.h>

static struct takt_timer timer;
static void (*line_entry)(void), (*trap_entry)(void);

static void pend(struct takt_timer *expired, void *arg)
{
    (void)expired;
    (void)arg;
    (void)takt_irq_pend(BENCH_LINE);
}

static void enter(void *entry)
{
    (*(void (**)(void))entry)();
}

static void attach(unsigned line, void (**entry)(void))
{
    if (takt_irq_attach(line, 2, enter, entry) != 0 || takt_irq_enable(line) != 0)
        takt_panic("the benchmark's interrupt is taken", __FILE__, __LINE__);
}

void bench_line_start(void (*entry)(void), takt_time_t period)
{
    line_entry = entry;
    attach(BENCH_LINE, &line_entry);
    if (takt_timer_init_direct(&timer, pend, NULL) != 0 || takt_timer_start(&timer, period, period) != 0)
        takt_panic("the benchmark's timer does not start", __FILE__, __LINE__);
}

void bench_line_stop(void)
{
    (void)takt_timer_stop(&timer);
    (void)takt_irq_attach(BENCH_LINE, 0, NULL, NULL);
}

void bench_trap_attach(void (*entry)(void))
{
    trap_entry = entry;
    (void)takt_irq_attach(BENCH_TRAP, 0, NULL, NULL);
    if (entry != NULL)
        attach(BENCH_TRAP, &trap_entry);
}
