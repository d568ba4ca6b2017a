/*
 * The threads that are ready: in levels (ready_levels.h), or, on the smallest devices, in a plain list (ready_plain.h).
 */
#ifndef TAKT_KERNEL_READY_H
#define TAKT_KERNEL_READY_H

#if CONFIG_TAKT_LOCK_MASK
#include "ready_plain.h"
#else
#include "ready_levels.h"
#endif

/**
 * State bits that are set end; the thread becomes ready when none is left. It has not begun then: its level is its
 * effective priority.
 */
static inline void takt_state_end(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    unsigned state = thread->state & ~bits;

    thread->state = (uint8_t)state;
    if (state != 0)
        return;
    takt_level_insert(core, thread, thread->effective, false);
    takt_trace_ready(TAKT_ID(thread), thread->level);
}

#endif
