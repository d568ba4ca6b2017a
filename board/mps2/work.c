/*
 * takt_work(): a loop that is counted, not timed, so that time which handlers and other threads take is not taken for
 * work. How long a turn takes is measured at the start: the quickest of several runs, as a run can only be disturbed
 * to be slower (an emulator's own work; under -icount none is). The counter begins at 0 for it: QEMU's stands still
 * for a moment where it wraps, and a run that falls into that would seem to be quick.
 *
 * After each piece the core gives way: an emulator that gives cores turns lets another one on only then, and a loop that
 * works until another core has done something would never end.
 */
#include "kernel.h"

#include "board.h"

#define TURNS 10000u
#define RUNS  5

static uint32_t turns_in_2_16_ns = 1u << 16; /* 1 a ns until it is measured */

static void __attribute__((noinline)) turn(uint32_t turns)
{
    __asm__ volatile("1: subs %0, #1\n\tbne 1b" : "+r"(turns)::"cc");
}

void takt_work_calibrate(void)
{
    takt_time_t best = INT64_MAX;

    for (int i = 0; i < RUNS; i++) {
        uint64_t begin = takt_port_counter();
        takt_time_t took;

        turn(TURNS);
        took = takt_port_to_ns(takt_port_counter() - begin);
        best = took < best ? took : best;
    }
    turns_in_2_16_ns = (TURNS << 16) / (uint32_t)(best + 1);
}

void takt_work(takt_time_t ns)
{
    for (; ns > TAKT_WORK_PIECE; ns -= TAKT_WORK_PIECE) {
        turn(turns_in_2_16_ns / (65536 / TAKT_WORK_PIECE));
        takt_port_relax();
    }
    if (ns > 0)
        turn((uint32_t)((uint64_t)ns * turns_in_2_16_ns >> 16) + 1);
    takt_port_relax();
}
