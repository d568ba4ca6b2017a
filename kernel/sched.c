/*
 * The ready levels, and the choice of the thread that runs.
 *
 * A ready thread stands in the circular list of its level, the running one too; the first thread of the most
 * urgent level that has any should run. A bitmap finds it in constant time (two words to look at beyond 32
 * levels). With nothing ready the idle thread runs, which stands in no list.
 *
 * A thread's level is its effective priority; once it has begun to run it is its preemption threshold, if
 * that is more urgent. So a threshold needs no special case when threads are compared: the running thread
 * simply stands higher, at the head, until it blocks or yields.
 *
 * Guarded by the kernel lock; single steps also by the mask alone, with the lock free. takt_sched_switch() is
 * the only place where the running thread changes; it asserts the law of the locks there.
 */
#include "kernel.h"

static void mark(struct takt_core *core, unsigned level)
{
    core->ready[level / 32] |= 0x80000000u >> level % 32;
    core->words |= 0x80000000u >> level / 32;
}

static void unmark(struct takt_core *core, unsigned level)
{
    core->ready[level / 32] &= ~(0x80000000u >> level % 32);
    if (core->ready[level / 32] == 0)
        core->words &= ~(0x80000000u >> level / 32);
}

struct takt_thread *takt_ready_first(const struct takt_core *core)
{
    unsigned word;

    if (core->words == 0)
        return (struct takt_thread *)&core->idle;
    word = TAKT_LEVEL_WORDS == 1 ? 0 : (unsigned)__builtin_clz(core->words);
    return core->level[word * 32 + (unsigned)__builtin_clz(core->ready[word])];
}

void takt_ready_insert(struct takt_core *core, struct takt_thread *thread, bool at_head)
{
    unsigned level = takt_level_of(thread);
    struct takt_thread *first = core->level[level];

    thread->level = (uint16_t)level;
    if (first == NULL) {
        thread->link.next = thread;
        thread->link.prev = thread;
        core->level[level] = thread;
        mark(core, level);
        return;
    }
    thread->link.next = first;
    thread->link.prev = first->link.prev;
    first->link.prev->link.next = thread;
    first->link.prev = thread;
    if (at_head)
        core->level[level] = thread;
}

void takt_ready_remove(struct takt_core *core, struct takt_thread *thread)
{
    struct takt_thread *next = thread->link.next;

    if (next == thread) {
        core->level[thread->level] = NULL;
        unmark(core, thread->level);
        return;
    }
    next->link.prev = thread->link.prev;
    thread->link.prev->link.next = next;
    if (core->level[thread->level] == thread)
        core->level[thread->level] = next;
}

void takt_ready_requeue(struct takt_core *core, struct takt_thread *thread, bool at_head)
{
    takt_ready_remove(core, thread);
    takt_ready_insert(core, thread, at_head);
}

void takt_ready_relevel(struct takt_core *core, struct takt_thread *thread, bool at_head)
{
    if (thread->level != takt_level_of(thread))
        takt_ready_requeue(core, thread, at_head);
}

void takt_state_clear(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    unsigned state = thread->state & ~bits;

    if (state == thread->state)
        return;
    thread->state = (uint8_t)state;
    if (state != 0)
        return;
    takt_ready_insert(core, thread, false);
    takt_trace_ready(TAKT_ID(thread), thread->level);
}

void takt_state_set(struct takt_core *core, struct takt_thread *thread, unsigned bits)
{
    if (thread->state == 0) {
        takt_ready_remove(core, thread);
        takt_threshold_end(thread);
        takt_slice_restart(core, thread);
        takt_trace_unready(TAKT_ID(thread), bits);
    }
    thread->state |= (uint8_t)bits;
}

/* The thread begins, or goes on: from here its threshold holds. */
static void begin(struct takt_core *core, struct takt_thread *thread)
{
    if (thread != &core->idle && takt_threshold_begin(thread))
        takt_ready_requeue(core, thread, true);
}

/* A thread that gave way to nobody goes on without a switch: its threshold holds again. */
void takt_resched(struct takt_core *core)
{
    if (!core->running)
        return;
    if (takt_ready_first(core) == core->current)
        begin(core, core->current);
    else if (core->preempt_off != 0)
        core->switch_due = true;
    else
        takt_port_pend_switch();
}

void takt_yield(void)
{
    struct takt_core *core = takt_core();
    struct takt_thread *thread = core->current;
    takt_mask_t old;

    TAKT_CLASS_THREAD();
    old = takt_port_mask();
    takt_trace_yield(TAKT_ID(thread), thread->level);
    takt_threshold_end(thread);
    if (thread->level != thread->effective)
        takt_ready_requeue(core, thread, false);
    else
        core->level[thread->level] = thread->link.next;
    takt_slice_restart(core, thread);
    takt_resched(core);
    takt_port_unmask(old);
}

void takt_preempt_lock(void)
{
    TAKT_CLASS_THREAD();
    takt_preempt_enter(takt_core());
}

void takt_preempt_unlock(void)
{
    TAKT_CLASS_THREAD();
    takt_preempt_leave(takt_core());
}

void takt_preempt_due(struct takt_core *core)
{
    takt_mask_t old = takt_port_mask();

    core->switch_due = false;
    takt_resched(core);
    takt_port_unmask(old);
}

static void account(struct takt_core *core, struct takt_thread *prev, struct takt_thread *next)
{
    uint64_t now;

    if (!CONFIG_TAKT_RUN_TIME && !takt_slice_concerns(prev, next))
        return;
    now = takt_port_counter();
    takt_run_time_switch(core, prev, now);
    takt_slice_switch(core, prev, next, now);
}

struct takt_context *takt_sched_switch(void)
{
    struct takt_core *core = takt_core();
    struct takt_thread *prev = core->current;
    struct takt_thread *next = takt_ready_first(core);

    TAKT_ASSERT(!core->locked && core->preempt_off == 0 && !takt_port_in_handler());
    if (next == prev)
        return &prev->context;
    takt_stack_check(prev);
    begin(core, next);
    account(core, prev, next);
    core->current = next;
    takt_trace_switch(TAKT_ID(prev), TAKT_ID(next));
    return &next->context;
}
