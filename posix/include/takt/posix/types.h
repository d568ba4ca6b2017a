/*
 * The types of the POSIX layer. Their members are private to posix/; they are here so that the objects are the
 * program's own memory, and so that an initialiser can be all zeros.
 */
#ifndef TAKT_POSIX_TYPES_H
#define TAKT_POSIX_TYPES_H

#include <takt/posix/libc.h>

#ifdef __cplusplus
extern "C" {
#endif

struct takt_posix_thread;
struct takt_posix_wait;
struct takt_posix_name;

/* Waiting threads, most urgent first, first come first served in a level. */
struct takt_posix_queue {
    struct takt_posix_wait *first;
};

#define pthread_t             takt_posix_pthread_t
#define pthread_attr_t        takt_posix_pthread_attr_t
#define pthread_mutex_t       takt_posix_pthread_mutex_t
#define pthread_mutexattr_t   takt_posix_pthread_mutexattr_t
#define pthread_cond_t        takt_posix_pthread_cond_t
#define pthread_condattr_t    takt_posix_pthread_condattr_t
#define pthread_rwlock_t      takt_posix_pthread_rwlock_t
#define pthread_rwlockattr_t  takt_posix_pthread_rwlockattr_t
#define pthread_barrier_t     takt_posix_pthread_barrier_t
#define pthread_barrierattr_t takt_posix_pthread_barrierattr_t
#define pthread_spinlock_t    takt_posix_pthread_spinlock_t
#define pthread_once_t        takt_posix_pthread_once_t
#define pthread_key_t         takt_posix_pthread_key_t
#define timer_t               takt_posix_timer_t
#define sigevent              takt_posix_sigevent
#define sigset_t              takt_posix_sigset_t

/* A place in the table of threads and how often it was used: one that has ended is known as such. */
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int timer_t;

typedef struct {
    size_t stack_size, guard_size;
    void *stack; /* NULL: from the pool */
    int detached, inherit, policy;
    struct sched_param param;
    unsigned valid;
} pthread_attr_t;

typedef struct {
    unsigned char type, protocol, robust, ceiling, shared, valid;
} pthread_mutexattr_t;

typedef struct takt_posix_mutex {
    struct takt_posix_queue waiters;
    struct takt_posix_thread *owner;
    struct takt_posix_mutex *next, *prev; /* what the owner holds */
    unsigned depth;
    unsigned char type, protocol, robust, ceiling, health;
} pthread_mutex_t;

typedef struct {
    unsigned char monotonic, shared, valid;
} pthread_condattr_t;

typedef struct {
    struct takt_posix_queue waiters;
    pthread_mutex_t *mutex; /* of those who wait */
    unsigned char monotonic, destroyed;
} pthread_cond_t;

/* What several kinds of attributes have in common. */
struct takt_posix_attr {
    unsigned char shared, valid;
};

typedef struct takt_posix_attr pthread_rwlockattr_t;

typedef struct {
    struct takt_posix_queue waiters;
    struct takt_posix_thread *writer;
    unsigned readers;
    unsigned char destroyed;
} pthread_rwlock_t;

typedef struct takt_posix_attr pthread_barrierattr_t;

typedef struct {
    struct takt_posix_queue waiters;
    unsigned count, arrived, valid;
} pthread_barrier_t;

typedef struct {
    struct takt_posix_queue waiters;
    struct takt_posix_thread *owner;
    unsigned valid;
} pthread_spinlock_t;

typedef struct {
    struct takt_posix_queue waiters;
    int state;
} pthread_once_t;

/* Bit n - 1: signal n. */
typedef struct {
    uint64_t bits;
} sigset_t;

/* glibc: members of unions in its own structures */
#undef sigev_notify_function
#undef sigev_notify_attributes
#undef sa_handler
#undef sa_sigaction

/* How an event is told: as the standard has it, with this layer's attributes of a thread. */
struct sigevent {
    int sigev_notify;
    int sigev_signo;
    union sigval sigev_value;
    void (*sigev_notify_function)(union sigval);
    pthread_attr_t *sigev_notify_attributes;
};

/* What is done with a signal. The function sigaction() bears this name, too. */
#define sigaction takt_posix_sigaction

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};

#ifdef __cplusplus
}
#endif

#endif
