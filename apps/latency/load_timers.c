/* The kernel's own interrupts: a periodic timer, and threads that sleep again and again, at odd periods. */
#include "latency.h"

#define SLEEPERS 100u
#define TICK_NS  TAKT_US(977)

static struct takt_timer timer;
static uint32_t ticks;
static volatile bool runs;

static void tick(struct takt_timer *self, void *arg)
{
    (void)self;
    (void)arg;
    ticks++;
}

static void sleep_again(void *arg)
{
    unsigned number = (unsigned)(uintptr_t)arg;

    while (runs)
        (void)takt_sleep(TAKT_US(50000 + number * 371));
}

void latency_timers_begin(void)
{
    runs = true;
    latency_crew_start(LATENCY_CREW_CROWD, SLEEPERS, "sleeper", LATENCY_PRIORITY_WAITERS, sleep_again);
    latency_must(takt_timer_init(&timer, tick, NULL), "takt_timer_init");
    latency_must(takt_timer_start(&timer, TICK_NS, TICK_NS), "takt_timer_start");
}

void latency_timers_end(void)
{
    runs = false;
    (void)takt_timer_stop(&timer);
    latency_crew_join(LATENCY_CREW_CROWD, SLEEPERS);
}
