/*
 * Mutexes with priority inheritance and direct hand-over.
 *
 * Handlers never touch a mutex, so only a thread switch has to be kept out: a free mutex is taken, and one
 * without waiters let go, in one masked step; everything else holds the kernel lock.
 *
 * The owner's list of held mutexes and each mutex's waiters are all that inherit.c needs. Whoever changes one
 * of them calls takt_inherit() for the owner before the lock is dropped, so a priority is never seen wrong.
 * The next owner needs no recomputation: it was the most urgent waiter, so nobody left behind can raise it.
 *
 * A lock attempt walks the chain of owners first. A cycle is refused there (-EDEADLK), before anything has
 * changed.
 */
#include "kernel.h"

#define HEALTHY      0u
#define INCONSISTENT 1u /* the last owner ended inside */
#define DEAD         2u /* and nobody repaired it */

static void own(struct takt_mutex *mutex, struct takt_thread *thread, uint32_t depth)
{
    mutex->owner = thread;
    mutex->depth = depth;
    mutex->prev = NULL;
    mutex->next = thread->held;
    if (thread->held != NULL)
        thread->held->prev = mutex;
    thread->held = mutex;
    takt_trace_mutex_owner(TAKT_ID(mutex), TAKT_ID(thread));
}

static void disown(struct takt_mutex *mutex)
{
    if (mutex->prev == NULL)
        mutex->owner->held = mutex->next;
    else
        mutex->prev->next = mutex->next;
    if (mutex->next != NULL)
        mutex->next->prev = mutex->prev;
    mutex->owner = NULL;
    mutex->depth = 0;
    takt_trace_mutex_owner(TAKT_ID(mutex), 0);
}

/* The depth that a waiter comes back with: a condition remembers it. */
static uint32_t depth_of(const struct takt_thread *waiter)
{
    const struct takt_cond_wait *wait = waiter->wait_data;

    return wait == NULL ? 1 : wait->depth;
}

/* A waiter becomes the owner, its wait ends. */
static void grant(struct takt_core *core, struct takt_mutex *mutex, struct takt_thread *thread)
{
    thread->blocked_on = NULL;
    own(mutex, thread, depth_of(thread));
    takt_wake(core, thread, mutex->health == INCONSISTENT ? -EOWNERDEAD : 0);
}

static void wake_all(struct takt_core *core, struct takt_mutex *mutex, int result)
{
    while (mutex->waiters.head != NULL)
        takt_wake(core, mutex->waiters.head, result);
}

/* The mutex is free: to the most urgent waiter. */
static void pass_on(struct takt_core *core, struct takt_mutex *mutex)
{
    if (mutex->health == DEAD)
        wake_all(core, mutex, -ENOTRECOVERABLE);
    else if (mutex->waiters.head != NULL)
        grant(core, mutex, mutex->waiters.head);
}

void takt_mutex_give_up(struct takt_core *core, struct takt_mutex *mutex)
{
    struct takt_thread *thread = mutex->owner;

    if (mutex->health == INCONSISTENT)
        mutex->health = DEAD;
    disown(mutex);
    pass_on(core, mutex);
    takt_inherit(core, thread);
}

void takt_mutex_orphan(struct takt_core *core, struct takt_thread *owner)
{
    while (owner->held != NULL) {
        struct takt_mutex *mutex = owner->held;

        TAKT_ASSERT(mutex->owner == owner);
        mutex->health = INCONSISTENT;
        disown(mutex);
        pass_on(core, mutex);
    }
}

void takt_mutex_move(struct takt_mutex *mutex, struct takt_thread *thread)
{
    if (mutex->owner != NULL)
        disown(mutex);
    if (thread != NULL)
        own(mutex, thread, 1);
}

void takt_mutex_enter(struct takt_core *core, struct takt_mutex *mutex, struct takt_thread *thread)
{
    if (mutex->health == DEAD) {
        takt_wake(core, thread, -ENOTRECOVERABLE);
    } else if (mutex->owner == NULL) {
        grant(core, mutex, thread);
    } else {
        thread->blocked_on = mutex;
        takt_waitq_insert(&mutex->waiters, thread, false);
        takt_inherit(core, mutex->owner);
    }
}

int takt_mutex_init(struct takt_mutex *mutex, unsigned flags)
{
    if (flags & ~TAKT_MUTEX_RECURSIVE)
        return -EINVAL;
    *mutex = (struct takt_mutex){.flags = (uint8_t)flags};
    takt_trace_made(MUTEX, mutex, flags, 0);
    return 0;
}

static int lock_again(struct takt_mutex *mutex)
{
    if (!(mutex->flags & TAKT_MUTEX_RECURSIVE))
        return -EDEADLK;
    if (mutex->depth == UINT32_MAX)
        return -EOVERFLOW;
    mutex->depth++;
    return 0;
}

/*
 * Does the owner, directly or along a chain, wait for a mutex of the thread? The chain may run into a cycle that
 * an application has built from conditions, of which the thread is no part: the walk ends when it comes back to
 * a place that it has marked, the mark moving on after 1, 2, 4, ... steps (Brent).
 */
bool takt_mutex_waits_for(const struct takt_mutex *mutex, const struct takt_thread *thread)
{
    const struct takt_mutex *mark = NULL;
    uint32_t steps = 0, limit = 1;

    while (mutex != NULL && mutex->owner != NULL && mutex != mark) {
        if (mutex->owner == thread)
            return true;
        if (++steps == limit) {
            mark = mutex;
            steps = 0;
            limit *= 2;
        }
        mutex = mutex->owner->blocked_on;
    }
    return false;
}

/* Kernel lock held; > 0: the caller has to wait. */
static int lock_now(struct takt_core *core, struct takt_mutex *mutex, takt_deadline_t deadline)
{
    struct takt_thread *thread = core->current;

    if (mutex->owner == thread)
        return lock_again(mutex);
    if (mutex->health == DEAD)
        return -ENOTRECOVERABLE;
    if (mutex->owner == NULL) {
        own(mutex, thread, 1);
        return mutex->health == INCONSISTENT ? -EOWNERDEAD : 0;
    }
    if (deadline == TAKT_NO_WAIT)
        return -EAGAIN;
    if (takt_mutex_waits_for(mutex, thread))
        return -EDEADLK;
    return core->preempt_off != 0 ? -EPERM : 1;
}

int takt_mutex_wait(struct takt_core *core, struct takt_mutex *mutex, takt_deadline_t deadline)
{
    core->current->blocked_on = mutex;
    core->current->wait_data = NULL;
    takt_block_begin(core, &mutex->waiters, deadline);
    takt_inherit(core, mutex->owner);
    return takt_block_end(core);
}

static TAKT_APART int lock_slow(struct takt_core *core, struct takt_mutex *mutex, takt_deadline_t deadline)
{
    int result;

    takt_lock(core);
    result = lock_now(core, mutex, deadline);
    if (result <= 0) {
        (void)takt_unlock(core);
        return result;
    }
    return takt_mutex_wait(core, mutex, deadline);
}

int takt_mutex_lock(struct takt_mutex *mutex, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    takt_mask_t old;
    int result = 0;

    if (takt_port_in_handler() || !core->running)
        return -EPERM;
    takt_trace_call_mutex_lock(TAKT_ID(mutex), takt_trace_wait(deadline));
    old = takt_port_mask();
    if (mutex->owner == NULL && mutex->health == HEALTHY) {
        own(mutex, core->current, 1);
        takt_port_unmask(old);
    } else {
        takt_port_unmask(old);
        result = lock_slow(core, mutex, deadline);
    }
    takt_trace_mutex_lock(TAKT_ID(mutex), (uintptr_t)result, mutex->depth);
    TAKT_CHECK(takt_mutex_check(mutex));
    return result;
}

/* Somebody may have deleted the mutex since the caller was seen to own it. */
static TAKT_APART int unlock_slow(struct takt_core *core, struct takt_mutex *mutex)
{
    bool owner;

    takt_lock(core);
    owner = mutex->owner == core->current;
    if (owner)
        takt_mutex_give_up(core, mutex);
    (void)takt_unlock(core);
    return owner ? 0 : -EPERM;
}

/* Masked, by the owner. Whether that was all. */
static bool unlock_step(struct takt_mutex *mutex)
{
    if (mutex->depth > 1) {
        mutex->depth--;
        return true;
    }
    if (mutex->waiters.head != NULL || mutex->health != HEALTHY)
        return false;
    disown(mutex);
    return true;
}

int takt_mutex_unlock(struct takt_mutex *mutex)
{
    struct takt_core *core = takt_core();
    takt_mask_t old;
    bool done;
    int result;

    if (takt_port_in_handler() || !core->running || mutex->owner != core->current)
        return -EPERM;
    takt_trace_call_mutex_unlock(TAKT_ID(mutex), mutex->depth);
    takt_trace_mutex_unlock(TAKT_ID(mutex), 0, mutex->depth);
    old = takt_port_mask();
    done = mutex->owner == core->current && unlock_step(mutex);
    takt_port_unmask(old);
    result = done ? 0 : unlock_slow(core, mutex);
    takt_trace_call_end(TAKT_ID(mutex), (uintptr_t)result);
    TAKT_CHECK(takt_thread_check(core->current));
    return result;
}

int takt_mutex_consistent(struct takt_mutex *mutex)
{
    TAKT_CLASS_THREAD();
    if (mutex->owner != takt_core()->current)
        return -EPERM;
    if (mutex->health != INCONSISTENT)
        return -EINVAL;
    mutex->health = HEALTHY;
    return 0;
}

struct takt_thread *takt_mutex_owner(const struct takt_mutex *mutex)
{
    return mutex->owner;
}

int takt_mutex_delete(struct takt_mutex *mutex)
{
    struct takt_core *core = takt_core();
    struct takt_thread *owner;

    TAKT_CLASS_THREAD();
    takt_trace_call_delete(TAKT_ID(mutex), 0);
    takt_trace_gone(mutex);
    takt_lock(core);
    owner = mutex->owner;
    if (owner != NULL)
        disown(mutex);
    wake_all(core, mutex, -EIDRM);
    takt_inherit(core, owner);
    mutex->health = HEALTHY;
    (void)takt_unlock(core);
    return 0;
}

static int mutex_right(const struct takt_mutex *mutex)
{
    if ((mutex->owner == NULL) != (mutex->depth == 0))
        return -EFAULT;
    if (mutex->owner == NULL)
        return mutex->waiters.head == NULL ? 0 : -EFAULT;
    if (mutex->owner->effective != takt_inherited(mutex->owner))
        return -EFAULT;
    return takt_waitq_check(&mutex->waiters);
}

int takt_mutex_check(const struct takt_mutex *mutex)
{
    if (!takt_check_begin())
        return 0;
    return takt_check_end(mutex_right(mutex));
}
