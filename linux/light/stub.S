/*
 * The boot loader of the measured board: copies the kernel from flash to memory and starts it, as arch/arm's booting
 * document asks (Documentation/arm/booting.rst): r0 = 0, r1 = no machine number, r2 = the device tree. KERNEL_FROM,
 * KERNEL_TO, KERNEL_SIZE (a multiple of 32) and TREE are given by who builds it.
 */
    .arm
    .globl _start
_start:
    ldr r0, =KERNEL_FROM
    ldr r1, =KERNEL_TO
    ldr r2, =KERNEL_SIZE
copy:
    ldmia r0!, {r3-r10}
    stmia r1!, {r3-r10}
    subs r2, r2, #32
    bgt copy
    mov r0, #0
    mvn r1, #0
    ldr r2, =TREE
    ldr pc, =KERNEL_TO
