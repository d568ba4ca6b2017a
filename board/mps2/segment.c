/* Memory for the segment of an image that all cores run. */
#include "kernel.h"

static char segment[CONFIG_TAKT_SEGMENT_SIZE] __attribute__((aligned(64), section(".bss.takt_segment")));

void *takt_port_segment(size_t *size)
{
    *size = sizeof segment;
    return segment;
}
