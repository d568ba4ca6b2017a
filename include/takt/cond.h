/*
 * Condition variables of one core. A signalled waiter goes straight to the mutex that it named: it owns the
 * mutex, or stands among the mutex's waiters and its owner inherits from it. It wakes once, as owner.
 */
#ifndef TAKT_COND_H
#define TAKT_COND_H

#include <takt/mutex.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_COND

/** A condition variable. Every member is private to the kernel. */
struct takt_cond {
    struct takt_waitq
        waiters[1 + CONFIG_TAKT_LOCK_BREAK]; /* who waits, and whom a broadcast has yet to move on */
#if CONFIG_TAKT_LOCK_BREAK
    uint32_t broadcasts; /* so far: which queue is which */
#endif
};

/** Set a condition variable up. Call class: thread, before start. Bound: constant. @return 0 */
int takt_cond_init(struct takt_cond *cond);

/**
 * Unlock the mutex and wait, in one step; own the mutex again on return (but for -EPERM, -EIDRM of the mutex
 * and -ENOTRECOVERABLE). A recursive mutex is given up whole and comes back with its depth.
 *
 * Call class: thread. Bound: as takt_mutex_unlock() besides the wait.
 * @return 0; -ETIMEDOUT: the deadline passed before a signal; -EAGAIN: TAKT_NO_WAIT; -EOWNERDEAD as
 *         takt_mutex_lock(), and then it is not told whether there was a signal; -EIDRM: deleted during the
 * wait; -ENOTRECOVERABLE; -EPERM: the caller does not own the mutex, or preemption is off
 */
int takt_cond_wait(struct takt_cond *cond, struct takt_mutex *mutex, takt_deadline_t deadline);

/** Wake the most urgent waiter, if any. Call class: thread. Bound: as takt_mutex_lock(). @return 0; -EPERM:
 * handler */
int takt_cond_signal(struct takt_cond *cond);

/** Wake all waiters. Call class: thread. Bound: grows with the waiters, interrupts open. @return 0; -EPERM:
 * handler */
int takt_cond_broadcast(struct takt_cond *cond);

/**
 * Wake all waiters with -EIDRM (they own their mutexes).
 * Call class: thread. Bound: as broadcast. @return 0; -EPERM: handler
 */
int takt_cond_delete(struct takt_cond *cond);

/** Check the invariants. Call class: thread. @return 0, or -EFAULT */
int takt_cond_check(const struct takt_cond *cond);

#else

struct takt_cond;
int takt_cond_init(struct takt_cond *first, ...) TAKT_NEEDS(CONFIG_TAKT_COND);

#endif

#ifdef __cplusplus
}
#endif

#endif
