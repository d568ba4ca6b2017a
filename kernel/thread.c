/*
 * Threads: creation, start and end, suspension, joining.
 *
 * A thread is its core's for ever; only its own core's threads and handlers act on it. Suspension is a state
 * bit of its own beside the one for waiting, so the two never undo each other. A resume from a handler that
 * met the kernel lock leaves a flag and posts the thread; one that falls into a suspend undoes it, so that a
 * resume is never lost.
 *
 * The end of a thread is one hold of the kernel lock: its mutexes pass on, those who join wake, it leaves the
 * ready levels; the switch away is the last that happens on its stack. So a joiner, which runs after that,
 * may reuse both.
 */
#include "kernel.h"

static void thread_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_thread *thread = TAKT_CONTAINER(post, struct takt_thread, post);
    takt_mask_t old = takt_port_mask();
    bool resume = thread->resume_posted;

    thread->resume_posted = false;
    takt_port_unmask(old);
    if (resume)
        takt_state_clear(core, thread, TAKT_STATE_SUSPENDED);
}

static void run(void)
{
    struct takt_thread *thread = takt_core()->current;

    thread->entry(thread->arg);
    takt_thread_exit(0);
}

static void list_add(struct takt_core *core, struct takt_thread *thread)
{
    thread->all_prev = NULL;
    thread->all_next = core->threads;
    if (core->threads != NULL)
        core->threads->all_prev = thread;
    core->threads = thread;
}

static void list_remove(struct takt_core *core, struct takt_thread *thread)
{
    if (thread->all_prev == NULL)
        core->threads = thread->all_next;
    else
        thread->all_prev->all_next = thread->all_next;
    if (thread->all_next != NULL)
        thread->all_next->all_prev = thread->all_prev;
}

void takt_thread_init(struct takt_core *core, struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    *thread = (struct takt_thread){
        .entry = attr->entry,
        .arg = attr->arg,
        .name = attr->name != NULL ? attr->name : "thread",
        .stack = attr->stack,
        .stack_size = attr->stack_size,
        .base = attr->priority,
        .effective = attr->priority,
        .threshold = attr->has_threshold ? attr->threshold : attr->priority,
        .slice = takt_slice_units(attr->slice),
        .state = TAKT_STATE_DORMANT,
        .core = (uint8_t)takt_core_id(),
    };
    thread->slice_left = thread->slice;
    thread->post.match = thread_match;
    thread->timeout.expire = takt_wait_timeout;
    takt_stack_fill(thread);
    takt_port_context_init(&thread->context, attr->stack, attr->stack_size, run);
    takt_lock(core);
    list_add(core, thread);
    takt_unlock(core);
    takt_trace_thread_create(TAKT_ID(thread), thread->base);
}

int takt_thread_create(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    TAKT_CLASS_THREAD();
    if (attr->entry == NULL || attr->stack == NULL || attr->slice < 0 || !takt_is_level(attr->priority))
        return -EINVAL;
    if (attr->has_threshold && attr->threshold > attr->priority)
        return -EINVAL;
    if (attr->stack_size < TAKT_STACK_MIN)
        return -ENOSPC;
    takt_thread_init(takt_core(), thread, attr);
    return 0;
}

/* A more urgent thread may change the thread until the kernel lock is held: what decides is looked at under it. */
int takt_thread_start(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    int result = 0;

    TAKT_CLASS_THREAD();
    takt_lock(core);
    if (thread->state & TAKT_STATE_DORMANT)
        takt_state_clear(core, thread, TAKT_STATE_DORMANT);
    else
        result = -EALREADY;
    takt_unlock(core);
    return result;
}

void takt_thread_exit(int value)
{
    struct takt_core *core = takt_core();
    struct takt_thread *thread = core->current;

    TAKT_CLASS_THREAD();
    TAKT_ASSERT(core->preempt_off == 0);
    takt_trace_thread_exit(TAKT_ID(thread), (uintptr_t)value);
    takt_lock(core);
    while (thread->held != NULL)
        takt_mutex_orphan(core, thread->held);
    thread->exit_value = value;
    takt_state_set(core, thread, TAKT_STATE_ENDED);
    while (thread->joiners.head != NULL)
        takt_wake(core, thread->joiners.head, 0);
    list_remove(core, thread);
    takt_unlock(core);
    takt_panic("an ended thread ran again", __FILE__, __LINE__);
}

/* The thread may end between a look without the kernel lock and the wait, so the look that counts is under it. */
static int join_slow(struct takt_thread *thread, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return err;
    takt_lock(core);
    if (thread->state & TAKT_STATE_ENDED) {
        takt_unlock(core);
        return 0;
    }
    return takt_block(core, &thread->joiners, NULL, takt_deadline_when(deadline));
}

int takt_thread_join(struct takt_thread *thread, int *value, takt_deadline_t deadline)
{
    int result;

    if (thread == takt_core()->current && !takt_port_in_handler())
        return -EDEADLK;
    result = thread->state & TAKT_STATE_ENDED ? 0 : join_slow(thread, deadline);
    if (result == 0 && value != NULL)
        *value = thread->exit_value;
    return result;
}

/* Under the kernel lock. */
static int suspend_allowed(const struct takt_core *core, const struct takt_thread *thread)
{
    if (thread->state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED))
        return -ESRCH;
    if (thread->state & TAKT_STATE_SUSPENDED)
        return -EALREADY;
    return thread == core->current && core->preempt_off != 0 ? -EPERM : 0;
}

int takt_thread_suspend(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    int result;

    TAKT_CLASS_THREAD();
    takt_lock(core);
    result = suspend_allowed(core, thread);
    if (result == 0)
        takt_state_set(core, thread, TAKT_STATE_SUSPENDED);
    takt_unlock(core);
    return result;
}

int takt_thread_resume(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    takt_mask_t old = takt_port_mask();
    unsigned state = thread->state;

    if (state & (TAKT_STATE_DORMANT | TAKT_STATE_ENDED)) {
        takt_port_unmask(old);
        return -ESRCH;
    }
    if (!(state & TAKT_STATE_SUSPENDED) && !core->locked) {
        takt_port_unmask(old);
        return -EALREADY;
    }
    thread->resume_posted = true;
    takt_match(core, &thread->post, old);
    return 0;
}

const char *takt_thread_name(const struct takt_thread *thread)
{
    return thread->name;
}

struct takt_thread *takt_self(void)
{
    struct takt_core *core = takt_core();

    return core->running ? core->current : NULL;
}

int *takt_errno(void)
{
    return &takt_core()->current->error;
}

/* Masked: a switch between the readings would count its thread's last turn twice, or not at all. */
takt_time_t takt_thread_run_time(const struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    takt_mask_t old;
    uint64_t time;

    if (!CONFIG_TAKT_RUN_TIME)
        return 0;
    old = takt_port_mask();
    time = thread->run_time;
    if (thread == core->current)
        time += takt_port_counter() - core->switched_at;
    takt_port_unmask(old);
    return takt_port_to_ns(time);
}
