/*
 * The board sim: the development machine's console, and memory for the segment that the cores share. There is
 * one host thread, so a write to the console is whole by itself.
 */
#include "sim.h"

#include <takt/console.h>

#include <stdio.h>

static _Alignas(64) unsigned char segment[CONFIG_TAKT_SEGMENT_SIZE];

void *takt_port_segment(size_t *size)
{
    *size = sizeof(segment);
    return segment;
}

void takt_console_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
}

void takt_exit(int status)
{
    takt_sim_finish(status);
}
