/*
 * Workers: a list of jobs, a semaphore that counts them, and a thread that takes one and runs it.
 *
 * The list is a ring through the worker's own node, so that linking and unlinking look at nothing but neighbours. A
 * submission links the job in one masked step, and gives the semaphore after it. A job is in the list or it is not:
 * so it cannot be queued twice, and it can be taken back until its worker has unlinked it.
 *
 * Races considered. The semaphore never says less than the list: each job that was linked has been given for, or its
 * submitter is just about to. Between the two steps others may submit, and the worker may run the job for their give;
 * then the give that comes late finds the worker with an empty list, which it takes for nothing to do. So it is with
 * the give of a job that was cancelled. Giving only when the list was empty would save a give, and would let a job of an
 * urgent thread wait for the less urgent one that linked the first job and was preempted before it gave.
 *
 * Unlinking a job and noting that it runs is one step, so that a flush sees it in one place or in the other. From then
 * on nothing here touches the job: its function may have given its memory away.
 *
 * Bound: submission and cancelling are constant. A job that is first in its class begins after the job that runs, and
 * after what is more urgent than the worker.
 */
#include "worker.h"

/* Masked. */
static void unlink_job(struct takt_job *job)
{
    job->prev->next = job->next;
    job->next->prev = job->prev;
    job->next = NULL;
}

/* Before another one; before the queue's own node is behind all others. Masked. */
static void link_before(struct takt_job *job, struct takt_job *next)
{
    job->next = next;
    job->prev = next->prev;
    next->prev->next = job;
    next->prev = job;
}

/* The next job, which runs from here on; NULL: it was cancelled. */
static struct takt_job *take(struct takt_worker *worker)
{
    takt_mask_t old = takt_port_mask();
    struct takt_job *job = worker->queue.next;

    if (job == &worker->queue)
        job = NULL;
    else
        unlink_job(job);
    worker->running = job;
    takt_port_unmask(old);
    return job;
}

static void serve(void *arg)
{
    struct takt_worker *worker = arg;

    while (takt_sem_take(&worker->due, TAKT_FOREVER) == 0) {
        struct takt_job *job = take(worker);

        if (job != NULL)
            job->function(job, job->arg);
        worker->running = NULL;
    }
}

TAKT_SELDOM int takt_worker_init(struct takt_worker *worker, const struct takt_worker_attr *attr)
{
    const struct takt_thread_attr thread = {
        .name = attr->name,
        .entry = serve,
        .arg = worker,
        .stack = attr->stack,
        .stack_size = attr->stack_size,
        .priority = attr->priority,
    };
    int result = takt_thread_create(&worker->thread, &thread);

    if (result != 0)
        return result;
    (void)takt_sem_init(&worker->due, 0, UINT32_MAX);
    worker->queue.prev = &worker->queue;
    worker->running = NULL;
    atomic_signal_fence(memory_order_seq_cst);
    worker->queue.next = &worker->queue; /* it is there: see takt_worker_of_class() */
    return takt_thread_start(&worker->thread);
}

/* Preemption is off, so that two threads do not both make it. */
static TAKT_SELDOM void make(struct takt_worker *worker, struct takt_worker_attr attr)
{
    if (!takt_is_level(attr.priority))
        attr.priority = CONFIG_TAKT_LEVELS - 1;
    takt_preempt_lock();
    if (worker->queue.next == NULL && takt_worker_init(worker, &attr) != 0)
        TAKT_PANIC("a worker's attributes are wrong: its stack, most likely");
    takt_preempt_unlock();
}

struct takt_worker *takt_worker_of_class(struct takt_worker *worker, const struct takt_worker_attr *attr)
{
    if (worker->queue.next == NULL)
        make(worker, *attr);
    return worker;
}

struct takt_thread *takt_worker_thread(struct takt_worker *worker)
{
    return &worker->thread;
}

int takt_job_init(struct takt_job *job, struct takt_worker *worker,
                  void (*function)(struct takt_job *job, void *arg), void *arg)
{
    if (function == NULL)
        return -EINVAL;
    *job = (struct takt_job){.worker = worker, .function = function, .arg = arg};
    return 0;
}

bool takt_job_link(struct takt_job *job, struct takt_job *next)
{
    takt_mask_t old = takt_port_mask();
    bool queued = job->next != NULL;

    if (!queued)
        link_before(job, next);
    takt_port_unmask(old);
    return !queued;
}

int takt_job_submit(struct takt_job *job)
{
    struct takt_worker *worker = job->worker;

    if (!takt_job_link(job, &worker->queue))
        return -EALREADY;
    (void)takt_sem_give(&worker->due);
    return 0;
}

int takt_job_cancel(struct takt_job *job)
{
    takt_mask_t old = takt_port_mask();
    bool queued = job->next != NULL;

    if (queued)
        unlink_job(job);
    takt_port_unmask(old);
    return queued ? 0 : -EALREADY;
}
