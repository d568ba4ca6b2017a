/* Where a board has no second source of interrupts: a timer of the kernel raises the line. */
#include "latency.h"

static struct takt_timer timer;

static void raise_line(struct takt_timer *unused, void *arg)
{
    (void)unused;
    (void)arg;
    (void)takt_irq_pend(latency_board.lines[0]);
}

void latency_other_start(takt_time_t period)
{
    latency_must(takt_timer_init_direct(&timer, raise_line, NULL), "takt_timer_init_direct");
    latency_must(takt_timer_start(&timer, period, period), "takt_timer_start");
}

void latency_other_stop(void)
{
    (void)takt_timer_stop(&timer);
}

void latency_other_clear(void)
{
}
