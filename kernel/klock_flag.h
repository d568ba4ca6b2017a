/*
 * The kernel lock as a flag, taken and dropped; klock.c says why this needs no mask and no atomic operation.
 *
 * Inline, because every service passes here: what is left of the lock on its way is two stores and two tests.
 */
#ifndef TAKT_KERNEL_KLOCK_FLAG_H
#define TAKT_KERNEL_KLOCK_FLAG_H

/** Drop the lock, where something was posted meanwhile: match it first. @return 0 */
int takt_unlock_posted(struct takt_core *core);
/** Leave an object for the holder of the kernel lock. Masked. */
void takt_post_add(struct takt_core *core, struct takt_post *post);
/** After an object's store changed under the mask: match it now, or post it. Restores the mask to old. */
void takt_match(struct takt_core *core, struct takt_post *post, takt_mask_t old);

/** Take the kernel lock, which is free: the caller is a thread, or has looked. */
static inline void takt_lock(struct takt_core *core)
{
    takt_port_step();
    TAKT_ASSERT(!core->locked);
    core->locked = true;
    takt_window_begin(TAKT_WINDOW_LOCKED);
    atomic_signal_fence(memory_order_seq_cst);
    takt_port_step();
}

/** Take the kernel lock unless what the caller interrupted holds it. */
static inline bool takt_lock_try(struct takt_core *core)
{
    if (core->locked)
        return false;
    takt_lock(core);
    return true;
}

static inline void takt_lock_drop(struct takt_core *core)
{
    takt_port_step();
    atomic_signal_fence(memory_order_seq_cst);
    takt_window_end(TAKT_WINDOW_LOCKED);
    core->locked = false;
    atomic_signal_fence(memory_order_seq_cst);
    takt_port_step();
}

/** The timer's interrupt met the lock: it comes again when that is dropped. */
static inline void takt_lock_met_by_timer(struct takt_core *core)
{
    core->timer_posted = true;
    core->posted = true;
}

/** Drop the kernel lock, and switch if a more urgent thread is ready. @return 0 */
static inline int takt_unlock(struct takt_core *core)
{
    takt_lock_drop(core);
    if (core->posted)
        return takt_unlock_posted(core);
    if (takt_ready_first(core) != core->current)
        takt_switch(core);
    return 0;
}

/** takt_lock_break(), where there is a reason to. */
#if CONFIG_TAKT_LOCK_BREAK
void takt_lock_break_now(struct takt_core *core);
#else
static inline void takt_lock_break_now(struct takt_core *core)
{
    (void)core;
}
#endif

/**
 * In a long hold, between two of its steps, everything as it is when the lock is free: what handlers left is matched, and
 * a more urgent thread runs. The caller looks at its object anew.
 */
static inline void takt_lock_break(struct takt_core *core)
{
    if (CONFIG_TAKT_LOCK_BREAK && (core->posted || takt_ready_first(core) != core->current))
        takt_lock_break_now(core);
}

/** The same where the holder has made no thread ready and changed no priority. @return 0 */
static inline int takt_unlock_quiet(struct takt_core *core)
{
    takt_lock_drop(core);
    return core->posted ? takt_unlock_posted(core) : 0;
}

/** The same where the running thread has stopped being ready. Returns when it runs again. */
static inline void takt_unlock_away(struct takt_core *core)
{
    takt_lock_drop(core);
    if (core->posted)
        (void)takt_unlock_posted(core);
    else
        takt_port_switch();
}

#endif
