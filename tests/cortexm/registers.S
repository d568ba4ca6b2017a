/* See registers.h. */
    .syntax unified
    .thumb
    .text

    .global registers_changed
    .type   registers_changed, %function
registers_changed:
    push    {r4-r11, lr}
    movw    r12, #5000              @ turns: most of the time is spent in them
    add     r1, r0, #1
    add     r2, r0, #2
    add     r3, r0, #3
    add     r4, r0, #4
    add     r5, r0, #5
    add     r6, r0, #6
    add     r7, r0, #7
    add     r8, r0, #8
    add     r9, r0, #9
    add     r10, r0, #10
    add     r11, r0, #11
    add     lr, r0, #12
#if defined(__ARM_FP)
    vmov    s0, r1
    vmov    s1, r2
    vmov    s15, r3
    vmov    s16, r4
    vmov    s17, r5
    vmov    s30, r6
    vmov    s31, r7
#endif
1:  subs    r12, #1
    bne     1b                      @ the flags: a turn too many or too few if they are lost
    cmp     r12, #0
    bne     2f
#if defined(__ARM_FP)
    vmov    r12, s0
    cmp     r12, r1
    bne     2f
    vmov    r12, s1
    cmp     r12, r2
    bne     2f
    vmov    r12, s15
    cmp     r12, r3
    bne     2f
    vmov    r12, s16
    cmp     r12, r4
    bne     2f
    vmov    r12, s17
    cmp     r12, r5
    bne     2f
    vmov    r12, s30
    cmp     r12, r6
    bne     2f
    vmov    r12, s31
    cmp     r12, r7
    bne     2f
#endif
    sub     r1, #1
    cmp     r1, r0
    bne     2f
    sub     r2, #2
    cmp     r2, r0
    bne     2f
    sub     r3, #3
    cmp     r3, r0
    bne     2f
    sub     r4, #4
    cmp     r4, r0
    bne     2f
    sub     r5, #5
    cmp     r5, r0
    bne     2f
    sub     r6, #6
    cmp     r6, r0
    bne     2f
    sub     r7, #7
    cmp     r7, r0
    bne     2f
    sub     r8, #8
    cmp     r8, r0
    bne     2f
    sub     r9, #9
    cmp     r9, r0
    bne     2f
    sub     r10, #10
    cmp     r10, r0
    bne     2f
    sub     r11, #11
    cmp     r11, r0
    bne     2f
    sub     lr, #12
    cmp     lr, r0
    bne     2f
    movs    r0, #0
    pop     {r4-r11, pc}
2:  movs    r0, #1
    pop     {r4-r11, pc}
    .size   registers_changed, . - registers_changed
