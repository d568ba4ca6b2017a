/*
 * Devices of the board, by their Secure addresses: from Arm application note AN521 and the SSE-200's technical reference
 * manual, registers from the Cortex-M System Design Kit's (ARM DDI 0479).
 *
 * A device's line is wired to both cores: who uses one enables it on one core. CMSDK timer n is
 * the event of core n; the second half of the dual timer is the application's.
 */
#ifndef BOARD_H
#define BOARD_H

#include <takt_port.h>

#include "mps2.h"

/** Message handling unit: what rings a core. Two words of the same bits, one a core. */
struct takt_mhu {
    struct {
        uint32_t state, set, clear, unused;
    } core[2];
};

#define TAKT_TIMER0 ((volatile struct takt_cmsdk_timer *)0x50000000u)
#define TAKT_TIMER1 ((volatile struct takt_cmsdk_timer *)0x50001000u)
#define TAKT_DUAL   ((volatile struct takt_cmsdk_dual *)0x50002000u)
#define TAKT_MHU    ((volatile struct takt_mhu *)0x50003000u)
#define TAKT_UART0  ((volatile struct takt_cmsdk_uart *)0x50200000u)

/* System control: where core 1 starts from, and which cores wait. */
#define TAKT_INITSVTOR1 (*(volatile uint32_t *)0x50021114u)
#define TAKT_CPUWAIT    (*(volatile uint32_t *)0x50021118u)
/** The number of the core that reads it. */
#define TAKT_IDENTITY (*(const volatile uint32_t *)0x5001F000u)

#define TAKT_LINE_TIMER1   4u
#define TAKT_LINE_DUAL     5u
#define TAKT_LINE_DOORBELL 6u

#define TAKT_UART_DIVISOR 174u /* 115,200 baud at 20 MHz */

/** How much of takt_work() is done in one piece, ns; a core gives way in between. */
#define TAKT_WORK_PIECE 1024

/* reset.S */

void takt_board_first(void);
void takt_board_other(void);

/* cores.c */

/** Fill in the calling core's own words. */
void takt_board_identify(void);
/** Take part in the counter that core 0 has started. */
void takt_board_join(void);
/** Core 0: let core 1 run. */
void takt_board_release(void);
#if CONFIG_TAKT_AN521_AMP
/** Core 0, before core 1 runs: clear the variables that both images share (segment_amp.c). */
void takt_board_shared_clear(void);
#else
static inline void takt_board_shared_clear(void)
{
}
#endif
/** From reset: core 1 of an image that core 0 has set up. */
void takt_board_reset_other(void);

static inline bool takt_board_is_first(void)
{
    return takt_port_core_id() == 0;
}

#endif
