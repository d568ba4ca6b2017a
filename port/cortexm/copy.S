/*
 * void takt_port_copy(void *to, const void *from, size_t size): messages are short and mostly whole words; for those this is
 * half of what the C library's memcpy() takes, which does the rest.
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
    subs    r2, #8
    blo     2f
1:  ldmia   r1!, {r3, r12}
    stmia   r0!, {r3, r12}
    subs    r2, #8
    bhs     1b
2:  adds    r2, #4              @ 0: a word is left
    itt     eq
    ldreq   r3, [r1]
    streq   r3, [r0]
    bx      lr
    .size   takt_port_copy, . - takt_port_copy
