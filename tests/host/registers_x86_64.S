/*
 * registers_hold(order, dump). On the stack, above the red zone: 0 dump, 8 a scratch word, 16 the caller's floating
 * point control.
 */
        .text
        .globl  registers_hold
        .type   registers_hold, @function
registers_hold:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $24, %rsp
        movq    %rsi, (%rsp)
        stmxcsr 16(%rsp)
        fnstcw  20(%rsp)
        ldmxcsr 24(%rdi)
        fldcw   28(%rdi)
        movq    8(%rdi), %rsi
        movq    16(%rdi), %rdx
        movq    (%rdi), %rdi

        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        leaq    \i(%rdi), %rax
        movq    %rax, 8(%rsp)
        fildll  8(%rsp)
        .endr
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        leaq    \i(%rdi), %rax
        movq    %rax, \i * 8 - 128(%rsp)
        movq    %rax, %xmm\i
        punpcklqdq %xmm\i, %xmm\i
        .endr
        testq   %rdx, %rdx
        jz      1f
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vinsertf128 $1, %xmm\i, %ymm\i, %ymm\i
        .endr
1:      leaq    1(%rdi), %rax
        leaq    2(%rdi), %rcx
        leaq    3(%rdi), %rdx
        leaq    4(%rdi), %rbx
        leaq    5(%rdi), %rbp
        leaq    6(%rdi), %r8
        leaq    7(%rdi), %r9
        leaq    8(%rdi), %r10
        leaq    9(%rdi), %r11
        leaq    10(%rdi), %r12
        leaq    11(%rdi), %r13
        leaq    12(%rdi), %r14
        leaq    13(%rdi), %r15

2:      decq    %rsi
        jnz     2b

        movq    %rax, 8(%rsp)
        movq    (%rsp), %rax
        movq    %rdi, (%rax)
        movq    %rcx, 16(%rax)
        movq    8(%rsp), %rcx
        movq    %rcx, 8(%rax)
        movq    %rdx, 24(%rax)
        movq    %rbx, 32(%rax)
        movq    %rbp, 40(%rax)
        movq    %r8, 48(%rax)
        movq    %r9, 56(%rax)
        movq    %r10, 64(%rax)
        movq    %r11, 72(%rax)
        movq    %r12, 80(%rax)
        movq    %r13, 88(%rax)
        movq    %r14, 96(%rax)
        movq    %r15, 104(%rax)
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movq    \i * 8 - 128(%rsp), %rcx
        movq    %rcx, 112 + \i * 8(%rax)
        .endr
        cmpq    $0, 824(%rax)
        je      3f
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovdqu %ymm\i, 240 + \i * 32(%rax)
        .endr
        vzeroupper
        jmp     4f
3:
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movdqu  %xmm\i, 240 + \i * 32(%rax)
        .endr
4:
        .irp i, 7, 6, 5, 4, 3, 2, 1, 0
        fistpll 752 + \i * 8(%rax)
        .endr
        stmxcsr 816(%rax)
        movl    $0, 820(%rax)
        fnstcw  820(%rax)
        ldmxcsr 16(%rsp)
        fldcw   20(%rsp)
        addq    $24, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        ret
        .size   registers_hold, . - registers_hold

        .section .note.GNU-stack, "", @progbits
