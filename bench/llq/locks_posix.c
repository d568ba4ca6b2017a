/*
 * The C library's locks: pthread_mutex plain, adaptive (spins a while before it sleeps) and priority-inheriting, and
 * pthread_spinlock. Private to the process, which is their fastest form. Called, not inline: the C library has them
 * behind a call for every program.
 */
#include "loop.h"
#include "locks.h"

static pthread_mutex_t mutex BENCH_ALIGNED;
static pthread_spinlock_t spinlock BENCH_ALIGNED;

static void make(int type, int protocol)
{
    pthread_mutexattr_t attributes;

    (void)pthread_mutex_destroy(&mutex);
    (void)pthread_mutexattr_init(&attributes);
    (void)pthread_mutexattr_settype(&attributes, type);
    (void)pthread_mutexattr_setprotocol(&attributes, protocol);
    if (pthread_mutex_init(&mutex, &attributes) != 0)
        bench_fail("pthread_mutex_init", "the C library refuses a kind of mutex");
    (void)pthread_mutexattr_destroy(&attributes);
}

static void make_plain(unsigned threads)
{
    (void)threads;
    make(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_NONE);
}

static void make_adaptive(unsigned threads)
{
    (void)threads;
    make(PTHREAD_MUTEX_ADAPTIVE_NP, PTHREAD_PRIO_NONE);
}

static void make_inheriting(unsigned threads)
{
    (void)threads;
    make(PTHREAD_MUTEX_NORMAL, PTHREAD_PRIO_INHERIT);
}

static inline void mutex_acquire(struct bench_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_lock(&mutex);
}

static inline void mutex_release(struct bench_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_unlock(&mutex);
}

BENCH_LOOP(mutex)

static void make_spinlock(unsigned threads)
{
    (void)threads;
    (void)pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE);
}

static inline void spin_acquire(struct bench_worker *worker)
{
    (void)worker;
    (void)pthread_spin_lock(&spinlock);
}

static inline void spin_release(struct bench_worker *worker)
{
    (void)worker;
    (void)pthread_spin_unlock(&spinlock);
}

BENCH_LOOP(spin)

const struct bench_lock bench_pthread_mutex = {
    .name = "pthread mutex", .make = make_plain, .run = mutex_run, .bytes = sizeof(mutex)};
const struct bench_lock bench_pthread_adaptive = {
    .name = "pthread adaptive", .make = make_adaptive, .run = mutex_run, .bytes = sizeof(mutex)};
const struct bench_lock bench_pthread_pi = {
    .name = "pthread PI", .make = make_inheriting, .run = mutex_run, .bytes = sizeof(mutex)};
const struct bench_lock bench_pthread_spin = {
    .name = "pthread spinlock", .make = make_spinlock, .run = spin_run, .bytes = sizeof(spinlock)};
