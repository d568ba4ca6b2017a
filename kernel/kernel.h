/*
 * The kernel's own state and helpers: private to kernel/ (and, to look at only, to its tests).
 *
 * What guards what. A core's state is touched by that core alone, so only its own handlers compete:
 *
 *   mask          interrupts of the kernel's level held back, for one step of constant length. Guards the words
 *                 that handlers change at any time: flags, chains, the list of posted objects.
 *   kernel lock   core->locked: a plain flag, set with interrupts open. Guards everything else: ready levels, wait
 *                 queues, thread states, mutexes, the timer heap. No thread switch happens while it is set.
 *                 Threads never meet it held; a handler that does posts its object to the core's own inbox
 *                 (core->posts), and the holder matches the object before it lets go.
 *
 * A store that is one word needs no mask either: it is changed by takt_port_watch() and takt_port_commit(), which
 * stores only if no handler and no other thread has run in between.
 *
 * Every object follows one pattern: its store (count, bits, blocks) changes under the mask; then, under the
 * kernel lock, match() pairs the store with the waiters. A handler that meets the lock held has changed the
 * store already, so posting the object once is enough however often it happens: nothing to count, nothing to
 * overflow.
 */
#ifndef TAKT_KERNEL_H
#define TAKT_KERNEL_H

#include <stdatomic.h>

#include <takt/core.h>
#include <takt/contract.h>
#include <takt/irq.h>
#include <takt/meter.h>
#include <takt/mutex.h>
#include <takt/period.h>
#include <takt/sem.h>
#include <takt/thread.h>
#include <takt/timer.h>
#include <takt/watchdog.h>

#include "port.h"
#include "trace_hooks.h"

/* thread->state: a thread is ready when it is 0 */
#define TAKT_STATE_BLOCKED   1u
#define TAKT_STATE_SUSPENDED 2u
#define TAKT_STATE_DORMANT   4u /* created, not started */
#define TAKT_STATE_ENDED     8u

/* levels, and the bitmap over them: level l is the bit l % 32 from the top of word l / 32 */
#define TAKT_LEVEL_WORDS ((CONFIG_TAKT_LEVELS + 31) / 32)
#define TAKT_NO_LEVEL    CONFIG_TAKT_LEVELS

/** Of a function that runs once or seldom: it is made small rather than fast. */
#define TAKT_SELDOM __attribute__((cold))

/** A counter value that never comes. */
#define TAKT_NEVER UINT64_MAX

/* thread->special: what makes a thread more than a priority; 0 for most, so that their switches look at nothing */
#define TAKT_SPECIAL_SLICED    1u /* it has a slice */
#define TAKT_SPECIAL_THRESHOLD 2u /* its threshold is more urgent than its base priority */
#define TAKT_SPECIAL_METERED   4u /* its computing time is held against limits */

/** Counter units that an event may lie ahead: a quarter of the range, so that all armed events compare rightly. */
#define TAKT_REACH (UINT64_C(1) << 62)

/** Kernel state of one core. */
struct takt_core {
#if CONFIG_TAKT_LOCK_MASK
    struct takt_thread *ready, *current; /* the first ready thread; the one that runs */
#else
    struct takt_thread
        *level[TAKT_NO_LEVEL + 1]; /* first thread of each level; the last is the idle thread's */
    struct takt_thread *current;
    uint32_t ready[TAKT_LEVEL_WORDS];
#endif
#if !CONFIG_TAKT_LOCK_MASK && TAKT_LEVEL_WORDS > 1
    uint32_t words; /* bitmap over ready[]: words that are not 0 */
#endif
    volatile bool locked; /* the kernel lock, unless it is the mask */
#if CONFIG_TAKT_LOCK_MASK
    takt_mask_t mask; /* as it was before the lock was taken */
#else
    volatile bool posted; /* a handler met the lock, and left something in posts or timer_posted */
    bool timer_posted;    /* the timer interrupt met the kernel lock */
#endif
    volatile bool switch_due;      /* a switch waits for preemption to be allowed */
    bool running;                  /* threads run */
    volatile uint32_t preempt_off; /* depth of takt_preempt_lock(); 1 until threads run */
#if !CONFIG_TAKT_PREEMPT
    uint32_t services; /* how much of preempt_off is a subsystem's work (preempt.c) */
#endif
#if CONFIG_TAKT_POSTS
    struct takt_post *posts, **posts_tail;
#endif
    struct takt_tnode *heap;
#if CONFIG_TAKT_TIMER_HEAP
    uint32_t timer_order;
#endif
#if CONFIG_TAKT_SLICE
    struct takt_thread *sliced; /* whose share the rest is about; NULL: nobody's */
    bool slicing;               /* it is the current thread, and its share runs */
    uint64_t slice_end;         /* when the share is over */
    uint64_t slice_stop;        /* if it does not run: when it was interrupted */
#endif
#if CONFIG_TAKT_RUN_TIME
    uint64_t switched_at; /* counter at the last switch */
#endif
#if CONFIG_TAKT_METER
    bool metering;      /* the current thread has a limit that it may pass */
    uint64_t meter_end; /* and does then */
#endif
#if CONFIG_TAKT_NOTICE
    struct takt_notice *volatile notices;
#endif
#if CONFIG_TAKT_CONTRACT
    const struct takt_contract *contract;
#endif
#if CONFIG_TAKT_THREAD_LIST
    struct takt_thread *threads;
#endif
    struct takt_thread idle;
};

/** Every core's; a port of one core knows its address (takt_core_state(0)) at link time. */
struct takt_cores {
    struct takt_core core[CONFIG_TAKT_CORES];
};

extern struct takt_cores takt_cores;

static inline struct takt_core *takt_core(void)
{
    return takt_port_core();
}

/** Whether a priority given from outside has a level. (With 256 levels every takt_prio_t has.) */
static inline bool takt_is_level(unsigned priority)
{
    return priority < CONFIG_TAKT_LEVELS;
}

/** A function that stays out of its callers, so that their usual way is short and needs no stack. */
#define TAKT_APART __attribute__((noinline))

/** A condition that holds on the usual way, which is laid out as if there were no other. */
#define TAKT_USUAL(condition) __builtin_expect((condition), 1)

/** The object that a member is part of. */
#define TAKT_CONTAINER(pointer, type, member) ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/** Whether counter value a comes before b; right across a wrap of the counter. */
static inline bool takt_before(uint64_t a, uint64_t b)
{
    return (int64_t)(a - b) < 0;
}

/** For the trace: the running thread, or the handler, ends a wait at this object, or for it. */
static inline void takt_trace_resumed(const struct takt_core *core, const void *object)
{
    uint32_t line;

    if (!takt_trace_is_on(TAKT_TRACE_GROUP_switch))
        return;
    line = takt_trace_line();
    takt_trace_resume(TAKT_ID(object), line == 0 ? TAKT_ID(core->current) : 0, line);
}

/* Call classes, checked in debug builds at the head of each service. */
#if CONFIG_TAKT_DEBUG
#define TAKT_CLASS_THREAD() TAKT_ASSERT(!takt_port_in_handler() && !takt_core()->locked)
#else
#define TAKT_CLASS_THREAD() ((void)0)
#endif

/* Invariants, checked after each operation in builds with CONFIG_TAKT_CHECKS. */
#if CONFIG_TAKT_CHECKS
#define TAKT_CHECK(call) TAKT_ASSERT((call) == 0)
#else
#define TAKT_CHECK(call) ((void)0)
#endif

/* check.c: invariants */

/** Keep everyone off while invariants are looked at; false: a handler met the kernel lock, nothing can be
 * said. */
bool takt_check_begin(void);
/** @return result */
int takt_check_end(int result);
/** 0 if the object is posted (its store is ahead of its waiters) or right, else -EFAULT. */
int takt_store_check(const struct takt_post *post, bool right);
/** 0 or -EFAULT; between takt_check_begin() and takt_check_end(). */
int takt_thread_right(const struct takt_core *core, const struct takt_thread *thread);

/* sched.c: ready levels and the choice of the thread that runs; under the kernel lock, or in a masked step */

/** Move a ready thread to the tail or head of the level that its priorities now give, also if that is its own. */
void takt_ready_requeue(struct takt_core *core, struct takt_thread *thread, bool at_head);
/** The same, but a thread whose level does not change keeps its place: its threshold covers the change. */
void takt_ready_relevel(struct takt_core *core, struct takt_thread *thread, bool at_head);
/** Switch if another thread than the current one should run, or the current one may have to begin anew. */
void takt_resched(struct takt_core *core);
/** Clear state bits, if they are set; the thread becomes ready when none is left. */
void takt_state_clear(struct takt_core *core, struct takt_thread *thread, unsigned bits);
/** Set state bits; a ready thread stops being ready. */
void takt_state_set(struct takt_core *core, struct takt_thread *thread, unsigned bits);
/** A thread with a slice or a threshold stops running by its own doing: both begin anew. */
void takt_give_up(struct takt_core *core, struct takt_thread *thread);
/** The same where it stops being ready; its activation ends, too. */
void takt_rest(struct takt_core *core, struct takt_thread *thread);

/** Preemption is allowed again and a switch is due. */
void takt_preempt_due(struct takt_core *core);

#include "ready.h"

#include "klock.h"

/** Keep other threads of the core off. */
static inline void takt_preempt_enter(struct takt_core *core)
{
    if (core->preempt_off++ == 0)
        takt_window_begin(TAKT_WINDOW_PREEMPT);
    atomic_signal_fence(memory_order_seq_cst);
}

/**
 * Undo it. No mask: a handler that comes before the count is 0 leaves switch_due, which is looked at after; one
 * that comes later has its switch by itself.
 * @return a switch is due: the caller calls takt_preempt_due()
 */
static inline bool takt_preempt_ends(struct takt_core *core)
{
    TAKT_ASSERT(core->preempt_off != 0);
    atomic_signal_fence(memory_order_seq_cst);
    if (--core->preempt_off == 0)
        takt_window_end(TAKT_WINDOW_PREEMPT);
    atomic_signal_fence(memory_order_seq_cst);
    return core->switch_due && core->preempt_off == 0; /* in this order: it is rarely due */
}

/** Undo it, and switch if that is due. */
static inline void takt_preempt_leave(struct takt_core *core)
{
    if (takt_preempt_ends(core))
        takt_preempt_due(core);
}

/* wait.c: blocking and waking */

/** May the caller wait? 0; -EAGAIN: it does not want to; -EPERM: not here. */
static inline int takt_wait_allowed(const struct takt_core *core, takt_deadline_t deadline)
{
    if (deadline == TAKT_NO_WAIT)
        return -EAGAIN;
    return takt_port_in_handler() || core->preempt_off != 0 ? -EPERM : 0;
}

/** Counter value of a deadline. */
uint64_t takt_deadline_when(takt_deadline_t deadline);
/** Make the current thread wait, in a queue or (NULL) for time alone; it goes on running until
 * takt_block_end(). What the queue's object needs of it is in thread->wait_data before. */
void takt_block_begin(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline);
/** Drop the kernel lock, run others, and return what the waker gave, or -ETIMEDOUT. */
int takt_block_end(struct takt_core *core);
/** Both, in a queue. */
int takt_block(struct takt_core *core, struct takt_waitq *queue, takt_deadline_t deadline);
/** The first waiter of a queue, which is no mutex's, wakes with 0; the kernel lock is dropped. @return 0 */
int takt_hand_over(struct takt_core *core, struct takt_waitq *queue);
/** End a thread's wait. */
void takt_wake(struct takt_core *core, struct takt_thread *thread, int result);
/** Stop waiting in a queue and for time, without becoming ready. */
void takt_wait_leave(struct takt_core *core, struct takt_thread *thread);
/** Deletion of an object: lock, wake all with -EIDRM, unlock. */
int takt_waitq_delete(struct takt_waitq *queue);
/** The deadline of a wait passed. */
void takt_wait_timeout(struct takt_core *core, struct takt_tnode *node);

/* priority.c */

/** Move a thread to where its new effective priority belongs. Kernel lock. */
void takt_priority_change(struct takt_core *core, struct takt_thread *thread, unsigned priority);

/* sem.c */

/** So many gives in one step; what exceeds the maximum and the waiters is dropped. Any. @return as
 * takt_sem_give() */
int takt_sem_give_many(struct takt_sem *sem, uint32_t number);

/** What a waiter on a condition takes along; thread->wait_data while it waits there and for the mutex after.
 */
struct takt_cond_wait {
    struct takt_mutex *mutex;
    uint32_t depth;
    int result;
};

/* heap.c: timer heaps; no state but the nodes */

void takt_heap_insert(struct takt_tnode **root, struct takt_tnode *node);
void takt_heap_remove(struct takt_tnode **root, struct takt_tnode *node);
int takt_heap_check(const struct takt_tnode *root);

/* timer.c: the core's events; under the kernel lock */

void takt_timer_arm(struct takt_core *core, struct takt_tnode *node, uint64_t when);
void takt_timer_disarm(struct takt_core *core, struct takt_tnode *node);
/** Tell the port when the next event is. */
void takt_timer_program(struct takt_core *core);
/** Counter value of the next event. */
uint64_t takt_timer_next(const struct takt_core *core);

/* thread.c */

/** Fill in a checked thread and list it with its core; dormant. */
void takt_thread_init(struct takt_core *core, struct takt_thread *thread,
                      const struct takt_thread_attr *attr);

#include "parts.h"

#if CONFIG_TAKT_WAITQ && !CONFIG_TAKT_LOCK_MASK
/** A waiter without a deadline that nobody stands behind. */
static inline bool takt_waits_alone(const struct takt_thread *thread)
{
    return thread->link.next == thread && !thread->timeout.armed;
}

/** Such a waiter of a queue, which is no mutex's, wakes with 0; the kernel lock is dropped. @return 0 */
static inline int takt_hand_over_alone(struct takt_core *core, struct takt_waitq *queue,
                                       struct takt_thread *thread)
{
    takt_trace_resumed(core, queue);
    takt_waitq_take(queue, thread);
    thread->result = 0;
    takt_trace_wake(TAKT_ID(thread), 0);
    takt_state_end(core, thread, TAKT_STATE_BLOCKED);
    return takt_unlock(core);
}
#endif

#endif
