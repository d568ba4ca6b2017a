/* See line.h. */
#ifndef TAKT_BENCH_LINE_BOARD_H
#define TAKT_BENCH_LINE_BOARD_H

#include <takt/irq.h>

#include <takt_port.h>

#define BENCH_LINE 5u
#define BENCH_TRAP 6u

static inline void bench_line_clear(void)
{
}

static inline void bench_trap_raise(void)
{
    (void)takt_irq_pend(BENCH_TRAP);
}

static inline void bench_give_way(void)
{
    takt_port_relax();
}

static inline void bench_share(void)
{
}

#endif
