/*
 * The samples: five moments between an interrupt and the thread that it wakes, and what ran instead.
 *
 * The handler notes its first and last moment; the kernel's choice of a thread is wrapped by the linker
 * (--wrap=takt_sched_switch), so it is measured where it stands, and the kernel knows nothing of it. The choice that
 * counts is the last one before the thread runs.
 *
 * Races: a sample is open from the handler's first statement to the thread's. Meanwhile only the wrapped choice, which
 * runs with interrupts held back, writes to it. An interrupt that comes while a sample is open finds that its
 * predecessor is late: it is counted, and leaves the sample alone; the thread takes both at once.
 */
#include "latency.h"

struct takt_context *__real_takt_sched_switch(void);
struct takt_context *__wrap_takt_sched_switch(void);

static struct takt_sem tick;
static struct latency_sample sample;
static struct takt_context *running; /* on this core: of the last choice */
static volatile bool open, missed;

struct takt_context *__wrap_takt_sched_switch(void)
{
    struct takt_context *next;
    latency_clock_t began;

    if (!open)
        return running = __real_takt_sched_switch();
    began = latency_clock();
    next = running = __real_takt_sched_switch();
    sample.moment[LATENCY_SCHEDULING] = began;
    sample.moment[LATENCY_SWITCH] = latency_clock();
    if (sample.switches < LATENCY_RAN)
        sample.ran[sample.switches] = next;
    sample.switches++;
    return next;
}

static void handler(void *arg)
{
    latency_clock_t expiry = latency_source_expiry();

    (void)arg;
    latency_source_clear();
    if (open) {
        missed = true;
        return;
    }
    sample.moment[LATENCY_HANDLER] = latency_clock();
    sample.moment[LATENCY_TO_HANDLER] = expiry;
    sample.interrupted = running;
    sample.switches = 0;
    open = true;
    (void)takt_sem_give(&tick);
    sample.moment[LATENCY_TO_SCHEDULER] = latency_clock();
}

void latency_sample_begin(void)
{
    latency_must(takt_sem_init(&tick, 0, 1), "takt_sem_init");
    latency_must(takt_irq_attach(latency_board.source_line, latency_board.source_priority, handler, NULL),
                 "takt_irq_attach");
    latency_must(takt_irq_enable(latency_board.source_line), "takt_irq_enable");
}

/* A part that did not happen lasts 0, and the next one begins where the last one that did ended: they add up. */
static void count_parts(struct latency_figures *figures)
{
    const latency_clock_t *moment = sample.moment;
    latency_clock_t from = moment[0];

    for (unsigned part = 0; part < LATENCY_WHOLE; part++) {
        int64_t value = latency_value_of(from, moment[part + 1]);

        takt_histogram_add(&figures->part[part], value);
        from = value == 0 ? from : moment[part + 1];
    }
}

/* Whether it was the worst so far. */
static bool count(struct latency_figures *figures, uint32_t number, uint32_t whole)
{
    int64_t value = latency_value_of(sample.moment[LATENCY_TO_HANDLER], sample.moment[LATENCY_WHOLE]);
    int64_t *bucket = &figures->bucket_max[(uint64_t)number * LATENCY_BUCKETS / whole];
    bool worst = figures->part[LATENCY_WHOLE].count == 0 || value > figures->part[LATENCY_WHOLE].max;

    if (worst)
        figures->worst = sample;
    takt_histogram_add(&figures->part[LATENCY_WHOLE], value);
    if (value > *bucket)
        *bucket = value;
    count_parts(figures);
    figures->missed += missed;
    return worst;
}

static void wait(void)
{
    (void)takt_sem_take(&tick, TAKT_FOREVER);
    sample.moment[LATENCY_WHOLE] = latency_clock();
}

/* The first sample does not count: caches and branches are not about the load, and one may be under way. */
static void begin_anew(void)
{
    open = false;
    wait();
    open = missed = false;
}

void latency_sample(struct latency_figures *figures, uint32_t samples, uint32_t before, uint32_t whole)
{
    latency_keep_begin();
    latency_source_start(latency_arguments.rate);
    begin_anew();
    for (uint32_t i = 0; i < samples; i++) {
        wait();
        if (count(figures, before + i, whole) && latency_keep(figures))
            begin_anew();
        open = missed = false;
    }
    latency_source_stop();
    latency_keep_end();
    while (takt_sem_take(&tick, TAKT_NO_WAIT) == 0)
        continue;
    open = false;
}
