#include "part.h"

static struct takt_timer once, often;
static volatile unsigned runs[2];

static void run(struct takt_timer *timer, void *arg)
{
    (void)timer;
    ++*(volatile unsigned *)arg;
}

void part_timer(void)
{
    CHECK(takt_timer_init(&once, run, (void *)&runs[0]) == 0);
    CHECK(takt_timer_init(&often, run, (void *)&runs[1]) == 0);
    CHECK(takt_timer_start(&once, TAKT_MS(5), 0) == 0);
    CHECK(takt_timer_start(&often, TAKT_MS(1), TAKT_MS(10)) == 0);
    CHECK(takt_timer_active(&once) && runs[0] == 0);
    CHECK(takt_sleep(TAKT_MS(26)) == 0);
    CHECK(runs[0] == 1 && !takt_timer_active(&once));
    CHECK(runs[1] + takt_timer_missed(&often) >= 3);
    CHECK(takt_timer_stop(&often) == 0 && takt_timer_stop(&often) == -EALREADY);
    CHECK(takt_timers_check() == 0);
}
