/*
 * The kernel lock. What handlers leave that meet it is in posts.c.
 *
 * The lock is a flag of one core. A thread that sets it cannot be interrupted by another thread (no switch happens
 * while it is set: takt_sched_switch() asserts that), and a handler that finds it set posts its object and leaves.
 * So the flag is never waited for. Between the test and the store that takes it (takt_lock_try) handlers and other
 * threads may take it too, but they have dropped it when the taker goes on. The signal fences keep the compiler from
 * moving kernel data across it, which is all that a handler on the same core could observe.
 *
 * Dropping it needs no mask: what is posted before the flag is cleared has set core->posted before the holder looks
 * at that; a handler that comes after finds the lock free, takes it, and on its way out matches all that is posted.
 * Nobody asks for a switch without having dropped the lock and looked, so no other thread runs before.
 *
 * Likewise for who should run: whoever made a thread ready looks after dropping the lock, and a handler in between
 * asks for its switch by itself. A thread may so ask for one that has happened meanwhile, which then finds nothing
 * to do. A handler that takes the lock itself (a longer operation in interrupt context) is interrupted by more urgent
 * handlers only, which post; they end before it goes on.
 *
 * Bound: each masked window is a constant number of steps. How long the lock is held depends on what is posted
 * meanwhile, that is on the interrupt load, not on threads, timers or waiters: a service that wakes all waiters of an
 * object breaks its hold after each of them (takt_lock_break), and what it leaves is whole at that moment. Not broken are
 * what a handler wakes, the bits of an event shown to all who wait for it, and the end of a thread that many join.
 */
#include "kernel.h"

/* The last masked step: nothing is posted any more. The timer, whose time has passed, comes again. */
static void let_go(struct takt_core *core)
{
    atomic_signal_fence(memory_order_seq_cst);
    core->posted = false;
    takt_window_end(TAKT_WINDOW_LOCKED);
    core->locked = false;
    if (core->timer_posted) {
        core->timer_posted = false;
        takt_port_timer_raise();
    }
}

int takt_unlock_posted(struct takt_core *core)
{
    struct takt_post *post;

    core->locked = true;
    takt_window_begin(TAKT_WINDOW_LOCKED);
    do {
        takt_mask_t old = takt_port_mask();

        post = takt_post_take(core);
        if (post == NULL)
            let_go(core);
        takt_port_unmask(old);
        if (post != NULL)
            post->match(core, post);
    } while (post != NULL);
    takt_resched(core);
    return 0;
}

#if CONFIG_TAKT_LOCK_BREAK
/* In a handler, or with preemption off, a switch would not happen before the hold's end anyway. */
void takt_lock_break_now(struct takt_core *core)
{
    if (takt_port_in_handler() || core->preempt_off != 0)
        return;
    (void)takt_unlock(core);
    takt_lock(core);
}
#endif
