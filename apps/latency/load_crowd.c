/* 1,000 threads that wait: half of them for ever, the others with deadlines that do not come. They only are there. */
#include "latency.h"

#define FAR TAKT_S(100000)

static struct takt_sem never;

static void wait_here(void *arg)
{
    unsigned number = (unsigned)(uintptr_t)arg;

    (void)takt_sem_take(&never, number % 2 == 0 ? TAKT_FOREVER : FAR + number);
}

void latency_crowd_begin(void)
{
    latency_must(takt_sem_init(&never, 0, 1), "takt_sem_init");
    latency_crew_start(LATENCY_CREW_CROWD, LATENCY_CROWD, "crowd", LATENCY_PRIORITY_CROWD, wait_here);
}

void latency_crowd_end(void)
{
    latency_must(takt_sem_delete(&never), "takt_sem_delete");
    latency_crew_join(LATENCY_CREW_CROWD, LATENCY_CROWD);
}
