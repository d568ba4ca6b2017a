/*
 * int takt_port_try_add(struct takt_word *word): one exclusive load and store, on memory that may not take them. A fault
 * between the two labels is this function's result: takt_cortexm_fault_in() sets r0 and goes on at lr.
 */
    .syntax unified
    .thumb

    .global takt_port_try_add, takt_cortexm_try, takt_cortexm_tried
    .type   takt_port_try_add, %function
    .section .text.takt_port_try_add, "ax", %progbits
    .p2align 2
takt_port_try_add:
takt_cortexm_try:
    ldrex   r1, [r0]
    adds    r1, #1
    strex   r2, r1, [r0]
takt_cortexm_tried:
    cmp     r2, #0
    ite     eq
    moveq   r0, #0
    mvnne   r0, #10             @ -EAGAIN, as fault.c asserts
    bx      lr
    .size   takt_port_try_add, . - takt_port_try_add
