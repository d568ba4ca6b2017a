/*
 * counter: print the virtual counter and its rate, in hexadecimal. In assembly, so that neither a C library nor a compiler
 * for the guest's processor is needed; the counter runs from the reset.
 */
    .globl _start
_start:
    isb
    mrs x19, cntvct_el0
    mrs x20, cntfrq_el0
    adr x21, text
    mov x0, x19
    mov x1, x21
    bl hexadecimal
    mov x0, x20
    add x1, x21, #17
    bl hexadecimal
    mov x0, #1          /* write(1, text, 34) */
    mov x1, x21
    mov x2, #34
    mov x8, #64
    svc #0
    mov x0, #0          /* exit(0) */
    mov x8, #93
    svc #0

/* x0 as 16 digits to x1 */
hexadecimal:
    mov x2, #60
digit:
    lsr x3, x0, x2
    and x3, x3, #15
    cmp x3, #10
    add x4, x3, #'0'
    add x5, x3, #('a' - 10)
    csel x3, x4, x5, lo
    strb w3, [x1], #1
    subs x2, x2, #4
    b.ge digit
    ret

    .section .text, "awx" /* one segment, written to */
text:
    .ascii "0000000000000000 0000000000000000\n"
