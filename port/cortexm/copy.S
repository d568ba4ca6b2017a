/*
 * void takt_port_copy(void *to, const void *from, size_t size): messages are short and mostly whole words; for those this is
 * half of what the C library's memcpy() takes, which does the rest. From 64 bytes on, 8 registers at once; an interrupt
 * does not wait for such an instruction to end.
 */
    .syntax unified
    .thumb

    .global takt_port_copy
    .type   takt_port_copy, %function
    .section .text.takt_port_copy, "ax", %progbits
    .p2align 2
takt_port_copy:
    orr     r3, r0, r1
    orrs    r3, r2
    lsls    r3, #30
    bne     memcpy
    cmp     r2, #64
    bhs     4f
1:  subs    r2, #8
    blo     3f
2:  ldmia   r1!, {r3, r12}
    stmia   r0!, {r3, r12}
    subs    r2, #8
    bhs     2b
3:  adds    r2, #4              @ 0: a word is left
    itt     eq
    ldreq   r3, [r1]
    streq   r3, [r0]
    bx      lr

4:  push    {r4-r10}
    subs    r2, #32
5:  ldmia   r1!, {r3-r10}
    stmia   r0!, {r3-r10}
    subs    r2, #32
    bhs     5b
    pop     {r4-r10}
    adds    r2, #32
    b       1b
    .size   takt_port_copy, . - takt_port_copy
