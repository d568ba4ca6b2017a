/*
 * takt_klock: the lock of subsystems above the kernel (file system, flash, POSIX tables, console). One
 * source, two kinds, chosen by Kconfig: an inheriting mutex, or a section with preemption off.
 */
#ifndef TAKT_KLOCK_H
#define TAKT_KLOCK_H

#include <takt/mutex.h>
#include <takt/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_KLOCK_MUTEX

/** A subsystem's lock; zeroed memory is a free one. Every member is private. */
struct takt_klock {
    struct takt_mutex mutex;
};

/** Enter the subsystem. Call class: thread, before start. */
static inline void takt_klock_enter(struct takt_klock *lock)
{
    if (takt_self() != NULL)
        (void)takt_mutex_lock(&lock->mutex, TAKT_FOREVER);
}

/** Leave the subsystem. Call class: thread, before start. */
static inline void takt_klock_exit(struct takt_klock *lock)
{
    if (takt_self() != NULL)
        (void)takt_mutex_unlock(&lock->mutex);
}

#else

struct takt_klock {
    char unused; /* the section is the whole core's */
};

static inline void takt_klock_enter(struct takt_klock *lock)
{
    (void)lock;
    takt_preempt_lock();
}

static inline void takt_klock_exit(struct takt_klock *lock)
{
    (void)lock;
    takt_preempt_unlock();
}

#endif

#ifdef __cplusplus
}
#endif

#endif
