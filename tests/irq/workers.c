/*
 * Workers and their jobs: order, once however often it was submitted, taking back, waiting; from threads and from
 * handlers, by the job itself and by others of its worker.
 */
#include "scenario.h"

#include <string.h>

/* The application's own classes: less urgent than the driver, and more urgent. */
TAKT_WORKER_CLASS(later, LOW, 256);
TAKT_WORKER_CLASS_NAMED(at_once, "at-once", HIGH, 256);

static struct takt_job jobs[4];
static const char *const names[] = {"a", "b", "c", "d"};

static void leave_mark(struct takt_job *job, void *arg)
{
    EXPECT(!takt_in_handler() && !takt_job_queued(job));
    mark(arg);
}

static void set_up(struct takt_worker *worker)
{
    for (unsigned i = 0; i < 4; i++)
        EXPECT_EQ(takt_job_init(&jobs[i], worker, leave_mark, ARG(names[i])), 0);
}

static void in_order(void)
{
    set_up(takt_worker_later());
    EXPECT(!CONFIG_TAKT_THREAD_NAME ||
           strcmp(takt_thread_name(takt_worker_thread(takt_worker_later())), "later") == 0);
    EXPECT(!CONFIG_TAKT_THREAD_NAME ||
           strcmp(takt_thread_name(takt_worker_thread(takt_worker_at_once())), "at-once") == 0);
    for (unsigned i = 0; i < 4; i++)
        EXPECT_EQ(takt_job_submit(&jobs[3 - i]), 0);
    EXPECT_MARKS("");
    EXPECT_EQ(takt_worker_flush(takt_worker_later(), TAKT_FOREVER), 0);
    EXPECT_MARKS("d c b a");
}

static void twice_is_once(void)
{
    set_up(takt_worker_later());
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    EXPECT_EQ(takt_job_submit(&jobs[1]), 0);
    EXPECT_EQ(takt_job_submit(&jobs[0]), -EALREADY);
    scenario_let_run();
    EXPECT_MARKS("a b");
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    scenario_let_run();
    EXPECT_MARKS("a");
}

static void more_urgent_runs_at_once(void)
{
    set_up(takt_worker_at_once());
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    EXPECT_MARKS("a");
}

static void cancelled(void)
{
    set_up(takt_worker_later());
    EXPECT_EQ(takt_job_cancel(&jobs[0]), -EALREADY);
    for (unsigned i = 0; i < 4; i++)
        EXPECT_EQ(takt_job_submit(&jobs[i]), 0);
    EXPECT_EQ(takt_job_cancel(&jobs[0]), 0);
    EXPECT_EQ(takt_job_cancel(&jobs[2]), 0);
    EXPECT_EQ(takt_job_cancel(&jobs[3]), 0);
    EXPECT_EQ(takt_job_cancel(&jobs[0]), -EALREADY);
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    scenario_let_run();
    EXPECT_MARKS("b a");
}

static void submit_from_a_handler(void *arg)
{
    EXPECT_EQ(takt_job_submit(arg), 0);
    EXPECT_EQ(takt_job_submit(arg), -EALREADY);
    mark("handler");
}

static void cancel_in_a_handler(void *arg)
{
    EXPECT_EQ(takt_job_cancel(arg), 0);
    EXPECT_EQ(takt_job_flush(arg, TAKT_FOREVER), 0);
    EXPECT_EQ(takt_job_submit(arg), 0);
    EXPECT_EQ(takt_job_flush(arg, TAKT_FOREVER), -EPERM);
    EXPECT_EQ(takt_job_flush(arg, TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_job_cancel(arg), 0);
}

static void from_handlers(void)
{
    set_up(takt_worker_at_once());
    in_handler(submit_from_a_handler, &jobs[0]);
    EXPECT_MARKS("handler a");
    set_up(takt_worker_later());
    EXPECT_EQ(takt_job_submit(&jobs[1]), 0);
    in_handler(cancel_in_a_handler, &jobs[1]);
    scenario_let_run();
    EXPECT_MARKS("");
}

static unsigned left;

static void again(struct takt_job *job, void *arg)
{
    mark(arg);
    if (--left != 0)
        EXPECT_EQ(takt_job_submit(job), 0);
    mark("end");
}

/* One that submits itself runs again after it has ended, and behind the others. */
static void submitted_by_itself(void)
{
    set_up(takt_worker_later());
    left = 2;
    EXPECT_EQ(takt_job_init(&jobs[0], takt_worker_later(), again, ARG("again")), 0);
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    EXPECT_EQ(takt_job_submit(&jobs[1]), 0);
    scenario_let_run();
    EXPECT_MARKS("again end b again end");
}

static void reuse(struct takt_job *job, void *arg)
{
    memset(job, 0xA5, sizeof *job); /* its memory is its own */
    mark(arg);
}

static void gives_its_memory_away(void)
{
    set_up(takt_worker_later());
    EXPECT_EQ(takt_job_init(&jobs[0], takt_worker_later(), reuse, ARG("a")), 0);
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    EXPECT_EQ(takt_job_submit(&jobs[1]), 0);
    scenario_let_run();
    EXPECT_MARKS("a b");
}

static struct takt_sem gate;

static void wait_at_the_gate(struct takt_job *job, void *arg)
{
    (void)job;
    mark(arg);
    EXPECT_EQ(takt_sem_take(&gate, TAKT_FOREVER), 0);
    mark("end");
}

static void open_the_gate(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_give(&gate), 0);
}

static void set_up_gate(void)
{
    set_up(takt_worker_at_once());
    EXPECT_EQ(takt_sem_init(&gate, 0, 1), 0);
    EXPECT_EQ(takt_job_init(&jobs[0], takt_worker_at_once(), wait_at_the_gate, ARG("a")), 0);
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    EXPECT_MARKS("a");
}

/* A flush of one job waits for what stands before it, and not for what stands behind it. */
static void flushed(void)
{
    set_up_gate();
    for (unsigned i = 1; i < 4; i++)
        EXPECT_EQ(takt_job_submit(&jobs[i]), 0);
    EXPECT_EQ(takt_job_flush(&jobs[0], TAKT_NO_WAIT), -EAGAIN);
    EXPECT_EQ(takt_job_flush(&jobs[1], TAKT_US(100)), -ETIMEDOUT);
    EXPECT_EQ(takt_worker_flush(takt_worker_at_once(), TAKT_US(100)), -ETIMEDOUT);
    EXPECT_EQ(takt_thread_set_priority(takt_worker_thread(takt_worker_at_once()), LOW), 0);
    (void)spawn(LOWER, open_the_gate, NULL);
    EXPECT_EQ(takt_job_flush(&jobs[0], TAKT_FOREVER), 0);
    EXPECT_MARKS("end");
    EXPECT_EQ(takt_job_flush(&jobs[2], TAKT_FOREVER), 0);
    EXPECT_MARKS("b c");
    EXPECT_EQ(takt_job_flush(&jobs[0], TAKT_FOREVER), 0);
    EXPECT_EQ(takt_worker_flush(takt_worker_at_once(), TAKT_FOREVER), 0);
    EXPECT_MARKS("d");
    EXPECT_EQ(takt_worker_flush(takt_worker_at_once(), TAKT_NO_WAIT), 0);
    EXPECT_EQ(takt_thread_set_priority(takt_worker_thread(takt_worker_at_once()), HIGH), 0);
    EXPECT_EQ(takt_sem_delete(&gate), 0);
}

static void flush_everything(struct takt_job *job, void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_job_flush(job, TAKT_FOREVER), -EDEADLK);
    EXPECT_EQ(takt_worker_flush(takt_worker_later(), TAKT_FOREVER), -EDEADLK);
    EXPECT_EQ(takt_worker_flush(takt_worker_at_once(), TAKT_FOREVER), 0);
    mark("refused");
}

static void refused(void)
{
    static char stack[TAKT_STACK_MIN];
    static struct takt_worker worker;
    struct takt_worker_attr attr = {.stack = stack, .stack_size = 1};

    EXPECT_EQ(takt_worker_init(&worker, &attr), -ENOSPC);
    attr = (struct takt_worker_attr){.stack_size = sizeof stack};
    EXPECT_EQ(takt_worker_init(&worker, &attr), -EINVAL);
    EXPECT_EQ(takt_job_init(&jobs[0], takt_worker_later(), NULL, NULL), -EINVAL);
    EXPECT_EQ(takt_job_init(&jobs[0], takt_worker_later(), flush_everything, NULL), 0);
    EXPECT_EQ(takt_job_submit(&jobs[0]), 0);
    takt_preempt_lock();
    EXPECT_EQ(takt_job_flush(&jobs[0], TAKT_FOREVER), -EPERM);
    takt_preempt_unlock();
    EXPECT_EQ(takt_job_flush(&jobs[0], TAKT_FOREVER), 0);
    EXPECT_MARKS("refused");
}

SCENARIOS(SCENARIO(in_order), SCENARIO(twice_is_once), SCENARIO(more_urgent_runs_at_once),
          SCENARIO(cancelled), SCENARIO(from_handlers), SCENARIO(submitted_by_itself),
          SCENARIO(gives_its_memory_away), SCENARIO(flushed), SCENARIO(refused));
