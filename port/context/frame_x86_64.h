/*
 * The frame that takt_context_swap() leaves on the stack of an x86-64 context, lowest word first: floating
 * point control (MXCSR, x87 control word), r15, r14, r13, r12, rbx, rbp, return address.
 */
#ifndef TAKT_FRAME_X86_64_H
#define TAKT_FRAME_X86_64_H

#include <stdint.h>

/* Two words above the frame stay 0: the end of the chain of frames for debuggers, and the stack's alignment.
 */
#define TAKT_FRAME_WORDS   10
#define TAKT_FRAME_CONTROL 0
#define TAKT_FRAME_ENTRY   3 /* r13 */
#define TAKT_FRAME_BEGIN   4 /* r12 */
#define TAKT_FRAME_SELF    5 /* rbx */
#define TAKT_FRAME_RETURN  7

/** The floating point control that the creator has: a thread inherits rounding and exception masks. */
static inline uintptr_t takt_frame_control(void)
{
    uint32_t mxcsr;
    uint16_t x87;

    __asm__("stmxcsr %0" : "=m"(mxcsr));
    __asm__("fnstcw %0" : "=m"(x87));
    return (uintptr_t)x87 << 32 | mxcsr;
}

#endif
