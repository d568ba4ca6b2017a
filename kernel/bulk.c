/*
 * Clearing and copying in pieces. Between two of them is a step of the kernel: interrupts are open all the time, so only
 * threads can be kept waiting, and only where a subsystem's section or the preemption model keeps them off.
 */
#include <takt/bulk.h>
#include <takt/preempt.h>

#include <string.h>

#include "kernel.h"

static size_t piece_of(size_t size)
{
    return size < TAKT_BULK_PIECE ? size : TAKT_BULK_PIECE;
}

static void next_piece(void)
{
    takt_port_step();
    takt_preempt_point();
}

void takt_clear(void *memory, size_t size)
{
    unsigned char *to = memory;

    takt_service_begin();
    while (size > 0) {
        size_t piece = piece_of(size);

        memset(to, 0, piece);
        next_piece();
        to += piece;
        size -= piece;
    }
    takt_service_end();
}

void takt_copy(void *to, const void *from, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    takt_service_begin();
    while (size > 0) {
        size_t piece = piece_of(size);

        takt_port_copy(t, f, piece);
        next_piece();
        t += piece;
        f += piece;
        size -= piece;
    }
    takt_service_end();
}
