/*
 * Threads: a thread belongs to the core that created it, for ever.
 *
 * The memory of a thread and of its stack is the caller's and must stay until takt_thread_join() returned 0.
 * Lower number = more urgent. A thread is chosen by its level: the effective priority, or, once it has begun
 * to run, its preemption threshold if that is more urgent.
 */
#ifndef TAKT_THREAD_H
#define TAKT_THREAD_H

#include <takt/port_context.h>
#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct takt_mutex;
struct takt_meter;

/** Whether a thread can be more than a priority (kernel/sched.c). */
#define TAKT_SPECIAL (CONFIG_TAKT_SLICE || CONFIG_TAKT_THRESHOLD || CONFIG_TAKT_METER)

/** How a thread is made; a zeroed field is the default. */
struct takt_thread_attr {
    const char *name;      /**< shown by traces and messages; kept by reference; NULL = "thread" */
    void (*entry)(void *); /**< required; returning from it is takt_thread_exit(0) */
    void *arg;
    void *stack;          /**< required; aligned by the kernel */
    size_t stack_size;    /**< bytes, at least TAKT_STACK_MIN of the port */
    takt_prio_t priority; /**< base priority */
#if CONFIG_TAKT_THRESHOLD
    bool has_threshold;    /**< whether threshold is given; else it equals the priority */
    takt_prio_t threshold; /**< at least as urgent as priority: only threads more urgent than it preempt */
#endif
#if CONFIG_TAKT_SLICE
    takt_time_t slice; /**< round robin share among equals, ns; 0 = none */
#endif
};

/** A thread. Every member is private to the kernel; use the functions below. */
struct takt_thread {
    struct takt_context context; /* first: the port's switch knows the offset */
    struct {
        struct takt_thread *next, *prev;
    } link;     /* ready level, or order of a wait queue */
    int result; /* of the wait that ended */
    uint16_t base, effective, level;
    uint8_t state;
    uint8_t core;
#if TAKT_SPECIAL
    uint8_t special; /* what a switch has to look at besides */
#endif
#if CONFIG_TAKT_THRESHOLD
    bool started; /* of a thread with a threshold: has run since it became ready, so it holds */
    uint16_t threshold;
#endif
#if CONFIG_TAKT_WAITQ && !CONFIG_TAKT_LOCK_MASK
    struct {
        struct takt_thread *next, *prev;
    } group; /* wait queue: firsts of their level */
#endif
#if CONFIG_TAKT_WAITQ
    struct takt_waitq *waiting_in;
#endif
#if CONFIG_TAKT_MUTEX
    struct takt_mutex *blocked_on;
    struct takt_mutex *held; /* mutexes owned, newest first */
#endif
    void *wait_data; /* what the object needs of its waiter */
    struct takt_tnode timeout;
#if CONFIG_TAKT_SUSPEND
    struct takt_post post; /* a resume that met the kernel lock */
    bool resume_posted;
#endif
#if CONFIG_TAKT_JOIN
    struct takt_waitq joiners;
    int exit_value;
#endif
#if CONFIG_TAKT_SLICE
    uint64_t slice;      /* counter units, 0 = none */
    uint64_t slice_left; /* of the share that is being used */
#endif
#if CONFIG_TAKT_RUN_TIME
    uint64_t run_time; /* counter units, up to the last switch */
#endif
#if CONFIG_TAKT_METER
    struct takt_meter *meters;
#endif
    void (*entry)(void *);
    void *arg;
#if CONFIG_TAKT_THREAD_NAME
    const char *name;
#endif
#if CONFIG_TAKT_STACK_FILL || CONFIG_TAKT_STACK_CHECK
    uintptr_t *stack;
    size_t stack_size; /* bytes */
#endif
#if CONFIG_TAKT_THREAD_ERRNO
    int error; /* errno of this thread */
#endif
#if CONFIG_TAKT_THREAD_LIST
    struct takt_thread *all_next,
        *all_prev; /* every thread of the core, for checks and the trace's start record */
#endif
};

/**
 * Make a thread; it does not run before takt_thread_start().
 *
 * Call class: thread, before start. Bound: constant, plus filling the stack when CONFIG_TAKT_STACK_FILL is
 * set.
 * @return 0; -EINVAL: no entry, no stack, a priority or threshold out of range, a negative slice;
 *         -ENOSPC: the stack is smaller than TAKT_STACK_MIN
 */
int takt_thread_create(struct takt_thread *thread, const struct takt_thread_attr *attr);

/**
 * Let a created thread run.
 *
 * Call class: thread, before start. Bound: constant.
 * @return 0; -EALREADY: it was started before
 */
int takt_thread_start(struct takt_thread *thread);

/**
 * End the calling thread. Mutexes that it still owns go to their next waiters with -EOWNERDEAD.
 *
 * Call class: thread, preemption on. Bound: grows with the mutexes held and the threads that join.
 * @param value handed to takt_thread_join()
 */
void takt_thread_exit(int value) __attribute__((noreturn)) TAKT_NEEDS(CONFIG_TAKT_THREAD_END);

/**
 * Wait until a thread ended. Several threads may join the same one.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant besides the wait.
 * @param value where the exit value goes, or NULL
 * @return 0; -EAGAIN: still running and TAKT_NO_WAIT; -ETIMEDOUT; -EDEADLK: a thread joins itself;
 *         -EPERM: would wait where waiting is not allowed
 */
int takt_thread_join(struct takt_thread *thread, int *value, takt_deadline_t deadline)
    TAKT_NEEDS(CONFIG_TAKT_JOIN);

/**
 * Keep a thread from running until takt_thread_resume(). A waiting thread goes on waiting, and stays
 * suspended when the wait ends. Suspensions do not count.
 *
 * Call class: thread. Bound: constant.
 * @return 0; -EALREADY: suspended before; -ESRCH: not started or ended; -EPERM: self with preemption off
 */
int takt_thread_suspend(struct takt_thread *thread) TAKT_NEEDS(CONFIG_TAKT_SUSPEND);

/**
 * Undo takt_thread_suspend().
 *
 * Call class: any. Bound: constant. A handler that finds the kernel lock held gets 0, and the resume happens
 * before the lock is dropped.
 * @return 0; -EALREADY: it was not suspended; -ESRCH: not started or ended
 */
int takt_thread_resume(struct takt_thread *thread) TAKT_NEEDS(CONFIG_TAKT_SUSPEND);

/** Give way to the next ready thread of the same level, if there is one. Call class: thread. Bound: constant.
 */
void takt_yield(void);

/**
 * Sleep. takt_sleep(TAKT_MS(5)) sleeps at least that long; takt_sleep(takt_at(t)) until t, without drift.
 *
 * Call class: thread. Bound: logarithmic in the timers that run, interrupts open.
 * @return 0, also for a time that has passed; -EINVAL: TAKT_FOREVER; -EPERM: preemption off, or in a handler
 */
int takt_sleep(takt_deadline_t deadline);

/**
 * Change a thread's base priority; what it inherits is kept, and its effective priority is right at once.
 * A raised thread goes to the tail of its new level, a lowered one to the head. The threshold follows when it
 * equalled the old priority or would be less urgent than the new one.
 *
 * Call class: thread. Bound: grows with the chain of mutexes that the thread waits for, interrupts open.
 * @return 0; -EINVAL: out of range; -ESRCH: ended
 */
int takt_thread_set_priority(struct takt_thread *thread, takt_prio_t priority);

/**
 * Change a thread's preemption threshold. It holds at once for the calling thread and for one that has a threshold
 * and has begun to run; for others from when they run next.
 *
 * Call class: thread. Bound: constant.
 * @return 0; -EINVAL: less urgent than the base priority; -ESRCH: ended
 */
int takt_thread_set_threshold(struct takt_thread *thread, takt_prio_t threshold)
    TAKT_NEEDS(CONFIG_TAKT_THRESHOLD);

/**
 * Change a thread's own slice; the share in progress starts anew.
 *
 * Call class: thread. Bound: constant.
 * @param slice ns, 0 = no slicing
 * @return 0; -EINVAL: negative; -ESRCH: ended
 */
int takt_thread_set_slice(struct takt_thread *thread, takt_time_t slice) TAKT_NEEDS(CONFIG_TAKT_SLICE);

/** The base priority. Call class: any. */
takt_prio_t takt_thread_priority(const struct takt_thread *thread);

/** The priority with all that is inherited. Call class: any. */
takt_prio_t takt_thread_effective_priority(const struct takt_thread *thread);

/** The name given at creation; "thread" if none was, or without CONFIG_TAKT_THREAD_NAME. Call class: any. */
#if CONFIG_TAKT_THREAD_NAME
static inline const char *takt_thread_name(const struct takt_thread *thread)
{
    return thread->name;
}
#else
static inline const char *takt_thread_name(const struct takt_thread *thread)
{
    (void)thread;
    return "thread";
}
#endif

/** The calling thread; in a handler the interrupted one; before start NULL. Call class: any. */
struct takt_thread *takt_self(void);

/** Time that the thread has run, ns; 0 without CONFIG_TAKT_RUN_TIME. Call class: thread. */
#if CONFIG_TAKT_RUN_TIME
takt_time_t takt_thread_run_time(const struct takt_thread *thread);
#else
static inline takt_time_t takt_thread_run_time(const struct takt_thread *thread)
{
    (void)thread;
    return 0;
}
#endif

/**
 * Bytes of stack that were never used. Call class: thread. Bound: grows with the result.
 * @return bytes; -ENOTSUP without CONFIG_TAKT_STACK_FILL
 */
#if CONFIG_TAKT_STACK_FILL
long takt_thread_stack_unused(const struct takt_thread *thread);
#else
static inline long takt_thread_stack_unused(const struct takt_thread *thread)
{
    (void)thread;
    return -ENOTSUP;
}
#endif

/** Where the calling thread's errno lives. Call class: any. */
int *takt_errno(void) TAKT_NEEDS(CONFIG_TAKT_THREAD_ERRNO);

/** Check the thread's invariants. Call class: thread. @return 0, or -EFAULT */
int takt_thread_check(const struct takt_thread *thread);

/**
 * Keep other threads of this core from running; interrupts stay open. Nests. Waiting is refused inside.
 * Call class: thread. Bound: constant.
 */
void takt_preempt_lock(void);

/** Undo one takt_preempt_lock(); a switch that was due happens now. Call class: thread. Bound: constant. */
void takt_preempt_unlock(void);

#ifdef __cplusplus
}
#endif

#endif
