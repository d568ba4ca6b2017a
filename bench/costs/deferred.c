/*
 * From raising an interrupt to its handler's first instruction: direct, and in a thread; and from submitting a job to
 * its first instruction. Raised by software, by a thread that is less urgent than all of them; the line is one that no
 * device has. The call that raises it is in the figure, the same few instructions in both.
 */
#include "costs.h"

#define LINE 24u

static struct takt_irq irq;
static struct takt_job job;
static struct takt_worker worker;
static _Alignas(16) unsigned char stack[TAKT_STACK_MIN], worker_stack[TAKT_STACK_MIN];

static TAKT_PLACED void in_the_interrupt(void *arg)
{
    TAKT_TO(irq_direct);
    (void)arg;
}

static TAKT_PLACED void in_a_thread(void *arg)
{
    TAKT_TO(irq_thread);
    (void)arg;
}

static TAKT_PLACED void in_a_worker(struct takt_job *begun, void *arg)
{
    TAKT_TO(job);
    (void)begun;
    (void)arg;
}

static void connect(takt_irq_handler_t handler, enum takt_irq_way way)
{
    const struct takt_irq_attr attr = {.handler = handler,
                                       .way = way,
                                       .urgency = 2,
                                       .priority = COSTS_HELPER,
                                       .stack = stack,
                                       .stack_size = sizeof stack};

    COSTS_CHECK(takt_irq_connect(&irq, LINE, &attr) == 0);
    takt_irq_start(&irq);
}

static TAKT_PLACED void direct(void)
{
    connect(in_the_interrupt, TAKT_IRQ_DIRECT);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(irq_direct);
        (void)takt_irq_pend(LINE);
    }
    COSTS_CHECK(takt_irq_disconnect(&irq) == 0);
}

static TAKT_PLACED void threaded(void)
{
    connect(in_a_thread, TAKT_IRQ_THREADED);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(irq_thread);
        (void)takt_irq_pend(LINE);
    }
    COSTS_CHECK(takt_irq_disconnect(&irq) == 0);
}

static TAKT_PLACED void jobs(void)
{
    const struct takt_worker_attr attr = {
        .stack = worker_stack, .stack_size = sizeof worker_stack, .priority = COSTS_HELPER};

    COSTS_CHECK(takt_worker_init(&worker, &attr) == 0);
    COSTS_CHECK(takt_job_init(&job, &worker, in_a_worker, NULL) == 0);
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        TAKT_FROM(job);
        (void)takt_job_submit(&job);
    }
}

void costs_deferred(void)
{
    direct();
    threaded();
    jobs();
}
