/*
 * Interrupts in the middle of what interrupt threads and workers do, at every step: sim only.
 *
 * Jobs: each submission that was accepted is one run or one that was taken back, never none and never two. Interrupts:
 * whatever was raised, started and stopped in between, what was raised last is seen by the handler in the end.
 */
#include "every_step.h"

#include <takt_sim.h>

#define LINE 24u

TAKT_WORKER_CLASS(later, LOW, 256);
TAKT_WORKER_CLASS(sooner, HIGH, 256);

/* Jobs. */

static struct takt_job job, other;
static unsigned accepted, taken_back, runs, inside;

static void run(struct takt_job *which, void *arg)
{
    (void)which;
    (void)arg;
    EXPECT_EQ(inside++, 0);
    runs++;
    takt_work(TAKT_US(1));
    inside--;
}

static void submit(void)
{
    if (takt_job_submit(&job) == 0)
        accepted++;
}

static void submit_other(void)
{
    if (takt_job_submit(&other) == 0)
        accepted++;
}

static void cancel(void)
{
    if (takt_job_cancel(&job) == 0)
        taken_back++;
}

static void submit_all(void)
{
    submit();
    submit_other();
}

static void submit_and_cancel(void)
{
    submit();
    cancel();
    submit_other();
}

static void flush(void)
{
    submit();
    EXPECT_EQ(takt_job_flush(&job, TAKT_FOREVER), 0);
}

static void flush_shortly(void)
{
    int result;

    submit_all();
    result = takt_worker_flush(job.worker, TAKT_US(1));
    EXPECT(result == 0 || result == -ETIMEDOUT);
}

static void set_up(struct takt_worker *worker)
{
    accepted = taken_back = runs = 0;
    EXPECT_EQ(takt_job_init(&job, worker, run, NULL), 0);
    EXPECT_EQ(takt_job_init(&other, worker, run, NULL), 0);
}

static void at_a_worker_of_less_urgency(void)
{
    set_up(takt_worker_later());
}

static void at_a_worker_of_more_urgency(void)
{
    set_up(takt_worker_sooner());
}

static void queued_already(void)
{
    at_a_worker_of_less_urgency();
    submit();
}

static void all_are_accounted_for(void)
{
    scenario_join_all();
    EXPECT_EQ(takt_worker_flush(job.worker, TAKT_FOREVER), 0);
    EXPECT(!takt_job_queued(&job) && !takt_job_queued(&other));
    EXPECT_EQ(accepted, runs + taken_back);
    EXPECT_EQ(inside, 0);
}

/* Interrupts. */

static struct takt_irq irq;
static _Alignas(16) char stack[TAKT_STACK_MIN];
static unsigned raised, handled;

static void handle(void *arg)
{
    (void)arg;
    takt_sim_hold(LINE, false);
    handled = raised;
}

static void connect(takt_prio_t priority, bool level)
{
    const struct takt_irq_attr attr = {.handler = handle,
                                       .way = TAKT_IRQ_THREADED,
                                       .urgency = 5,
                                       .level = level,
                                       .priority = priority,
                                       .stack = stack,
                                       .stack_size = sizeof stack};

    raised = handled = 0;
    EXPECT_EQ(takt_irq_connect(&irq, LINE, &attr), 0);
    takt_irq_start(&irq);
}

static void by_edge(void)
{
    connect(HIGH, false);
}

static void by_edge_and_less_urgent(void)
{
    connect(LOW, false);
}

static void by_level(void)
{
    connect(HIGH, true);
}

static void raise(void)
{
    raised++;
    if (irq.level)
        takt_sim_hold(LINE, true);
    EXPECT_EQ(takt_irq_pend(LINE), 0);
}

static void start(void)
{
    takt_irq_start(&irq);
}

static void stop(void)
{
    takt_irq_stop(&irq);
}

static void stop_raise_start(void)
{
    stop();
    raise();
    start();
}

static void the_last_one_is_seen(void)
{
    takt_irq_start(&irq);
    scenario_let_run();
    EXPECT_EQ(handled, raised);
    EXPECT(takt_irq_count(&irq) <= raised);
    EXPECT_EQ(takt_irq_disconnect(&irq), 0);
    scenario_join_all();
}

/** What is tried: each setup, with each operation, disturbed by each of the others. */
struct matrix {
    void (*setup[3])(void), (*operate[5])(void), (*disturb[4])(void), (*verify)(void);
};

static const struct matrix jobs = {
    {at_a_worker_of_less_urgency, at_a_worker_of_more_urgency, queued_already},
    {submit_all, submit_and_cancel, cancel, flush, flush_shortly},
    {submit, cancel, submit_all, submit_and_cancel},
    all_are_accounted_for,
};

static const struct matrix irqs = {
    {by_edge, by_edge_and_less_urgent, by_level},
    {raise, stop, start, stop_raise_start, submit},
    {raise, start, stop, stop_raise_start},
    the_last_one_is_seen,
};

static void all(const struct matrix *matrix, void (*each)(const struct every_step *))
{
    for (unsigned i = 0; i < 3 * 5 * 4; i++) {
        const struct every_step step = {.setup = matrix->setup[i / 20],
                                        .operate = matrix->operate[i / 4 % 5],
                                        .disturb = matrix->disturb[i % 4],
                                        .verify = matrix->verify};

        each(&step);
    }
}

static void jobs_interrupted_at_every_step(void)
{
    all(&jobs, every_step_in_a_handler);
}

static void jobs_preempted_at_every_step(void)
{
    all(&jobs, every_step_by_a_thread);
}

static void threads_interrupted_at_every_step(void)
{
    at_a_worker_of_more_urgency();
    all(&irqs, every_step_in_a_handler);
}

static void threads_preempted_at_every_step(void)
{
    at_a_worker_of_more_urgency();
    all(&irqs, every_step_by_a_thread);
}

SCENARIOS(SCENARIO(jobs_interrupted_at_every_step), SCENARIO(jobs_preempted_at_every_step),
          SCENARIO(threads_interrupted_at_every_step), SCENARIO(threads_preempted_at_every_step));
