/*
 * What the rest of the kernel asks of the parts that Kconfig can leave out: for each part its functions, or what
 * is left of them without it. So no other file asks whether a part is there.
 *
 * Here: waits, what is inherited, and other cores; parts_thread.h has what concerns threads alone.
 *
 * Private to kernel/; included by kernel.h alone.
 */
#ifndef TAKT_PARTS_H
#define TAKT_PARTS_H

/* waitq.c: wait queues; under the kernel lock. Without them threads wait for time alone. */

#if CONFIG_TAKT_WAITQ
void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head);
void takt_waitq_remove(struct takt_thread *thread);
int takt_waitq_check(const struct takt_waitq *queue);

static inline struct takt_waitq *takt_waits_in(const struct takt_thread *thread)
{
    return thread->waiting_in;
}

#if !CONFIG_TAKT_LOCK_MASK
/** Insert into an empty queue. */
static inline void takt_waitq_put(struct takt_waitq *queue, struct takt_thread *thread)
{
    thread->waiting_in = queue;
    thread->link.next = thread;
    thread->link.prev = thread;
    thread->group.next = thread;
    thread->group.prev = thread;
    queue->head = thread;
}

/** Remove the only waiter. */
static inline void takt_waitq_take(struct takt_waitq *queue, struct takt_thread *only)
{
    queue->head = NULL;
    only->waiting_in = NULL;
}
#endif
#else
static inline void takt_waitq_insert(struct takt_waitq *queue, struct takt_thread *thread, bool at_head)
{
    (void)queue;
    (void)thread;
    (void)at_head;
}

static inline void takt_waitq_remove(struct takt_thread *thread)
{
    (void)thread;
}

static inline void takt_waitq_put(struct takt_waitq *queue, struct takt_thread *thread)
{
    (void)queue;
    (void)thread;
}

static inline void takt_waitq_take(struct takt_waitq *queue, struct takt_thread *only)
{
    (void)queue;
    (void)only;
}

static inline struct takt_waitq *takt_waits_in(const struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}
#endif

/* posts.c: the core's own inbox */

#if CONFIG_TAKT_POSTS
/** Nothing is posted yet. */
void takt_post_init(struct takt_core *core);
/** The next posted object, which is then posted no more; NULL: none. Masked. */
struct takt_post *takt_post_take(struct takt_core *core);
#else
static inline void takt_post_init(struct takt_core *core)
{
    (void)core;
}

static inline struct takt_post *takt_post_take(struct takt_core *core)
{
    (void)core;
    return NULL;
}
#endif

/* Deadlines of waits, and what else there is in the heap. */

#if CONFIG_TAKT_TIMER || CONFIG_TAKT_COND
/** Of a thread. */
static inline void takt_tnode_init(struct takt_tnode *node)
{
    node->expire = takt_wait_timeout;
}

/** It is due. */
static inline void takt_tnode_expire(struct takt_core *core, struct takt_tnode *node)
{
    takt_timer_disarm(core, node);
    node->expire(core, node);
}
#else
static inline void takt_tnode_init(struct takt_tnode *node)
{
    (void)node;
}

static inline void takt_tnode_expire(struct takt_core *core, struct takt_tnode *node)
{
    takt_wait_timeout(core, node); /* disarms it */
}
#endif

#if CONFIG_TAKT_TIMER_HEAP
/** It starts after all that have started. */
static inline void takt_tnode_number(struct takt_core *core, struct takt_tnode *node)
{
    node->order = core->timer_order++;
}
#else
static inline void takt_tnode_number(struct takt_core *core, struct takt_tnode *node)
{
    (void)core;
    (void)node;
}
#endif

/* timer_object.c, timer_worker.c: timers whose functions run in a worker */

#if CONFIG_TAKT_TIMER
/** Carry out the last start or stop that was asked for; the kernel lock is held. */
void takt_timer_match(struct takt_core *core, struct takt_post *post);
#endif

#if CONFIG_TAKT_TIMER_WORKER
/** Its function is due, and has not begun. */
static inline bool takt_timer_due(const struct takt_timer *timer)
{
    return takt_job_queued(&timer->job);
}
#elif CONFIG_TAKT_TIMER
static inline bool takt_timer_due(const struct takt_timer *timer)
{
    (void)timer;
    return false;
}
#endif

/* inherit.c, mutex.c: effective priorities; under the kernel lock. Without mutexes nothing is inherited. */

#if CONFIG_TAKT_MUTEX
/** What a thread's effective priority has to be: base, and the waiters of all that it holds. */
unsigned takt_inherited(const struct takt_thread *thread);
/** Make a thread's effective priority right, and those of the owners along its chain. */
void takt_inherit(struct takt_core *core, struct takt_thread *thread);
/** The owner lets go, whatever the depth; the next waiter owns it. */
void takt_mutex_give_up(struct takt_core *core, struct takt_mutex *mutex);
/** A waiting thread that stands in no queue wants the mutex: it owns it and wakes, or waits for it. */
void takt_mutex_enter(struct takt_core *core, struct takt_mutex *mutex, struct takt_thread *thread);
/** The owner ended: all that it holds passes on. */
void takt_mutex_orphan(struct takt_core *core, struct takt_thread *owner);
/** A gate's owner changes, whoever waits; NULL: nobody. The caller sees to the priorities. */
void takt_mutex_move(struct takt_mutex *mutex, struct takt_thread *thread);
/** Does its owner, directly or along a chain, wait for a mutex of the thread? */
bool takt_mutex_waits_for(const struct takt_mutex *mutex, const struct takt_thread *thread);
/** The current thread waits for a mutex that has an owner; drops the kernel lock. @return as takt_mutex_lock() */
int takt_mutex_wait(struct takt_core *core, struct takt_mutex *mutex, takt_deadline_t deadline);

/** In the flags of a mutex that is the gate of a lock between cores (llq_block.c). */
#define TAKT_MUTEX_GATE 0x80u

/** The owner of the mutex that a thread waits for, or NULL. */
static inline struct takt_thread *takt_blocked_by(const struct takt_thread *thread)
{
    return thread->blocked_on == NULL ? NULL : thread->blocked_on->owner;
}

/** It waits no more. @return the mutex that it waited for, or NULL */
static inline struct takt_mutex *takt_blocked_end(struct takt_thread *thread)
{
    struct takt_mutex *mutex = thread->blocked_on;

    thread->blocked_on = NULL;
    return mutex;
}

/** A waiter left the mutex, which may be NULL. */
static inline void takt_inherit_less(struct takt_core *core, const struct takt_mutex *mutex)
{
    if (mutex != NULL && mutex->owner != NULL)
        takt_inherit(core, mutex->owner);
}

static inline bool takt_blocked_right(const struct takt_thread *thread)
{
    return thread->blocked_on == NULL || thread->waiting_in == &thread->blocked_on->waiters;
}
#else
static inline unsigned takt_inherited(const struct takt_thread *thread)
{
    return thread->base;
}

static inline void takt_inherit(struct takt_core *core, struct takt_thread *thread)
{
    if (thread->effective != thread->base)
        takt_priority_change(core, thread, thread->base);
}

static inline void takt_mutex_orphan(struct takt_core *core, struct takt_thread *owner)
{
    (void)core;
    (void)owner;
}

static inline struct takt_thread *takt_blocked_by(const struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}

static inline struct takt_mutex *takt_blocked_end(struct takt_thread *thread)
{
    (void)thread;
    return NULL;
}

static inline void takt_inherit_less(struct takt_core *core, const struct takt_mutex *mutex)
{
    (void)core;
    (void)mutex;
}

static inline bool takt_blocked_right(const struct takt_thread *thread)
{
    (void)thread;
    return true;
}
#endif

/* llq_block.c: locks between cores that threads sleep for; under the kernel lock */

#if CONFIG_TAKT_LLQ_BLOCK
/** The owner ended: locks between cores that it holds pass on. Before takt_mutex_orphan(). */
void takt_llq_orphan(struct takt_core *core, struct takt_thread *owner);
#else
static inline void takt_llq_orphan(struct takt_core *core, struct takt_thread *owner)
{
    (void)core;
    (void)owner;
}
#endif

#include "parts_thread.h"

/* cross.c: this core among others */

#if CONFIG_TAKT_CROSS
/**
 * Start of a core: core 0 makes the segment, the others join it. Whoever does not get in goes on alone and
 * says so on the console; its cross-core services try again or return -EHOSTDOWN. Call class: before start.
 */
void takt_cross_start(void);
/** This core stops: the others are told. */
void takt_cross_stop(void);
#else
static inline void takt_cross_start(void)
{
}

static inline void takt_cross_stop(void)
{
}
#endif

#endif
