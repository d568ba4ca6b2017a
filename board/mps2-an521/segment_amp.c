/* With an image a core, the segment is memory that neither image clears: link.ld says where. */
#include "kernel.h"

#include "board.h"

extern char takt_board_segment[], takt_board_segment_size[];

void *takt_port_segment(size_t *size)
{
    *size = (size_t)takt_board_segment_size;
    return takt_board_segment;
}
