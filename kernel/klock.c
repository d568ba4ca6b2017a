/*
 * The kernel lock and the core's own inbox.
 *
 * The lock is a flag of one core. A thread that sets it cannot be interrupted by another thread (no switch
 * happens while it is set: takt_sched_switch() asserts that), and a handler that finds it set posts its
 * object and leaves. So the flag is never waited for and needs no atomic operation; the signal fences keep
 * the compiler from moving kernel data across it, which is all that a handler on the same core could observe.
 *
 * Races considered: a handler posts between the holder's last look at the inbox and its clearing of the flag.
 * Both happen in one masked step (takt_unlock), so a handler sees either the flag set and the inbox about to
 * be read, or the flag clear. A handler that takes the lock itself (a longer operation in interrupt context)
 * is interrupted by more urgent handlers only, which post; they end before it goes on.
 *
 * Bound: each masked window is a constant number of steps. How long the lock is held depends on what is
 * posted meanwhile, that is on the interrupt load, not on threads, timers or waiters.
 */
#include "kernel.h"

/* End of the inbox's list: not NULL, which means "not posted". */
static struct takt_post list_end;

void takt_klock_init(struct takt_core *core)
{
    core->posts = &list_end;
    core->posts_tail = &core->posts;
}

void takt_lock(struct takt_core *core)
{
    TAKT_OPEN_POINT();
    TAKT_ASSERT(!core->locked);
    core->locked = true;
    atomic_signal_fence(memory_order_seq_cst);
}

bool takt_lock_masked(struct takt_core *core, takt_mask_t old)
{
    if (core->locked)
        return false;
    core->locked = true;
    takt_port_unmask(old);
    return true;
}

void takt_post_add(struct takt_core *core, struct takt_post *post)
{
    if (post->next != NULL)
        return;
    post->next = &list_end;
    *core->posts_tail = post;
    core->posts_tail = &post->next;
    takt_trace_posted(TAKT_ID(post), TAKT_ID(core));
}

static struct takt_post *post_take(struct takt_core *core)
{
    struct takt_post *post = core->posts;

    if (post == &list_end)
        return NULL;
    core->posts = post->next;
    if (core->posts == &list_end)
        core->posts_tail = &core->posts;
    post->next = NULL;
    return post;
}

void takt_match(struct takt_core *core, struct takt_post *post, takt_mask_t old)
{
    if (!takt_lock_masked(core, old)) {
        takt_post_add(core, post);
        takt_port_unmask(old);
        return;
    }
    post->match(core, post);
    takt_unlock(core);
}

/* The last masked step: nothing is posted any more. */
static void let_go(struct takt_core *core)
{
    atomic_signal_fence(memory_order_seq_cst);
    core->locked = false;
    if (core->timer_posted) {
        core->timer_posted = false;
        takt_timer_program(core);
    }
    takt_resched(core);
}

void takt_unlock(struct takt_core *core)
{
    for (;;) {
        takt_mask_t old = takt_port_mask();
        struct takt_post *post = post_take(core);

        if (post == NULL) {
            let_go(core);
            takt_port_unmask(old);
            takt_port_settle();
            return;
        }
        takt_port_unmask(old);
        post->match(core, post);
    }
}
