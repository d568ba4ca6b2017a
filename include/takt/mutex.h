/*
 * Mutexes of one core with priority inheritance: along chains of any length, with several held, in any order
 * of unlocking. The owner's effective priority is computed anew from its base priority and the waiters of all
 * that it holds whenever one of these changes (a waiter's time-out and a new base priority included).
 */
#ifndef TAKT_MUTEX_H
#define TAKT_MUTEX_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_MUTEX

/** The owner may lock again; each lock needs its unlock. */
#define TAKT_MUTEX_RECURSIVE 1u

/** A mutex. Every member is private to the kernel. */
struct takt_mutex {
    struct takt_waitq waiters;
    struct takt_thread *owner;
    struct takt_mutex *next, *prev; /* in the owner's list */
    uint32_t depth;
    uint8_t flags;
    uint8_t health;
    uint8_t ceiling; /* of the gate of a lock between cores */
};

/**
 * Set a mutex up, free.
 *
 * Call class: thread, before start. Bound: constant.
 * @param flags 0 or TAKT_MUTEX_RECURSIVE
 * @return 0; -EINVAL: unknown flags
 */
int takt_mutex_init(struct takt_mutex *mutex, unsigned flags);

/**
 * Lock.
 *
 * Call class: thread. Bound: besides the wait, grows with the chain of owners that wait, interrupts open.
 * @return 0; -EOWNERDEAD: locked, but the last owner ended inside: repair, then takt_mutex_consistent();
 *         -EAGAIN: locked by another and TAKT_NO_WAIT; -ETIMEDOUT; -EDEADLK: the caller owns it, or the owner
 *         waits for a mutex of the caller; -ENOTRECOVERABLE: unlocked without repair; -EIDRM: deleted during
 * the wait; -EOVERFLOW: locked 2^32 - 1 times; -EPERM: in a handler, or would wait with preemption off
 */
int takt_mutex_lock(struct takt_mutex *mutex, takt_deadline_t deadline);

/**
 * Unlock; the most urgent waiter owns the mutex at once.
 *
 * Call class: thread. Bound: grows with the mutexes that the caller holds, interrupts open.
 * @return 0; -EPERM: the caller is not the owner
 */
int takt_mutex_unlock(struct takt_mutex *mutex);

/**
 * Declare the state that the mutex guards repaired after -EOWNERDEAD.
 * Call class: thread. Bound: constant. @return 0; -EPERM: not the owner; -EINVAL: nothing to repair
 */
int takt_mutex_consistent(struct takt_mutex *mutex);

/** The owner, or NULL. Call class: any. */
struct takt_thread *takt_mutex_owner(const struct takt_mutex *mutex);

/**
 * Wake every waiter with -EIDRM, and take the mutex from its owner.
 * Call class: thread. Bound: grows with the waiters, interrupts open. @return 0
 */
int takt_mutex_delete(struct takt_mutex *mutex);

/** Check the invariants, the owner's effective priority included. Call class: thread. @return 0, or -EFAULT
 */
int takt_mutex_check(const struct takt_mutex *mutex);

#else

struct takt_mutex;
int takt_mutex_init(struct takt_mutex *first, ...) TAKT_NEEDS(CONFIG_TAKT_MUTEX);

#endif

#ifdef __cplusplus
}
#endif

#endif
