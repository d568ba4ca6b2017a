/*
 * The kernel lock, and the switches that its holders ask for when they have dropped it. It is a flag (klock_flag.h), or,
 * on the smallest devices, the interrupt mask (klock_mask.h).
 */
#ifndef TAKT_KERNEL_KLOCK_H
#define TAKT_KERNEL_KLOCK_H

#include "windows.h"

/** A thread, interrupts open: another thread runs, if one should and preemption allows it. */
static inline void takt_switch_thread(struct takt_core *core)
{
    if (core->preempt_off != 0)
        core->switch_due = true;
    else
        takt_port_switch();
}

/** The same anywhere; in a handler it happens when the last one ends. */
static inline void takt_switch(struct takt_core *core)
{
    if (core->preempt_off != 0)
        core->switch_due = true;
    else if (takt_port_in_handler())
        takt_port_pend_switch();
    else
        takt_port_switch();
}

#if CONFIG_TAKT_LOCK_MASK
#include "klock_mask.h"
#else
#include "klock_flag.h"
#endif

#endif
