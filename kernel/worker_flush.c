/*
 * Waiting for a worker: a barrier, which is a job on the waiting thread's stack, is linked behind what is waited for;
 * when the worker comes to it, it wakes the thread.
 *
 * Races considered. The barrier's memory ends when the thread returns. So its job touches it under the kernel lock
 * alone, before it wakes the thread, and nothing after that. A thread whose deadline has passed takes the barrier
 * back; if the worker has it already, the thread waits for the few steps that are left, and its flush has succeeded.
 * One that is woken between its deadline and its next step is ready already: that changes nothing.
 *
 * Whether there is anything to wait for is seen in the step that links the barrier: a job is in its worker's list, or
 * runs, or is over.
 *
 * Bound: constant, besides the wait.
 */
#include "worker.h"

struct barrier {
    struct takt_job job;
    struct takt_thread *thread;
    bool waits, over; /* under the kernel lock */
};

static void reached(struct takt_job *job, void *arg)
{
    struct takt_core *core = takt_core();
    struct barrier *barrier = arg;

    takt_lock(core);
    job->worker->running = NULL; /* a barrier is no work: who asks from here on finds none */
    barrier->over = true;
    if (barrier->waits)
        takt_wake(core, barrier->thread, 0);
    (void)takt_unlock(core);
}

/* What the barrier has to stand before, so that it is behind the job, or with NULL behind all; NULL: nothing is left to
 * wait for. Masked. */
static struct takt_job *place(struct takt_worker *worker, const struct takt_job *job)
{
    if (job == NULL)
        return worker->queue.next == &worker->queue && worker->running == NULL ? NULL : &worker->queue;
    if (job->next != NULL)
        return job->next;
    return worker->running == job ? worker->queue.next : NULL;
}

/* @return 1: linked; 0: nothing is left to wait for; else why the caller may not wait */
static int link_barrier(struct barrier *barrier, const struct takt_job *job, takt_deadline_t deadline)
{
    takt_mask_t old = takt_port_mask();
    struct takt_job *next = place(barrier->job.worker, job);
    int result = 0;

    if (next != NULL) {
        result = takt_wait_allowed(takt_core(), deadline);
        if (result == 0)
            result = takt_job_link(&barrier->job, next);
    }
    takt_port_unmask(old);
    return result;
}

/* @return whether the worker has come to the barrier */
static bool wait_for(struct takt_core *core, struct barrier *barrier, takt_deadline_t deadline)
{
    bool over;

    takt_lock(core);
    if (!barrier->over) {
        barrier->waits = true;
        takt_block_begin(core, NULL, deadline);
        (void)takt_block_end(core);
        takt_lock(core);
    }
    barrier->waits = false;
    over = barrier->over;
    (void)takt_unlock_quiet(core);
    return over;
}

static int flush(struct takt_worker *worker, const struct takt_job *job, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    struct barrier barrier = {.thread = core->current};
    int result;

    if (!takt_port_in_handler() && core->current == &worker->thread)
        return -EDEADLK;
    (void)takt_job_init(&barrier.job, worker, reached, &barrier);
    result = link_barrier(&barrier, job, deadline);
    if (result <= 0)
        return result;
    (void)takt_sem_give(&worker->due);
    if (wait_for(core, &barrier, deadline))
        return 0;
    if (takt_job_cancel(&barrier.job) == 0)
        return -ETIMEDOUT;
    (void)wait_for(core, &barrier, TAKT_FOREVER);
    return 0;
}

int takt_job_flush(struct takt_job *job, takt_deadline_t deadline)
{
    return flush(job->worker, job, deadline);
}

int takt_worker_flush(struct takt_worker *worker, takt_deadline_t deadline)
{
    return flush(worker, NULL, deadline);
}
