/*
 * The switch of contexts on x86-64 (System V calling convention). frame_x86_64.h describes the frame. The call
 * frame information lets a debugger walk any stack from inside the swap, and stops it at a context's first frame.
 */
        .text
        .globl  takt_context_swap
        .type   takt_context_swap, @function
        .p2align 4
/* void takt_context_swap(void **from, void *to) */
takt_context_swap:
        .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
        .cfi_endproc
        .size   takt_context_swap, . - takt_context_swap

        .globl  takt_context_first
        .type   takt_context_first, @function
        .p2align 4
/* Where a new context begins: registers as takt_context_init() laid them out. */
takt_context_first:
        .cfi_startproc
        .cfi_undefined %rip
        movq    %rbx, %rdi
        movq    %r12, %rsi
        movq    %r13, %rdx
        call    takt_context_enter@PLT
        hlt
        .cfi_endproc
        .size   takt_context_first, . - takt_context_first

        .section .note.GNU-stack, "", @progbits
