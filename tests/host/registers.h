/*
 * The whole register file of a thread, filled and dumped in one stretch of assembly, so that the compiler has no
 * say in what is where when a signal comes.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTERS_GENERAL 14 /* all but the stack pointer and the counter of the loop */
#define REGISTERS_RED     16 /* words below the stack pointer, which a leaf function may use */
#define REGISTERS_VECTOR  16
#define REGISTERS_X87     8

/** What stood in the registers. Word i of each kind was filled with the pattern + i. */
struct registers {
    uint64_t general[REGISTERS_GENERAL];
    uint64_t red[REGISTERS_RED];
    uint64_t vector[REGISTERS_VECTOR][4];
    uint64_t x87[REGISTERS_X87];
    uint32_t mxcsr, control; /* as was asked for */
    uint64_t wide;           /* set by the caller as in the order */
};

/** What to fill them with. */
struct registers_order {
    uint64_t pattern, turns; /* turns of a loop between filling and dumping */
    uint64_t wide;           /* 1: vector registers are 256 bits, else the upper half stays 0 */
    uint32_t mxcsr, control; /* rounding and masks of SSE and x87 */
};

void registers_hold(const struct registers_order *order, struct registers *dump);

#endif
