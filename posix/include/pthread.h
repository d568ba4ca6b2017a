/*
 * Threads, mutexes, condition variables, read-write locks, barriers, spin locks, keys, cancellation: <pthread.h> of the
 * POSIX layer. docs/posix.md says function by function what is whole and what has limits.
 *
 * Every function here takes constant time besides a wait, and time that grows with the waiters of one object where it
 * queues one. None may be called in an interrupt handler. Errors are returned.
 */
#ifndef TAKT_POSIX_PTHREAD_H
#define TAKT_POSIX_PTHREAD_H

#include <takt/posix/types.h>

#include <sched.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1

#define PTHREAD_INHERIT_SCHED  0
#define PTHREAD_EXPLICIT_SCHED 1

#define PTHREAD_SCOPE_SYSTEM  0
#define PTHREAD_SCOPE_PROCESS 1

#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED  1

#define PTHREAD_MUTEX_NORMAL     0
#define PTHREAD_MUTEX_RECURSIVE  1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT    PTHREAD_MUTEX_NORMAL

#define PTHREAD_PRIO_NONE    0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2

#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST  1

#define PTHREAD_CANCEL_ENABLE       0
#define PTHREAD_CANCEL_DISABLE      1
#define PTHREAD_CANCEL_DEFERRED     0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED            ((void *)-1)

#define PTHREAD_BARRIER_SERIAL_THREAD (-1)

/* All zeros; one is written, so that no member counts as forgotten. */
#define PTHREAD_MUTEX_INITIALIZER                                                                            \
    {                                                                                                        \
        .depth = 0                                                                                           \
    }
#define PTHREAD_COND_INITIALIZER                                                                             \
    {                                                                                                        \
        .monotonic = 0                                                                                       \
    }
#define PTHREAD_RWLOCK_INITIALIZER                                                                           \
    {                                                                                                        \
        .readers = 0                                                                                         \
    }
#define PTHREAD_ONCE_INIT                                                                                    \
    {                                                                                                        \
        .state = 0                                                                                           \
    }

#define pthread_create                   takt_posix_pthread_create
#define pthread_join                     takt_posix_pthread_join
#define pthread_detach                   takt_posix_pthread_detach
#define pthread_exit                     takt_posix_pthread_exit
#define pthread_self                     takt_posix_pthread_self
#define pthread_equal                    takt_posix_pthread_equal
#define pthread_once                     takt_posix_pthread_once
#define pthread_getconcurrency           takt_posix_pthread_getconcurrency
#define pthread_setconcurrency           takt_posix_pthread_setconcurrency
#define pthread_getcpuclockid            takt_posix_pthread_getcpuclockid
#define pthread_getschedparam            takt_posix_pthread_getschedparam
#define pthread_setschedparam            takt_posix_pthread_setschedparam
#define pthread_setschedprio             takt_posix_pthread_setschedprio
#define pthread_getslice_np              takt_posix_pthread_getslice_np
#define pthread_setslice_np              takt_posix_pthread_setslice_np
#define pthread_attr_init                takt_posix_pthread_attr_init
#define pthread_attr_destroy             takt_posix_pthread_attr_destroy
#define pthread_attr_getdetachstate      takt_posix_pthread_attr_getdetachstate
#define pthread_attr_setdetachstate      takt_posix_pthread_attr_setdetachstate
#define pthread_attr_getguardsize        takt_posix_pthread_attr_getguardsize
#define pthread_attr_setguardsize        takt_posix_pthread_attr_setguardsize
#define pthread_attr_getinheritsched     takt_posix_pthread_attr_getinheritsched
#define pthread_attr_setinheritsched     takt_posix_pthread_attr_setinheritsched
#define pthread_attr_getschedparam       takt_posix_pthread_attr_getschedparam
#define pthread_attr_setschedparam       takt_posix_pthread_attr_setschedparam
#define pthread_attr_getschedpolicy      takt_posix_pthread_attr_getschedpolicy
#define pthread_attr_setschedpolicy      takt_posix_pthread_attr_setschedpolicy
#define pthread_attr_getscope            takt_posix_pthread_attr_getscope
#define pthread_attr_setscope            takt_posix_pthread_attr_setscope
#define pthread_attr_getstack            takt_posix_pthread_attr_getstack
#define pthread_attr_setstack            takt_posix_pthread_attr_setstack
#define pthread_attr_getstackaddr        takt_posix_pthread_attr_getstackaddr
#define pthread_attr_setstackaddr        takt_posix_pthread_attr_setstackaddr
#define pthread_attr_getstacksize        takt_posix_pthread_attr_getstacksize
#define pthread_attr_setstacksize        takt_posix_pthread_attr_setstacksize
#define pthread_cancel                   takt_posix_pthread_cancel
#define pthread_setcancelstate           takt_posix_pthread_setcancelstate
#define pthread_setcanceltype            takt_posix_pthread_setcanceltype
#define pthread_testcancel               takt_posix_pthread_testcancel
#define pthread_key_create               takt_posix_pthread_key_create
#define pthread_key_delete               takt_posix_pthread_key_delete
#define pthread_getspecific              takt_posix_pthread_getspecific
#define pthread_setspecific              takt_posix_pthread_setspecific
#define pthread_mutex_init               takt_posix_pthread_mutex_init
#define pthread_mutex_destroy            takt_posix_pthread_mutex_destroy
#define pthread_mutex_lock               takt_posix_pthread_mutex_lock
#define pthread_mutex_trylock            takt_posix_pthread_mutex_trylock
#define pthread_mutex_timedlock          takt_posix_pthread_mutex_timedlock
#define pthread_mutex_clocklock          takt_posix_pthread_mutex_clocklock
#define pthread_mutex_unlock             takt_posix_pthread_mutex_unlock
#define pthread_mutex_consistent         takt_posix_pthread_mutex_consistent
#define pthread_mutex_getprioceiling     takt_posix_pthread_mutex_getprioceiling
#define pthread_mutex_setprioceiling     takt_posix_pthread_mutex_setprioceiling
#define pthread_mutexattr_init           takt_posix_pthread_mutexattr_init
#define pthread_mutexattr_destroy        takt_posix_pthread_mutexattr_destroy
#define pthread_mutexattr_gettype        takt_posix_pthread_mutexattr_gettype
#define pthread_mutexattr_settype        takt_posix_pthread_mutexattr_settype
#define pthread_mutexattr_getprotocol    takt_posix_pthread_mutexattr_getprotocol
#define pthread_mutexattr_setprotocol    takt_posix_pthread_mutexattr_setprotocol
#define pthread_mutexattr_getprioceiling takt_posix_pthread_mutexattr_getprioceiling
#define pthread_mutexattr_setprioceiling takt_posix_pthread_mutexattr_setprioceiling
#define pthread_mutexattr_getrobust      takt_posix_pthread_mutexattr_getrobust
#define pthread_mutexattr_setrobust      takt_posix_pthread_mutexattr_setrobust
#define pthread_mutexattr_getpshared     takt_posix_pthread_mutexattr_getpshared
#define pthread_mutexattr_setpshared     takt_posix_pthread_mutexattr_setpshared
#define pthread_cond_init                takt_posix_pthread_cond_init
#define pthread_cond_destroy             takt_posix_pthread_cond_destroy
#define pthread_cond_wait                takt_posix_pthread_cond_wait
#define pthread_cond_timedwait           takt_posix_pthread_cond_timedwait
#define pthread_cond_clockwait           takt_posix_pthread_cond_clockwait
#define pthread_cond_signal              takt_posix_pthread_cond_signal
#define pthread_cond_broadcast           takt_posix_pthread_cond_broadcast
#define pthread_condattr_init            takt_posix_pthread_condattr_init
#define pthread_condattr_destroy         takt_posix_pthread_condattr_destroy
#define pthread_condattr_getclock        takt_posix_pthread_condattr_getclock
#define pthread_condattr_setclock        takt_posix_pthread_condattr_setclock
#define pthread_condattr_getpshared      takt_posix_pthread_condattr_getpshared
#define pthread_condattr_setpshared      takt_posix_pthread_condattr_setpshared
#define pthread_rwlock_init              takt_posix_pthread_rwlock_init
#define pthread_rwlock_destroy           takt_posix_pthread_rwlock_destroy
#define pthread_rwlock_rdlock            takt_posix_pthread_rwlock_rdlock
#define pthread_rwlock_tryrdlock         takt_posix_pthread_rwlock_tryrdlock
#define pthread_rwlock_timedrdlock       takt_posix_pthread_rwlock_timedrdlock
#define pthread_rwlock_clockrdlock       takt_posix_pthread_rwlock_clockrdlock
#define pthread_rwlock_wrlock            takt_posix_pthread_rwlock_wrlock
#define pthread_rwlock_trywrlock         takt_posix_pthread_rwlock_trywrlock
#define pthread_rwlock_timedwrlock       takt_posix_pthread_rwlock_timedwrlock
#define pthread_rwlock_clockwrlock       takt_posix_pthread_rwlock_clockwrlock
#define pthread_rwlock_unlock            takt_posix_pthread_rwlock_unlock
#define pthread_rwlockattr_init          takt_posix_pthread_rwlockattr_init
#define pthread_rwlockattr_destroy       takt_posix_pthread_rwlockattr_destroy
#define pthread_rwlockattr_getpshared    takt_posix_pthread_rwlockattr_getpshared
#define pthread_rwlockattr_setpshared    takt_posix_pthread_rwlockattr_setpshared
#define pthread_barrier_init             takt_posix_pthread_barrier_init
#define pthread_barrier_destroy          takt_posix_pthread_barrier_destroy
#define pthread_barrier_wait             takt_posix_pthread_barrier_wait
#define pthread_barrierattr_init         takt_posix_pthread_barrierattr_init
#define pthread_barrierattr_destroy      takt_posix_pthread_barrierattr_destroy
#define pthread_barrierattr_getpshared   takt_posix_pthread_barrierattr_getpshared
#define pthread_barrierattr_setpshared   takt_posix_pthread_barrierattr_setpshared
#define pthread_spin_init                takt_posix_pthread_spin_init
#define pthread_spin_destroy             takt_posix_pthread_spin_destroy
#define pthread_spin_lock                takt_posix_pthread_spin_lock
#define pthread_spin_trylock             takt_posix_pthread_spin_trylock
#define pthread_spin_unlock              takt_posix_pthread_spin_unlock

/**
 * EAGAIN: no place in the table (CONFIG_TAKT_POSIX_THREADS), or a larger stack than those of the pool
 * (CONFIG_TAKT_POSIX_STACK_SIZE); a stack of the program's own has any size.
 */
int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *arg);
int pthread_join(pthread_t id, void **value);
int pthread_detach(pthread_t id);
void pthread_exit(void *value) __attribute__((noreturn));
pthread_t pthread_self(void);
int pthread_equal(pthread_t a, pthread_t b);
int pthread_once(pthread_once_t *once, void (*routine)(void));
int pthread_getconcurrency(void);
int pthread_setconcurrency(int level);
int pthread_getcpuclockid(pthread_t id, clockid_t *clock);
int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *param);
int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *param);
int pthread_setschedprio(pthread_t id, int priority);

/** The thread's share under SCHED_RR and SCHED_OTHER. Beyond POSIX. @return 0; ESRCH */
int pthread_getslice_np(pthread_t id, struct timespec *slice);
/** @return 0; ESRCH; EINVAL: not a time, or 0 */
int pthread_setslice_np(pthread_t id, const struct timespec *slice);

int pthread_attr_init(pthread_attr_t *attr);
int pthread_attr_destroy(pthread_attr_t *attr);
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state);
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state);
int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size);
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size);
int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit);
int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit);
int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param);
int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param);
int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy);
int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy);
int pthread_attr_getscope(const pthread_attr_t *attr, int *scope);
int pthread_attr_setscope(pthread_attr_t *attr, int scope);
int pthread_attr_getstack(const pthread_attr_t *attr, void **stack, size_t *size);
int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size);
int pthread_attr_getstackaddr(const pthread_attr_t *attr, void **stack);
int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack);
int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size);
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size);

/** Deferred cancellation. The asynchronous type is kept, and acts at the thread's next call of this layer or wait. */
int pthread_cancel(pthread_t id);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
void pthread_testcancel(void);

/* A cleanup handler's place on its thread's stack. */
struct takt_posix_cleanup {
    void (*routine)(void *);
    void *arg;
    struct takt_posix_cleanup *outer;
};

void takt_posix_cleanup_push(struct takt_posix_cleanup *record, void (*routine)(void *), void *arg);
void takt_posix_cleanup_pop(struct takt_posix_cleanup *record, int execute);

/* The standard has the two in one block, so that they may open and close one. */
#define pthread_cleanup_push(routine, arg)                                                                   \
    do {                                                                                                     \
        struct takt_posix_cleanup takt_posix_cleanup_record;                                                 \
    takt_posix_cleanup_push(&takt_posix_cleanup_record, (routine), (arg))
#define pthread_cleanup_pop(execute)                                                                         \
    takt_posix_cleanup_pop(&takt_posix_cleanup_record, (execute));                                           \
    }                                                                                                        \
    while (0)

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling);
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old);
int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared);

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr);
int pthread_cond_destroy(pthread_cond_t *cond);
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until);
int pthread_cond_signal(pthread_cond_t *cond);
int pthread_cond_broadcast(pthread_cond_t *cond);
int pthread_condattr_init(pthread_condattr_t *attr);
int pthread_condattr_destroy(pthread_condattr_t *attr);
int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock);
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock);
int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared);
int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared);

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared);

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *attr);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared);

/** On one core a thread that spun would keep the holder from running: who has to wait, sleeps. */
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

#ifdef __cplusplus
}
#endif

#endif
