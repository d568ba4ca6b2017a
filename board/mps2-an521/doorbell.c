/*
 * The doorbell: message unit 0, a word of bits for each core that the other one sets. Its line stays raised until the
 * word is 0, so the handler clears it first and looks after; what is rung while it looks raises it again.
 */
#include "kernel.h"

#include "board.h"

#define BELL 1u

void takt_board_doorbell(void)
{
    TAKT_MHU->core[takt_port_core_id()].clear = BELL;
    __asm__ volatile("dsb" ::: "memory"); /* cleared before the handler looks, and before it returns */
    takt_irq_enter(TAKT_LINE_DOORBELL);
    takt_doorbell_interrupt();
    takt_irq_exit(TAKT_LINE_DOORBELL);
}

void takt_port_doorbell(unsigned core)
{
    __asm__ volatile("dmb" ::: "memory"); /* the caller's stores come before */
    TAKT_MHU->core[core].set = BELL;
}

void takt_board_doorbell_start(void)
{
    TAKT_CORTEXM_IPR(TAKT_LINE_DOORBELL) = (uint8_t)TAKT_CORTEXM_MASK;
    TAKT_CORTEXM_ISER(TAKT_LINE_DOORBELL) = 1u << TAKT_LINE_DOORBELL;
}
