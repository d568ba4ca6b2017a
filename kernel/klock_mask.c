/* Dropping the kernel lock that is the interrupt mask: klock_mask.h says what that means. */
#include "kernel.h"

TAKT_APART void takt_lock(struct takt_core *core)
{
    core->mask = takt_port_mask();
    takt_window_begin(TAKT_WINDOW_LOCKED);
}

TAKT_APART int takt_unlock(struct takt_core *core)
{
    if (takt_ready_first(core) != core->current) {
        if (core->preempt_off != 0)
            core->switch_due = true;
        else
            takt_port_pend_switch();
    }
    takt_lock_drop(core);
    return 0;
}
