/*
 * Memory of the development machine for the segment that the cores share: aligned to a page, which is a whole number
 * of cache lines anywhere.
 */
#include "port.h"

static _Alignas(4096) unsigned char segment[CONFIG_TAKT_SEGMENT_SIZE];

void *takt_port_segment(size_t *size)
{
    *size = sizeof(segment);
    return segment;
}
