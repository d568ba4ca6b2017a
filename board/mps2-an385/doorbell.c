/* The doorbell of the only core, which only the core itself can ring: a line that has no device, raised by software. */
#include "kernel.h"

#include "board.h"

void takt_board_doorbell(void)
{
    takt_irq_enter(TAKT_LINE_DOORBELL);
    takt_doorbell_interrupt();
    takt_irq_exit(TAKT_LINE_DOORBELL);
}

void takt_port_doorbell(unsigned core)
{
    (void)core;
    __asm__ volatile("dmb" ::: "memory"); /* the caller's stores come before */
    TAKT_CORTEXM_ISPR(TAKT_LINE_DOORBELL) = 1u << TAKT_LINE_DOORBELL;
}

void takt_board_doorbell_start(void)
{
    TAKT_CORTEXM_IPR(TAKT_LINE_DOORBELL) = (uint8_t)TAKT_CORTEXM_MASK;
    TAKT_CORTEXM_ISER(TAKT_LINE_DOORBELL) = 1u << TAKT_LINE_DOORBELL;
}
