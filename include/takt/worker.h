/*
 * Workers: threads for work that is put off, one for each class of work, each with its own priority.
 *
 * A job is a function and its argument. A handler or a thread submits it to a worker, whose thread runs the jobs in
 * the order in which they were submitted. A job that is queued already is not queued again, so it runs once; one that
 * is submitted while it runs, runs once more.
 *
 * Why classes: in one queue for all, what is urgent waits for all that came before. With a worker for each class it
 * waits for its own kind and for what is more urgent. The kernel has four: takt_worker_timer(), takt_worker_net_rx(),
 * takt_worker_net_tx(), takt_worker_block(). TAKT_WORKER_CLASS() makes an application's own. A class that nobody
 * asks for is not linked, and takes no memory.
 *
 * Jobs and workers are their core's, as all objects are; their memory is the caller's. A job may wait, and all that
 * its worker has to do waits with it. When a job begins, the kernel has let go of it: its function may give its
 * memory away.
 */
#ifndef TAKT_WORKER_H
#define TAKT_WORKER_H

#include <takt/core.h>
#include <takt/sem.h>
#include <takt/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

#if CONFIG_TAKT_WORKER

struct takt_worker;

/** Work to be done. Every member is private to the kernel. */
struct takt_job {
    struct takt_job *next, *prev; /* next is NULL: not queued */
    struct takt_worker *worker;
    void (*function)(struct takt_job *job, void *arg);
    void *arg;
};

/** A class of work: its thread and its queue. Every member is private to the kernel. */
struct takt_worker {
    struct takt_thread thread;
    struct takt_sem due;      /* one for each job that was queued; more of them where jobs were cancelled */
    struct takt_job queue;    /* head of the list of jobs, in a ring */
    struct takt_job *running; /* NULL: none */
};

/** How a worker is made; a zeroed field is the default. */
struct takt_worker_attr {
    const char *name; /**< of its thread */
    void *stack;      /**< required */
    size_t stack_size;
    takt_prio_t priority;
};

/**
 * Make a worker and start its thread.
 *
 * Call class: thread, before start. Bound: as takt_thread_create().
 * @return as takt_thread_create()
 */
int takt_worker_init(struct takt_worker *worker, const struct takt_worker_attr *attr);

/**
 * The calling core's worker of a class. Its thread is started when it is asked for first.
 *
 * Call class: thread, before start; of a class that has been asked for: any. Bound: as takt_thread_create(), then
 * constant.
 */
struct takt_worker *takt_worker_timer(void);  /**< timers' functions */
struct takt_worker *takt_worker_net_rx(void); /**< what came in from a network */
struct takt_worker *takt_worker_net_tx(void); /**< what goes out to a network */
struct takt_worker *takt_worker_block(void);  /**< flash and other block devices */

/**
 * Make a class, in one source file of an application: TAKT_WORKER_CLASS(sensors, 9, 512) defines
 * takt_worker_sensors(), whose threads are called "sensors" and have priority 9. Its other files declare that.
 * @param more bytes of stack beyond TAKT_STACK_MIN
 */
#define TAKT_WORKER_CLASS(class, priority, more) TAKT_WORKER_CLASS_NAMED(class, #class, priority, more)

/** The same with a name of its own for the threads. */
#define TAKT_WORKER_CLASS_NAMED(class, name, priority, more)                                                 \
    struct takt_worker *takt_worker_##class(void);                                                           \
    static struct takt_worker class##_workers[CONFIG_TAKT_CORES];                                            \
    static void *class##_stacks[CONFIG_TAKT_CORES][(TAKT_STACK_MIN + (more)) / sizeof(void *)];              \
    struct takt_worker *takt_worker_##class(void)                                                            \
    {                                                                                                        \
        struct takt_worker_attr attr = {name, class##_stacks[takt_core_id()], sizeof class##_stacks[0],      \
                                        priority};                                                           \
        return takt_worker_of_class(&class##_workers[takt_core_id()], &attr);                                \
    }                                                                                                        \
    struct takt_worker *takt_worker_##class(void)

/** For TAKT_WORKER_CLASS(): the worker, which is made if it has not been; one that cannot be made stops the core. */
struct takt_worker *takt_worker_of_class(struct takt_worker *worker, const struct takt_worker_attr *attr);

/** The worker's thread, to change its priority for example. Call class: any. */
struct takt_thread *takt_worker_thread(struct takt_worker *worker);

/** Set a job up, not queued. Call class: any, before start. Bound: constant. @return 0; -EINVAL: no function */
int takt_job_init(struct takt_job *job, struct takt_worker *worker,
                  void (*function)(struct takt_job *job, void *arg), void *arg);

/**
 * Let the job's worker run it, after what is queued there.
 *
 * Call class: any, before start. Bound: constant.
 * @return 0; -EALREADY: it is queued and has not begun; it runs once
 */
int takt_job_submit(struct takt_job *job);

/**
 * Take a job back that has not begun.
 * Call class: any. Bound: constant. @return 0: it does not run; -EALREADY: it is not queued, or has begun
 */
int takt_job_cancel(struct takt_job *job);

/** Whether a job is queued and has not begun. Call class: any. */
static inline bool takt_job_queued(const struct takt_job *job)
{
    return job->next != NULL;
}

/**
 * Wait until a job that is queued or runs is over. One that is submitted after this call is not waited for.
 *
 * Call class: thread. Bound: constant besides the wait.
 * @return 0; -EAGAIN: it is not over, and TAKT_NO_WAIT; -ETIMEDOUT; -EDEADLK: called by a job of the same worker;
 *         -EPERM: would wait where waiting is not allowed
 */
int takt_job_flush(struct takt_job *job, takt_deadline_t deadline);

/** The same for all that the worker has to do as of now. */
int takt_worker_flush(struct takt_worker *worker, takt_deadline_t deadline);

#else

struct takt_job;
struct takt_worker;
int takt_worker_init(struct takt_worker *first, ...) TAKT_NEEDS(CONFIG_TAKT_WORKER);
int takt_job_init(struct takt_job *first, ...) TAKT_NEEDS(CONFIG_TAKT_WORKER);

#endif

#ifdef __cplusplus
}
#endif

#endif
