/*
 * The context switch (PendSV and SVC), the first switch, and the entry of faults: what C cannot say.
 *
 * Threads run on the process stack, handlers on the main stack. The processor has stored r0-r3, r12, lr, pc and xpsr on
 * the thread's stack when PendSV begins; the rest, r4-r11, is stored below. The frame looks the same whether the thread
 * gave way by itself or was interrupted, so one frame fits all.
 *
 * takt_sched_switch() runs masked, as handlers change what it reads. Afterwards BASEPRI is 0: PendSV is only taken when
 * it is. The thread that is left is the kernel's current one before the call (offsets.h); its context comes first in
 * struct takt_thread.
 *
 * limit_load is the architecture's (arch.inc), float_save, float_load and float_return are the floating point unit's (float.inc),
 * core_load is the board's (core.inc).
 */
#include <takt/config.h>

    .syntax unified
    .thumb
    .text

#include "arch.inc"
#include "core.inc"
#include "float.h"
#include "float.inc"
#include "offsets.h"

    .equ    MASK, CONFIG_TAKT_CORTEXM_LEVEL << 5
    .equ    FRESH, (8 + TAKT_CORTEXM_FLOAT_WORDS) * 4 @ bytes below the processor's frame of a fresh thread

    .global takt_cortexm_pendsv
    .type   takt_cortexm_pendsv, %function
    .section .text.takt_cortexm_pendsv, "ax", %progbits
    .p2align 2
takt_cortexm_pendsv:
    core_load r3, r1
    mrs     r0, psp
    ldr     r1, [r3, #TAKT_CORTEXM_CURRENT] @ the thread that is left
    float_save r0
    stmdb   r0!, {r4-r11}
    str     r0, [r1]
    movs    r0, #MASK
    msr     basepri_max, r0
    bl      takt_sched_switch
    ldr     r1, [r0]
    ldmia   r1!, {r4-r11}
    movs    r2, #0
    limit_load r0, r3
    float_load r1
    msr     psp, r1
    msr     basepri, r2
    float_return
    .size   takt_cortexm_pendsv, . - takt_cortexm_pendsv

/* takt_port_start(first): the main stack is the handlers' from here on, from its top. */
    .global takt_port_start
    .type   takt_port_start, %function
    .section .text.takt_port_start, "ax", %progbits
    .p2align 2
takt_port_start:
    ldr     r1, [r0]
    adds    r1, #FRESH          @ a thread that has never run has nothing in r4-r11
    limit_load r0, r3
    msr     psp, r1
    movs    r1, #2
    msr     control, r1
    isb
    ldr     r2, =0xE000ED08     @ VTOR: the table begins with the top of the main stack
    ldr     r2, [r2]
    ldr     r2, [r2]
    msr     msp, r2
    ldr     r2, [sp, #24]
    add     sp, #32
    orr     r2, #1
    movs    r3, #0
    msr     basepri, r3
    bx      r2
    .size   takt_port_start, . - takt_port_start

/*
 * To takt_cortexm_fault_in(frame, exc_return), with the stack that the processor stored the frame on. Handlers that have
 * outgrown their stack have left none to report on: the report, if there is one, takes it from its top.
 */
    .global takt_cortexm_fault
    .type   takt_cortexm_fault, %function
    .section .text.takt_cortexm_fault, "ax", %progbits
    .p2align 2
takt_cortexm_fault:
    tst     lr, #4
    ite     eq
    mrseq   r0, msp
    mrsne   r0, psp
    mov     r1, lr
#if CONFIG_TAKT_PANIC_TEXT
    ldr     r2, =0xE000ED08     @ VTOR: the table begins with the top of this core's main stack
    ldr     r2, [r2]
    ldr     r2, [r2]
    ldr     r3, =(CONFIG_TAKT_CORTEXM_HANDLER_STACK - 256) @ what is left is what a report needs
    subs    r3, r2, r3
    cmp     sp, r3
    bhs     1f
    mov     sp, r2
#endif
1:  b       takt_cortexm_fault_in
    .size   takt_cortexm_fault, . - takt_cortexm_fault
