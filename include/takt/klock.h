/*
 * takt_klock: the lock of subsystems above the kernel (file system, flash, POSIX tables, console). One
 * source, two kinds, chosen by Kconfig: an inheriting mutex, or a section with preemption off. What it guards is work of a
 * subsystem (takt/preempt.h): only in the full model of preemption, and with the mutex, other threads run meanwhile.
 *
 * Waiting for anything else inside is refused in all combinations but that one, so a subsystem does without.
 */
#ifndef TAKT_KLOCK_H
#define TAKT_KLOCK_H

#include <takt/mutex.h>
#include <takt/preempt.h>
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
    unsigned depth;

    if (takt_self() == NULL)
        return;
    depth = takt_service_pause();
    (void)takt_mutex_lock(&lock->mutex, TAKT_FOREVER);
    takt_service_resume(depth);
    takt_service_begin();
}

/** Leave the subsystem. Call class: thread, before start. */
static inline void takt_klock_exit(struct takt_klock *lock)
{
    if (takt_self() == NULL)
        return;
    (void)takt_mutex_unlock(&lock->mutex);
    takt_service_end();
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

/**
 * A point in a long section at which the subsystem's data are whole: others may come in. With
 * CONFIG_TAKT_LOCK_BREAK a thread that waits for the lock, or for the section's end, runs; the caller looks at what it
 * knew anew. Not inside a second section. Call class: thread, before start.
 */
static inline void takt_klock_break(struct takt_klock *lock)
{
    if (!CONFIG_TAKT_LOCK_BREAK)
        return;
    takt_klock_exit(lock);
    takt_klock_enter(lock);
}

#ifdef __cplusplus
}
#endif

#endif
