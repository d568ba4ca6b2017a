/*
 * On the boards mps2-* the interrupt is the half of the dual timer that is the application's. It counts down, raises its
 * line at 0 and begins anew: so in the handler what is missing from its load tells how long ago it expired.
 *
 * An emulator counts instructions, not cycles. The clock's unit is 40 ns (an385) or 50 ns (an521); with 32 ns of emulated
 * time an instruction (apps/latency/icount) it tells single instructions apart, or nearly so. How much time
 * an instruction takes is found out at the start, by a loop of known length.
 */
#include "latency.h"

#include <takt_port.h>

#define PERIODIC  0x40u
#define INTERRUPT 0x20u

#define LOOP 10000u /* turns of two instructions */

struct latency_board latency_board = {
    .source = "half of the board's dual timer",
    .expiry = "the hardware's: what the timer has counted since",
    .time_kind = "instructions",
    .time_note = "Counted by an emulator, which knows no cycles: instructions, not speed.",
    .unit = {NULL, "instructions", 0},
    .histogram_unit = "instructions",
    .seconds = 2,
    .source_line = TAKT_LINE_DUAL,
    .source_priority = CONFIG_TAKT_CORTEXM_LEVEL,
    .lines = {LATENCY_OTHER_LINE, 29},
    .line_priority = CONFIG_TAKT_CORTEXM_LEVEL + 1,
};

static uint32_t instruction_ns; /* 0: time is real */

static uint32_t loop_ns(void)
{
    uint64_t began = takt_port_counter();

    __asm__ volatile("mov r0, %0\n1:\tsubs r0, #1\n\tbne 1b" ::"r"(LOOP) : "r0", "cc");
    return (uint32_t)((takt_port_counter() - began) * TAKT_BOARD_COUNT_NS / (2 * LOOP));
}

/* Emulated time an instruction is a power of two; without counting it is what the host makes of it, and never twice the
 * same. */
void latency_board_look(void)
{
    uint32_t first = loop_ns(), second = loop_ns();

    instruction_ns = first == second && (first & (first - 1)) == 0 ? first : 0;
    if (instruction_ns != 0)
        return;
    latency_board.time_kind = "real";
    latency_board.time_note = "An emulator's time, which runs with the host's: no evidence. --icount counts.";
    latency_board.unit = (struct takt_column){NULL, "us", 3};
    latency_board.histogram_unit = "ns";
}

void latency_source_start(uint32_t rate)
{
    LATENCY_SOURCE->load = 1000000000u / TAKT_BOARD_COUNT_NS / rate;
    LATENCY_SOURCE->control = TAKT_DUAL_ENABLE | TAKT_DUAL_32_BITS | PERIODIC | INTERRUPT;
}

void latency_source_stop(void)
{
    LATENCY_SOURCE->control = 0;
    LATENCY_SOURCE->clear = 1;
}

void latency_compute(uint32_t turns)
{
    for (volatile uint32_t left = turns; left > 0; left = left - 1)
        continue;
}

int64_t latency_value_of(latency_clock_t from, latency_clock_t to)
{
    uint64_t ns = (int32_t)(to - from) > 0 ? (uint64_t)(to - from) * TAKT_BOARD_COUNT_NS : 0;

    return (int64_t)(instruction_ns == 0 ? ns : (ns + instruction_ns / 2) / instruction_ns);
}
