/*
 * From a direct interrupt to the thread that waits for it: the first instruction of the handler's entry to the thread's
 * first one after its wait. Once with the core busy in a thread, once idle. Where the span begins is known to whoever
 * counts: the entry of an interrupt's handler is the port's, not this file's.
 */
#include "costs.h"

#include "line.h"

#define PERIOD TAKT_US(100)

static struct takt_sem arrived;
static volatile bool stop;

static void bench_line_entry(void)
{
    bench_line_clear();
    (void)takt_sem_give(&arrived);
}

static TAKT_PLACED void wait_busy(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        (void)takt_sem_take(&arrived, TAKT_FOREVER);
        TAKT_TO(line_busy);
    }
    stop = true;
}

static TAKT_PLACED void wait_idle(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < COSTS_TIMES; i++) {
        (void)takt_sem_take(&arrived, TAKT_FOREVER);
        TAKT_TO(line_idle);
    }
}

void costs_line(void)
{
    COSTS_CHECK(takt_sem_init(&arrived, 0, 1) == 0);
    costs_help(wait_busy, COSTS_HELPER);
    bench_line_start(bench_line_entry, PERIOD);
    while (!stop)
        takt_work(TAKT_US(1));
    bench_line_stop();
    costs_helped();
    costs_help(wait_idle, COSTS_HELPER);
    bench_line_start(bench_line_entry, PERIOD);
    costs_helped();
    bench_line_stop();
}
