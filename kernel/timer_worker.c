/*
 * Timers whose functions run in a worker: direct timers whose function submits a job.
 *
 * What is asked for last holds here, too: where a start or a stop is carried out, a job that has not begun is taken
 * back. It is of an expiry that came before: while the kernel lock is held nothing expires, and no worker runs. A period that comes while the function of the last one has not
 * begun is a missed one, as it is where the interrupt itself is late.
 */
#include "kernel.h"

static void run(struct takt_job *job, void *arg)
{
    struct takt_timer *timer = arg;

    (void)job;
    timer->due(timer, timer->arg);
}

static void submit(struct takt_timer *timer, void *arg)
{
    (void)arg;
    if (takt_job_submit(&timer->job) != 0)
        timer->missed++;
}

static void match(struct takt_core *core, struct takt_post *post)
{
    (void)takt_job_cancel(&TAKT_CONTAINER(post, struct takt_timer, post)->job);
    takt_timer_match(core, post);
}

int takt_timer_init_in(struct takt_timer *timer, struct takt_worker *worker,
                       void (*function)(struct takt_timer *, void *), void *arg)
{
    if (function == NULL)
        return -EINVAL;
    (void)takt_timer_init_direct(timer, submit, arg);
    timer->post.match = match;
    timer->due = function;
    return takt_job_init(&timer->job, worker, run, timer);
}

int takt_timer_init(struct takt_timer *timer, void (*function)(struct takt_timer *, void *), void *arg)
{
    return takt_timer_init_in(timer, takt_worker_timer(), function, arg);
}
