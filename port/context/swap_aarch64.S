/*
 * The switch of contexts on AArch64 (AAPCS64). frame_aarch64.h describes the frame. The call frame information
 * lets a debugger walk any stack from inside the swap, and stops it at a context's first frame.
 */
        .text
        .globl  takt_context_swap
        .type   takt_context_swap, %function
        .p2align 4
/* void takt_context_swap(void **from, void *to) */
takt_context_swap:
        .cfi_startproc
        sub     sp, sp, #176
        .cfi_adjust_cfa_offset 176
        stp     x19, x20, [sp, #0]
        .cfi_rel_offset x19, 0
        .cfi_rel_offset x20, 8
        stp     x21, x22, [sp, #16]
        .cfi_rel_offset x21, 16
        .cfi_rel_offset x22, 24
        stp     x23, x24, [sp, #32]
        .cfi_rel_offset x23, 32
        .cfi_rel_offset x24, 40
        stp     x25, x26, [sp, #48]
        .cfi_rel_offset x25, 48
        .cfi_rel_offset x26, 56
        stp     x27, x28, [sp, #64]
        .cfi_rel_offset x27, 64
        .cfi_rel_offset x28, 72
        stp     x29, x30, [sp, #80]
        .cfi_rel_offset x29, 80
        .cfi_rel_offset x30, 88
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x9, fpcr
        str     x9, [sp, #160]
        mov     x9, sp
        str     x9, [x0]
        mov     sp, x1
        ldr     x9, [sp, #160]
        msr     fpcr, x9
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldp     x19, x20, [sp, #0]
        ldp     x21, x22, [sp, #16]
        ldp     x23, x24, [sp, #32]
        ldp     x25, x26, [sp, #48]
        ldp     x27, x28, [sp, #64]
        ldp     x29, x30, [sp, #80]
        add     sp, sp, #176
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   takt_context_swap, . - takt_context_swap

        .globl  takt_context_first
        .type   takt_context_first, %function
        .p2align 4
/* Where a new context begins: registers as takt_context_init() laid them out. */
takt_context_first:
        .cfi_startproc
        .cfi_undefined x30
        mov     x0, x19
        mov     x1, x20
        mov     x2, x21
        bl      takt_context_enter
        brk     #0
        .cfi_endproc
        .size   takt_context_first, . - takt_context_first

        .section .note.GNU-stack, "", %progbits
