/*
 * pthread_mutex, plain and priority-inheriting, in the same process and the same run: as many POSIX threads
 * as Takt has workers, each pinned to the processor of its core, doing the same loop. They run while every
 * core of Takt sleeps, and sleep while Takt runs.
 *
 * A Takt thread must not call the C library's threads, and these threads must not call Takt. They meet in
 * words: the `rounds` of each thread, which the conductor raises, and wakes by the one system call that needs
 * no state of the C library; and `busy`, which the threads take to 0 and the conductor looks at. A thread
 * that has no part in a run is not woken, so it can neither disturb it nor take it for another.
 *
 * All signals are blocked in these threads: Takt's timer and doorbell are for its own cores.
 */
#include "locks.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static int processor[CONTENTION_CORES];
static struct {
    struct takt_word rounds __attribute__((aligned(CONTENTION_LINE)));
} threads[CONTENTION_CORES][CONTENTION_TASKS];
static struct takt_word busy __attribute__((aligned(CONTENTION_LINE)));

static struct {
    pthread_mutex_t mutex;
    struct takt_word grants;
} plain __attribute__((aligned(CONTENTION_LINE))), inheriting __attribute__((aligned(CONTENTION_LINE)));

bool contention_plain(void)
{
    return true;
}

void contention_plain_pause(void)
{
    (void)sched_yield();
}

static void pin(unsigned core)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(processor[core], &set);
    (void)pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

static void wait_for_round(struct takt_word *rounds, uint32_t last)
{
    /* acquire: pairs with contention_plain_go(); the run's description was written before */
    while (TAKT_LOAD(rounds, acquire) == last)
        (void)syscall(SYS_futex, &rounds->value, FUTEX_WAIT_PRIVATE, last, NULL, NULL, 0);
}

static void *plain_thread(void *arg)
{
    struct contention_worker *worker = arg;

    for (uint32_t last = 0;; last++) {
        wait_for_round(&threads[worker->core][worker->task].rounds, last);
        pin(worker->core);
        (void)contention_loop(worker);
        /* release: what the worker did was written before; pairs with contention_plain_over() */
        (void)TAKT_ADD(&busy, UINT32_MAX, release);
    }
    return NULL;
}

static void wake(struct takt_word *rounds)
{
    (void)TAKT_ADD(rounds, 1, release); /* release: pairs with wait_for_round() */
    (void)syscall(SYS_futex, &rounds->value, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void contention_plain_go(void)
{
    /* relaxed: each thread's word publishes it */
    TAKT_STORE(&busy, contention_run.cores * contention_run.tasks, relaxed);
    for (unsigned task = 0; task < contention_run.tasks; task++)
        for (unsigned core = 0; core < contention_run.cores; core++)
            wake(&threads[core][task].rounds);
}

bool contention_plain_over(void)
{
    return TAKT_LOAD(&busy, acquire) == 0; /* acquire: pairs with the last thread's subtraction */
}

static void make_mutexes(void)
{
    pthread_mutexattr_t attributes;

    (void)pthread_mutex_init(&plain.mutex, NULL);
    (void)pthread_mutexattr_init(&attributes);
    (void)pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    (void)pthread_mutex_init(&inheriting.mutex, &attributes);
    (void)pthread_mutexattr_destroy(&attributes);
}

static void make_thread(unsigned core, unsigned task)
{
    struct contention_worker *worker = contention_worker(true, core, task);
    pthread_t thread;

    worker->core = core;
    worker->task = task;
    contention_must(pthread_create(&thread, NULL, plain_thread, worker), "pthread_create");
    (void)pthread_detach(thread);
}

void contention_plain_begin(unsigned core)
{
    sigset_t all, before;

    processor[core] = sched_getcpu();
    if (core != 0)
        return;
    make_mutexes();
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    for (unsigned c = 0; c < takt_core_count(); c++)
        for (unsigned task = 0; task < CONTENTION_TASKS; task++)
            make_thread(c, task);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void acquire_plain(struct contention_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_lock(&plain.mutex);
}

static void release_plain(struct contention_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_unlock(&plain.mutex);
}

static void acquire_inheriting(struct contention_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_lock(&inheriting.mutex);
}

static void release_inheriting(struct contention_worker *worker)
{
    (void)worker;
    (void)pthread_mutex_unlock(&inheriting.mutex);
}

const struct contention_lock contention_pthread = {.name = "pthread",
                                                   .acquire = acquire_plain,
                                                   .release = release_plain,
                                                   .grants = &plain.grants,
                                                   .on_one = true,
                                                   .on_several = true,
                                                   .plain = true};
const struct contention_lock contention_pthread_pi = {.name = "pthread-PI",
                                                      .acquire = acquire_inheriting,
                                                      .release = release_inheriting,
                                                      .grants = &inheriting.grants,
                                                      .on_one = true,
                                                      .on_several = true,
                                                      .plain = true};
