/*
 * Threads: creation and start. Their end is in end.c and join.c, suspension in suspend.c, priorities in priority.c.
 *
 * A thread is its core's for ever; only its own core's threads and handlers act on it.
 */
#include "kernel.h"

static void run(void)
{
    struct takt_thread *thread = takt_core()->current;

    thread->entry(thread->arg);
    takt_thread_returned();
}

TAKT_SELDOM void takt_thread_init(struct takt_core *core, struct takt_thread *thread,
                                  const struct takt_thread_attr *attr)
{
    *thread = (struct takt_thread){
        .entry = attr->entry,
        .arg = attr->arg,
        .base = attr->priority,
        .effective = attr->priority,
        .state = TAKT_STATE_DORMANT,
        .core = (uint8_t)takt_port_core_id(),
    };
    takt_tnode_init(&thread->timeout);
    takt_name_init(thread, attr);
    takt_threshold_init(thread, attr);
    takt_slice_init(thread, attr);
    takt_special_update(thread);
    takt_suspend_init(thread);
    takt_stack_init(thread, attr);
    takt_port_context_init(&thread->context, attr->stack, attr->stack_size, run);
    takt_list_add(core, thread);
    takt_trace_made_thread(thread);
    takt_trace_thread_create(TAKT_ID(thread), thread->base);
    takt_contract_meet(core, thread);
}

TAKT_SELDOM int takt_thread_create(struct takt_thread *thread, const struct takt_thread_attr *attr)
{
    TAKT_CLASS_THREAD();
    if (attr->entry == NULL || attr->stack == NULL || !takt_is_level(attr->priority))
        return -EINVAL;
    if (!takt_threshold_valid(attr) || !takt_slice_valid(attr))
        return -EINVAL;
    if (attr->stack_size < TAKT_STACK_MIN)
        return -ENOSPC;
    takt_trace_call_create(TAKT_ID(thread), attr->priority);
    takt_thread_init(takt_core(), thread, attr);
    takt_trace_call_end(TAKT_ID(thread), 0);
    return 0;
}

/* A more urgent thread may change the thread until the kernel lock is held: what decides is looked at under it. */
TAKT_SELDOM int takt_thread_start(struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    int result = 0;

    TAKT_CLASS_THREAD();
    takt_trace_call_start(TAKT_ID(thread), thread->base);
    takt_lock(core);
    if (thread->state & TAKT_STATE_DORMANT)
        takt_state_clear(core, thread, TAKT_STATE_DORMANT);
    else
        result = -EALREADY;
    (void)takt_unlock_posted(core); /* seldom called: the whole way, instead of the quick one once more */
    takt_trace_call_end(TAKT_ID(thread), (uintptr_t)result);
    return result;
}

struct takt_thread *takt_self(void)
{
    struct takt_core *core = takt_core();

    return core->running ? core->current : NULL;
}
