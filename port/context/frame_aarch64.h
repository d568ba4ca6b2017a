/*
 * The frame that takt_context_swap() leaves on the stack of an AArch64 context, lowest word first: x19 to
 * x28, x29 (frame pointer), x30 (return address), d8 to d15, FPCR, one unused.
 */
#ifndef TAKT_FRAME_AARCH64_H
#define TAKT_FRAME_AARCH64_H

#include <stdint.h>

#define TAKT_FRAME_WORDS   22
#define TAKT_FRAME_SELF    0 /* x19 */
#define TAKT_FRAME_BEGIN   1 /* x20 */
#define TAKT_FRAME_ENTRY   2 /* x21 */
#define TAKT_FRAME_RETURN  11
#define TAKT_FRAME_CONTROL 20

/** The floating point control that the creator has: a thread inherits rounding and exception masks. */
static inline uintptr_t takt_frame_control(void)
{
    uint64_t fpcr;

    __asm__("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
}

#endif
