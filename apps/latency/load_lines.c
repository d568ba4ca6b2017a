/*
 * Interrupts of another source, at an odd period: a short handler wakes a thread. Under the kernel-heavy load a second
 * line's handler is long: it computes before it wakes its thread, as a driver does that moves its data in the handler.
 */
#include "latency.h"

#define SHORT_NS   TAKT_US(731)
#define LONG_NS    TAKT_US(3019)
#define LONG_TURNS 5000u

static struct takt_sem short_sem, long_sem;
static struct takt_timer long_timer;
static volatile bool runs;

static void short_handler(void *arg)
{
    (void)arg;
    latency_other_clear();
    (void)takt_sem_give(&short_sem);
}

static void long_handler(void *arg)
{
    (void)arg;
    latency_compute(LONG_TURNS);
    (void)takt_sem_give(&long_sem);
}

static void raise_long(struct takt_timer *timer, void *arg)
{
    (void)timer;
    (void)arg;
    (void)takt_irq_pend(latency_board.lines[1]);
}

static void serve(void *arg)
{
    struct takt_sem *sem = (uintptr_t)arg == 0 ? &short_sem : &long_sem;

    while (runs)
        (void)takt_sem_take(sem, TAKT_FOREVER);
}

void latency_lines_begin(bool long_ones)
{
    runs = true;
    latency_must(takt_sem_init(&short_sem, 0, 1), "takt_sem_init");
    latency_must(takt_sem_init(&long_sem, 0, 1), "takt_sem_init");
    latency_crew_start(LATENCY_CREW_OTHERS + 1, 2, "served", LATENCY_PRIORITY_SERVED, serve);
    latency_connect(0, short_handler);
    latency_other_start(SHORT_NS);
    if (!long_ones)
        return;
    latency_connect(1, long_handler);
    latency_must(takt_timer_init_direct(&long_timer, raise_long, NULL), "takt_timer_init_direct");
    latency_must(takt_timer_start(&long_timer, LONG_NS, LONG_NS), "takt_timer_start");
}

void latency_lines_end(bool long_ones)
{
    runs = false;
    latency_other_stop();
    latency_disconnect(0);
    if (long_ones) {
        (void)takt_timer_stop(&long_timer);
        latency_disconnect(1);
    }
    (void)takt_sem_give(&short_sem);
    (void)takt_sem_give(&long_sem);
    latency_crew_join(LATENCY_CREW_OTHERS + 1, 2);
    latency_must(takt_sem_delete(&short_sem), "takt_sem_delete");
    latency_must(takt_sem_delete(&long_sem), "takt_sem_delete");
}
