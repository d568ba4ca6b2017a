/*
 * The tables that the cores start from. A line that is attached has its vector in another table, in RAM
 * (port/cortexm/lines.c). With an image a core, that of core 1 has its own first table, at a known place.
 */
#include "kernel.h"

#include "board.h"

extern char takt_board_stack_top[];

#define LINES        TAKT_CORTEXM_FIRST... TAKT_CORTEXM_FIRST + TAKT_PORT_IRQ_LINES - 1
#define LINE(number) [TAKT_CORTEXM_FIRST + (number)]

#pragma GCC diagnostic ignored                                                                               \
    "-Woverride-init" /* a line with a vector of its own stands in the range of all */

#define TABLE(stack, reset)                                                                                  \
    {                                                                                                        \
        [0] = (takt_cortexm_vector_t)(void *)(stack), [1] = (reset),                                         \
        [2 ... 15] = takt_cortexm_fault, [TAKT_CORTEXM_SVC] = takt_cortexm_pendsv,                           \
        [TAKT_CORTEXM_PENDSV] = takt_cortexm_pendsv, [LINES] = takt_cortexm_fault,                           \
        LINE(TAKT_LINE_TIMER0) = takt_board_event, LINE(TAKT_LINE_TIMER1) = takt_board_event,                \
        LINE(TAKT_LINE_DOORBELL) = takt_board_doorbell                                                       \
    }

__attribute__((section(".vectors"), used)) const takt_cortexm_vector_t takt_board_vectors[] =
    TABLE(takt_board_stack_top, takt_board_first);

#if !CONFIG_TAKT_AN521_AMP
/* An architecture's alignment: the table's size, rounded up to a power of two. */
__attribute__((aligned(512))) const takt_cortexm_vector_t takt_board_vectors_1[] =
    TABLE(takt_board_stack_top + CONFIG_TAKT_CORTEXM_HANDLER_STACK, takt_board_other);
#endif
