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

typedef struct {
    unsigned char shared, valid;
} pthread_rwlockattr_t;

typedef struct {
    struct takt_posix_queue waiters;
    struct takt_posix_thread *writer;
    unsigned readers;
    unsigned char destroyed;
} pthread_rwlock_t;

typedef struct {
    unsigned char shared, valid;
} pthread_barrierattr_t;

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

/* How an event is told: as the standard has it, with this layer's attributes of a thread. */
#undef sigev_notify_function /* glibc: members of a union in its own structure */
#undef sigev_notify_attributes

struct sigevent {
    int sigev_notify;
    int sigev_signo;
    union sigval sigev_value;
    void (*sigev_notify_function)(union sigval);
    pthread_attr_t *sigev_notify_attributes;
};

#ifdef __cplusplus
}
#endif

#endif
