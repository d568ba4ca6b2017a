/* See line.h. Timer 0 of the board, and line 30, which has no device; the software trigger register raises it. */
#ifndef TAKT_BENCH_LINE_BOARD_H
#define TAKT_BENCH_LINE_BOARD_H

#include <board.h>

#include <takt_port.h>

#define BENCH_TRAP 30u
#define BENCH_STIR TAKT_CORTEXM_REGISTER(uint32_t, 0xE000EF00u)

static inline void bench_line_clear(void)
{
    TAKT_TIMER0->clear = 1;
}

static inline void bench_trap_raise(void)
{
    BENCH_STIR = BENCH_TRAP;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static inline void bench_give_way(void)
{
    __asm__ volatile("yield" ::: "memory");
}

static inline void bench_share(void)
{
    bench_give_way();
}

#endif
