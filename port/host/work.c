/*
 * takt_work(): a loop that is counted, not timed, so that time which handlers, other threads and the host
 * take is not taken for work. How long a turn takes is measured at the start: the quickest of several runs,
 * as a run can only be disturbed to be slower. A turn is a chain of multiplications, each waiting for the one
 * before, so that it takes about the same time whether or not the processor's other hardware thread is busy.
 */
#include "host.h"

#include <takt/timer.h>

#define TURNS 20000u
#define RUNS  15
#define PIECE 1000u /* some 10 us, between looks for interrupts where these are taken at calls */

static uint64_t turns_in_2_20_ns = 1u << 20; /* 1 a ns until it is measured */

static void __attribute__((noinline)) turn(uint64_t turns)
{
    uint64_t x = turns;

    while (turns-- != 0) {
        x = x * x + turns;
        x = x * x + turns;
        x = x * x + turns;
        x = x * x + turns;
        __asm__ volatile("" : "+r"(x));
    }
}

void takt_host_work_calibrate(void)
{
    volatile uint64_t turns =
        TURNS; /* not known to the compiler, lest it makes a second loop for this call */
    uint64_t best = UINT64_MAX;

    for (int i = 0; i < RUNS; i++) {
        uint64_t begin = takt_port_counter(), took;

        turn(turns);
        took = takt_port_counter() - begin;
        best = took < best ? took : best;
    }
    turns_in_2_20_ns = ((uint64_t)TURNS << 20) / (uint64_t)(takt_port_to_ns(best) + 1);
}

void takt_work(takt_time_t ns)
{
    uint64_t left = ns > 0 ? (uint64_t)(((unsigned __int128)ns * turns_in_2_20_ns) >> 20) : 0;

    while (left != 0) {
        uint64_t now = left < PIECE ? left : PIECE;

        turn(now);
        left -= now;
        takt_host_call();
    }
}
