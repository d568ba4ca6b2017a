/*
 * With an image a core, the segment is memory that neither image clears: link.ld says where. Variables that the images
 * share are cleared by core 0 alone, before core 1 runs.
 */
#include "kernel.h"

#include "board.h"

extern uint32_t takt_board_shared[], takt_board_shared_end[];
extern char takt_board_segment[], takt_board_segment_size[];

void *takt_port_segment(size_t *size)
{
    *size = (size_t)takt_board_segment_size;
    return takt_board_segment;
}

void takt_board_shared_clear(void)
{
    for (uint32_t *word = takt_board_shared; word != takt_board_shared_end; word++)
        *word = 0;
}
