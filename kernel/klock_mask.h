/*
 * The kernel lock as the interrupt mask (CONFIG_TAKT_LOCK_MASK), for one core with few objects.
 *
 * Nobody meets the lock held: handlers of the kernel's level wait for the mask. So there is nothing to post, no inbox, and
 * no second way through a service for handlers. The old mask stands in the core's state, as the lock does not nest.
 * Who drops the lock pends the switch while it still holds the mask, so that no handler comes in between.
 *
 * Bound: a masked window is as long as the hold. It grows with the threads that wait for the same object (their place in
 * its queue is looked for), with those that sleep, and with those that wake in the same instant.
 */
#ifndef TAKT_KERNEL_KLOCK_MASK_H
#define TAKT_KERNEL_KLOCK_MASK_H

/** Take the kernel lock, which is free. Any. */
void takt_lock(struct takt_core *core);

static inline bool takt_lock_try(struct takt_core *core)
{
    takt_lock(core);
    return true;
}

static inline void takt_lock_drop(struct takt_core *core)
{
    takt_window_end(TAKT_WINDOW_LOCKED);
    takt_port_unmask(core->mask);
}

static inline void takt_lock_met_by_timer(struct takt_core *core)
{
    (void)core;
}

/** Drop the kernel lock, and switch if a more urgent thread is ready. @return 0 */
int takt_unlock(struct takt_core *core);

/** What is posted is matched first, and nothing ever is. @return 0 */
static inline int takt_unlock_posted(struct takt_core *core)
{
    return takt_unlock(core);
}

/** The same where the holder has made no thread ready and changed no priority. @return 0 */
static inline int takt_unlock_quiet(struct takt_core *core)
{
    takt_lock_drop(core);
    return 0;
}

/** The same where the running thread has stopped being ready. Returns when it runs again. */
static inline void takt_unlock_away(struct takt_core *core)
{
    takt_lock_drop(core);
    takt_port_switch();
}

/** Between two steps of a long hold: handlers come, and a more urgent thread runs. */
static inline void takt_lock_break(struct takt_core *core)
{
    (void)takt_unlock(core);
    takt_lock(core);
}

#endif
