/*
 * The registers of a Cortex-M that the port and its boards use, and what the port's files and a board need of each
 * other. Names and numbers are those of the Armv7-M architecture reference manual (ARM DDI 0403), which Armv8-M keeps.
 *
 * Priorities: a number of Takt (0 to 7) is the top three bits of the hardware's eight, so it fits every device that has
 * at least three.
 */
#ifndef TAKT_CORTEXM_H
#define TAKT_CORTEXM_H

#include <stdbool.h>
#include <stdint.h>

#include <takt/config.h>

#define TAKT_CORTEXM_REGISTER(type, address) (*(volatile type *)(uintptr_t)(address))

#define TAKT_CORTEXM_ISER(line)      TAKT_CORTEXM_REGISTER(uint32_t, 0xE000E100u + (line) / 32 * 4)
#define TAKT_CORTEXM_ICER(line)      TAKT_CORTEXM_REGISTER(uint32_t, 0xE000E180u + (line) / 32 * 4)
#define TAKT_CORTEXM_ISPR(line)      TAKT_CORTEXM_REGISTER(uint32_t, 0xE000E200u + (line) / 32 * 4)
#define TAKT_CORTEXM_ICPR(line)      TAKT_CORTEXM_REGISTER(uint32_t, 0xE000E280u + (line) / 32 * 4)
#define TAKT_CORTEXM_IPR(line)       TAKT_CORTEXM_REGISTER(uint8_t, 0xE000E400u + (line))
#define TAKT_CORTEXM_ICSR            TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED04u)
#define TAKT_CORTEXM_ICSR_PENDSV     (1u << 28)
#define TAKT_CORTEXM_VTOR            TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED08u)
#define TAKT_CORTEXM_SHPR(exception) TAKT_CORTEXM_REGISTER(uint8_t, 0xE000ED14u + (exception))
#define TAKT_CORTEXM_CFSR            TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED28u)
#define TAKT_CORTEXM_HFSR            TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED2Cu)
#define TAKT_CORTEXM_MMFAR           TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED34u)
#define TAKT_CORTEXM_BFAR            TAKT_CORTEXM_REGISTER(uint32_t, 0xE000ED38u)

#define TAKT_CORTEXM_SVC    11u /* exceptions */
#define TAKT_CORTEXM_PENDSV 14u
#define TAKT_CORTEXM_FIRST  16u /* the exception of line 0 */

#define TAKT_CORTEXM_PRIORITY(priority) ((uint32_t)(priority) << 5)
/** BASEPRI of the kernel's masked steps. */
#define TAKT_CORTEXM_MASK TAKT_CORTEXM_PRIORITY(CONFIG_TAKT_CORTEXM_LEVEL)

/** What was stored to the processor's registers before has its effect before the next instruction. */
static inline void takt_cortexm_settle(void)
{
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

/** What the processor stores when it takes an exception. */
struct takt_cortexm_frame {
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

/** A vector. */
typedef void (*takt_cortexm_vector_t)(void);

/* For a board's vector table. */

/** The switch: of PendSV and of SVC. */
void takt_cortexm_pendsv(void);
/** Every fault, and each exception and line that nobody uses. */
void takt_cortexm_fault(void);

/** The port reports a bug, wherever it is: nothing is asked of who masks now. */
extern bool takt_cortexm_reports;

/** The board's table: 16 exceptions and TAKT_PORT_IRQ_LINES lines. */
extern const takt_cortexm_vector_t takt_board_vectors[];

/* For a board's start. */

/** First call on each core, masked: the priorities of the port's own exceptions. */
void takt_cortexm_start(void);

/**
 * Let a line of the calling core go straight to a function, without the table of takt_irq_attach(): the least that an
 * interrupt can cost. One that is more urgent than CONFIG_TAKT_CORTEXM_LEVEL is never held back and may not call the
 * kernel. The line stays disabled. Call class: thread, before start. @return 0; -EINVAL: no such line or priority
 */
int takt_cortexm_direct(unsigned line, unsigned priority, takt_cortexm_vector_t function);

/**
 * Given by the board: the processor met a fault. A board that tries whether something is there says that this was it,
 * and changes the frame. @return true: go on from the frame
 */
bool takt_board_fault(struct takt_cortexm_frame *frame);

/** Given by the board: a core does nothing any more; it may end the run. */
void takt_board_stopped(void);

#endif
