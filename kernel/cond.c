/*
 * Condition variables.
 *
 * A signal takes the waiter from the condition straight to its mutex, under the kernel lock: it owns the
 * mutex or waits for it, and the owner inherits from it at once. So a woken thread never runs just to block
 * again, a broadcast starts no stampede, and a deadline applies to the condition alone: when it passes, the
 * waiter goes the same way and comes back as owner with -ETIMEDOUT.
 *
 * The record of the wait lives on the waiter's stack, which stays while it waits. Handlers have no business
 * here: a condition is guarded by its mutex.
 */
#include <takt/cond.h>

#include "kernel.h"

#if CONFIG_TAKT_LOCK_BREAK

/* Where threads wait that a broadcast from here on moves. */
static struct takt_waitq *waiters(struct takt_cond *cond)
{
    return &cond->waiters[cond->broadcasts & 1];
}

static void waiters_init(struct takt_cond *cond)
{
    *cond = (struct takt_cond){.broadcasts = 0};
}

#else

static struct takt_waitq *waiters(struct takt_cond *cond)
{
    return &cond->waiters[0];
}

static void waiters_init(struct takt_cond *cond)
{
    cond->waiters[0].head = NULL;
}

#endif

/* Leave the condition for the mutex. */
static void move_on(struct takt_core *core, struct takt_thread *thread, int result)
{
    struct takt_cond_wait *wait = thread->wait_data;

    wait->result = result;
    takt_wait_leave(core, thread);
    takt_mutex_enter(core, wait->mutex, thread);
}

static void cond_timeout(struct takt_core *core, struct takt_tnode *node)
{
    move_on(core, TAKT_CONTAINER(node, struct takt_thread, timeout), -ETIMEDOUT);
}

int takt_cond_init(struct takt_cond *cond)
{
    waiters_init(cond);
    takt_trace_made(COND, cond, 0, 0);
    return 0;
}

/* Kernel lock held; the caller owns the mutex. */
static int wait_here(struct takt_core *core, struct takt_cond *cond, struct takt_mutex *mutex,
                     takt_deadline_t deadline)
{
    struct takt_thread *thread = core->current;
    struct takt_cond_wait wait = {.mutex = mutex, .depth = mutex->depth, .result = 0};
    int result;

    takt_mutex_give_up(core, mutex);
    thread->timeout.expire = cond_timeout;
    thread->wait_data = &wait;
    result = takt_block(core, waiters(cond), deadline);
    thread->timeout.expire = takt_wait_timeout;
    return result != 0 ? result : wait.result;
}

static int cond_wait(struct takt_core *core, struct takt_cond *cond, struct takt_mutex *mutex,
                     takt_deadline_t deadline)
{
    int err;

    takt_lock(core);
    err = mutex->owner == core->current ? takt_wait_allowed(core, deadline) : -EPERM;
    if (err != 0) {
        (void)takt_unlock(core);
        return err;
    }
    return wait_here(core, cond, mutex, deadline);
}

int takt_cond_wait(struct takt_cond *cond, struct takt_mutex *mutex, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int result;

    if (takt_port_in_handler() || !core->running)
        return -EPERM;
    takt_trace_with((uint64_t)deadline);
    takt_trace_call_cond_wait(TAKT_ID(cond), TAKT_ID(mutex));
    result = cond_wait(core, cond, mutex, deadline);
    takt_trace_call_end(TAKT_ID(cond), (uintptr_t)result);
    return result;
}

int takt_cond_signal(struct takt_cond *cond)
{
    struct takt_core *core = takt_core();

    if (takt_port_in_handler())
        return -EPERM;
    takt_trace_call_cond_signal(TAKT_ID(cond), 0);
    takt_trace_cond_signal(TAKT_ID(cond), TAKT_ID(waiters(cond)->head));
    takt_lock(core);
    if (waiters(cond)->head != NULL)
        move_on(core, waiters(cond)->head, 0);
    (void)takt_unlock(core);
    takt_trace_call_end(TAKT_ID(cond), 0);
    TAKT_CHECK(takt_cond_check(cond));
    return 0;
}

#if CONFIG_TAKT_LOCK_BREAK

/* Until all have moved, or somebody else has seen to it: then there has been another broadcast. */
static void drain(struct takt_core *core, struct takt_cond *cond, uint32_t broadcast, int result)
{
    struct takt_waitq *queue = &cond->waiters[(broadcast - 1) & 1];

    while (cond->broadcasts == broadcast && queue->head != NULL) {
        move_on(core, queue->head, result);
        takt_lock_break(core);
    }
}

/*
 * The hold is broken after each waiter, and who moved on may run and wait again. So that a broadcast ends, and moves
 * those alone who waited when it began, threads wait in the other queue from here on. A more urgent thread's broadcast
 * that comes in between first ends the one that it interrupted.
 */
static void move_waiters(struct takt_core *core, struct takt_cond *cond, int result)
{
    drain(core, cond, cond->broadcasts, result);
    drain(core, cond, ++cond->broadcasts, result);
}

#else

static void move_waiters(struct takt_core *core, struct takt_cond *cond, int result)
{
    while (waiters(cond)->head != NULL)
        move_on(core, waiters(cond)->head, result);
}

#endif

static int move_all(struct takt_cond *cond, int result)
{
    struct takt_core *core = takt_core();

    if (takt_port_in_handler())
        return -EPERM;
    takt_trace_call_cond_signal(TAKT_ID(cond), result == 0 ? 1 : 2);
    takt_lock(core);
    move_waiters(core, cond, result);
    (void)takt_unlock(core);
    takt_trace_call_end(TAKT_ID(cond), (uintptr_t)result);
    return 0;
}

int takt_cond_broadcast(struct takt_cond *cond)
{
    return move_all(cond, 0);
}

int takt_cond_delete(struct takt_cond *cond)
{
    return move_all(cond, -EIDRM);
}

int takt_cond_check(const struct takt_cond *cond)
{
    int result = 0;

    if (!takt_check_begin())
        return 0;
    for (unsigned i = 0; i < sizeof(cond->waiters) / sizeof(cond->waiters[0]) && result == 0; i++)
        result = takt_waitq_check(&cond->waiters[i]);
    return takt_check_end(result);
}
