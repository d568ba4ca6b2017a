/*
 * Keeping a thread, and going on with it, for snapshots (boot/boot.h). The registers that a call keeps lie on the thread's
 * stack, which is part of the image; between the two the core runs on the main stack, which is not.
 */
    .syntax unified
    .thumb

#include "float.h"

.macro float_push
#if TAKT_CORTEXM_FLOAT_WORDS
    vpush   {s16-s31}
#endif
.endm

.macro float_pop
#if TAKT_CORTEXM_FLOAT_WORDS
    vpop    {s16-s31}
#endif
.endm

/* int takt_cortexm_keep(int (*write)(uint32_t resume)) */
    .global takt_cortexm_keep
    .type   takt_cortexm_keep, %function
    .section .text.takt_cortexm_keep, "ax", %progbits
    .p2align 2
takt_cortexm_keep:
    push    {r3-r11, lr}
    float_push
    mov     r1, r0
    mov     r0, sp
    movs    r2, #0              @ the main stack; no handler is active, so all of it is free
    msr     control, r2
    isb
    blx     r1
    movs    r2, #2
    msr     control, r2
    isb
    float_pop
    pop     {r3-r11, pc}
    .size   takt_cortexm_keep, . - takt_cortexm_keep

/* void takt_cortexm_resume(uint32_t resume) */
    .global takt_cortexm_resume
    .type   takt_cortexm_resume, %function
    .section .text.takt_cortexm_resume, "ax", %progbits
    .p2align 2
takt_cortexm_resume:
    msr     psp, r0
    movs    r2, #2
    msr     control, r2
    isb
    ldr     r2, =0xE000ED08     @ VTOR: the table begins with the top of the main stack
    ldr     r2, [r2]
    ldr     r2, [r2]
    msr     msp, r2
    float_pop
    movs    r0, #1              @ TAKT_SNAPSHOT_RESTORED
    pop     {r3-r11, pc}
    .size   takt_cortexm_resume, . - takt_cortexm_resume
