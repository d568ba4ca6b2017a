/* The table that the processor starts from, at address 0. A line that is attached has its vector in another table, in RAM (port/cortexm/lines.c). */
#include "kernel.h"

#include "board.h"

extern char takt_board_stack_top[];

#define LINES        TAKT_CORTEXM_FIRST... TAKT_CORTEXM_FIRST + TAKT_PORT_IRQ_LINES - 1
#define LINE(number) [TAKT_CORTEXM_FIRST + (number)]

#pragma GCC diagnostic ignored                                                                               \
    "-Woverride-init" /* a line with a vector of its own stands in the range of all */

__attribute__((section(".vectors"), used)) const takt_cortexm_vector_t takt_board_vectors[] = {
    [0] = (takt_cortexm_vector_t)(void *)takt_board_stack_top,
    [1] = takt_board_reset,
    [2 ... 15] = takt_cortexm_fault,
    [TAKT_CORTEXM_SVC] = takt_cortexm_pendsv,
    [TAKT_CORTEXM_PENDSV] = takt_cortexm_pendsv,
    [LINES] = takt_cortexm_fault,
    LINE(TAKT_LINE_TIMER1) = takt_board_event,
#if CONFIG_TAKT_CROSS
    LINE(TAKT_LINE_DOORBELL) = takt_board_doorbell,
#endif
};
