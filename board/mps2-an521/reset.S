/*
 * The first instructions of a core: the limit of its main stack. That register is the core's own and stays as it is, so
 * it also says where the core's own words are (takt_board.h): they lie at the low end of its stack, beyond the limit.
 *
 * An image for both cores has a stack for each, a stride apart; with an image a core the stride is 0.
 */
    .syntax unified
    .thumb

    .equ    IDENTITY, 0x5001F000        @ a device of each core's own: its number
    .equ    OWN, 16                     @ bytes of struct takt_board_own

    .macro  begin name, next
    .global \name
    .type   \name, %function
    .section .text.\name, "ax", %progbits
    .p2align 2
\name:
    ldr     r0, =IDENTITY
    ldr     r0, [r0]
    ldr     r1, =takt_board_stack_stride
    ldr     r2, =takt_board_stacks
    mla     r2, r0, r1, r2
    adds    r2, #OWN
    msr     msplim, r2
    b       \next
    .size   \name, . - \name
    .endm

    begin   takt_board_first, takt_board_reset
    begin   takt_board_other, takt_board_reset_other
