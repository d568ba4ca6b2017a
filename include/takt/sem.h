/*
 * Counting semaphores of one core. Waiters are served by effective priority, first come first served within a
 * level; a give that meets a waiter is handed to it directly, so nobody can take it in between.
 */
#ifndef TAKT_SEM_H
#define TAKT_SEM_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_SEM

/** A semaphore. Every member is private to the kernel. */
struct takt_sem {
    uint32_t count; /* the top bit: somebody may wait */
    uint32_t max;
    struct takt_waitq waiters;
#if CONFIG_TAKT_POSTS
    struct takt_post post;
#endif
};

/**
 * Set a semaphore up. No thread may use it yet.
 *
 * Call class: thread, before start. Bound: constant.
 * @param max at least 1; from 2^31 on, for this and for count, taken as 2^31 - 1
 * @return 0; -EINVAL: max is 0, or count > max
 */
int takt_sem_init(struct takt_sem *sem, uint32_t count, uint32_t max);

/**
 * Take one, waiting if there is none.
 *
 * Call class: thread; any with TAKT_NO_WAIT. Bound: constant besides the wait.
 * @return 0; -EAGAIN: none and TAKT_NO_WAIT; -ETIMEDOUT; -EIDRM: deleted during the wait;
 *         -EPERM: would wait where waiting is not allowed (handler, preemption off)
 */
int takt_sem_take(struct takt_sem *sem, takt_deadline_t deadline);

/**
 * Give one: to the most urgent waiter, else to the count.
 *
 * Call class: any. Bound: constant.
 * @return 0; -EOVERFLOW: the count is at its maximum
 */
int takt_sem_give(struct takt_sem *sem);

/** The count, as of now. Call class: any. */
uint32_t takt_sem_count(const struct takt_sem *sem);

/**
 * Wake every waiter with -EIDRM; the memory may then be used for something else.
 * Call class: thread. Bound: grows with the waiters, interrupts open. @return 0
 */
int takt_sem_delete(struct takt_sem *sem);

/** Check the invariants. Call class: thread. @return 0, or -EFAULT */
int takt_sem_check(const struct takt_sem *sem);

#else

struct takt_sem;
int takt_sem_init(struct takt_sem *first, ...) TAKT_NEEDS(CONFIG_TAKT_SEM);

#endif

#ifdef __cplusplus
}
#endif

#endif
