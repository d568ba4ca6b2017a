/* Masked steps of interrupt threads and workers, beside a crowd of n that waits and n jobs that are queued. */
#include "masked.h"

#define LINE 24u

static struct takt_irq irq;
static _Alignas(16) unsigned char stack[TAKT_STACK_MIN];
static struct takt_sem gate;

static void wait(unsigned number)
{
    (void)number;
    (void)takt_sem_take(&gate, TAKT_FOREVER);
}

static void handle(void *arg)
{
    takt_irq_stop(arg);
}

static void irq_scene(void)
{
    const struct takt_irq_attr attr = {.handler = handle,
                                       .arg = &irq,
                                       .way = TAKT_IRQ_THREADED,
                                       .urgency = 3,
                                       .level = true,
                                       .priority = MASKED_PROBE - 1,
                                       .stack = stack,
                                       .stack_size = sizeof stack};

    MASKED_CHECK(takt_irq_connect(&irq, LINE, &attr) == 0);
    for (unsigned i = 1; i <= 4; i++) {
        takt_irq_start(&irq);
        MASKED_CHECK(takt_irq_pend(LINE) == 0 && takt_irq_count(&irq) == i);
    }
    MASKED_CHECK(takt_irq_disconnect(&irq) == 0);
}

static void work(struct takt_job *job, void *arg)
{
    (void)job;
    (void)arg;
}

static void tick(struct takt_timer *timer, void *arg)
{
    (void)arg;
    (void)takt_timer_stop(timer);
}

static void worker_scene(unsigned n)
{
    static struct takt_job jobs[MASKED_CROWD];
    struct takt_worker *worker = takt_worker_block();

    MASKED_CHECK(takt_thread_set_priority(takt_worker_thread(worker), MASKED_PROBE + 1) == 0);
    for (unsigned i = 0; i < n; i++)
        MASKED_CHECK(takt_job_init(&jobs[i], worker, work, NULL) == 0 && takt_job_submit(&jobs[i]) == 0);
    MASKED_CHECK(takt_job_submit(&jobs[0]) == -EALREADY);
    MASKED_CHECK(takt_job_cancel(&jobs[n / 2]) == 0 && takt_job_cancel(&jobs[n / 2]) == -EALREADY);
    MASKED_CHECK(takt_job_flush(&jobs[n / 2 - 1], TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_worker_flush(worker, TAKT_FOREVER) == 0);
    MASKED_CHECK(takt_worker_flush(worker, TAKT_NO_WAIT) == 0);
}

static void timer_scene(void)
{
    struct takt_timer timer;

    MASKED_CHECK(takt_timer_init(&timer, tick, NULL) == 0);
    MASKED_CHECK(takt_timer_start(&timer, TAKT_US(5), TAKT_US(100)) == 0);
    MASKED_CHECK(takt_sleep(TAKT_US(50)) == 0 && !takt_timer_active(&timer));
}

void deferred_work(unsigned n)
{
    MASKED_CHECK(takt_sem_init(&gate, 0, 1) == 0);
    crowd_start(n, wait);
    crowd_settle();
    irq_scene();
    worker_scene(n);
    timer_scene();
    MASKED_CHECK(takt_sem_delete(&gate) == 0);
    crowd_join();
}
