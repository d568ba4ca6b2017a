/*
 * The slots of time, and the threads of each. See pairs.h.
 *
 * Arguments: period_us=N, time for each way (100000).
 */
#include "pairs.h"

#include <stdlib.h>

#define FIRST_SLOT TAKT_MS(200) /* by then all cores have found each other */
#define REST       TAKT_MS(10)  /* between slots: rounds that were begun end */
#define MANAGER    1            /* priority */
#define PAIR       5

static _Alignas(16) unsigned char stacks[CONFIG_TAKT_CORES][3][PAIRS_STACK];

void pairs_must(int result, const char *what)
{
    if (result == 0)
        return;
    takt_printf("FAIL: %s gave %d on core %u\n", what, result, takt_core_id());
    takt_exit(1);
}

static void start(struct pairs_core *core, unsigned which, struct takt_thread *thread, void (*entry)(void *),
                  takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .name = "pairs",
        .entry = entry,
        .arg = core,
        .stack = stacks[core->number][which],
        .stack_size = PAIRS_STACK,
        .priority = priority,
    };

    pairs_must(takt_thread_create(thread, &attr), "takt_thread_create");
    pairs_must(takt_thread_start(thread), "takt_thread_start");
}

static void first(void *arg)
{
    struct pairs_core *core = arg;

    pairs_ways[core->way].first(core, &core->count[core->way]);
}

static void second(void *arg)
{
    struct pairs_core *core = arg;

    pairs_ways[core->way].second(core);
}

static void run_slot(struct pairs_core *core, takt_time_t begin)
{
    (void)takt_sleep(takt_at(begin));
    core->end = begin + core->period;
    start(core, 1, &core->second, second, PAIR);
    start(core, 2, &core->first, first, PAIR);
    (void)takt_thread_join(&core->first, NULL, TAKT_FOREVER);
    (void)takt_thread_join(&core->second, NULL, TAKT_FOREVER);
    (void)takt_sem_take(&core->there, TAKT_NO_WAIT); /* what came after the end */
    (void)takt_sem_take(&core->back, TAKT_NO_WAIT);
}

static void manage(void *arg)
{
    struct pairs_core *core = arg;

    pairs_find(core);
    for (core->way = 0; core->way < PAIRS_WAYS; core->way++)
        run_slot(core, FIRST_SLOT + (takt_time_t)core->way * (core->period + REST));
    if (core->number != 0)
        return;
    (void)takt_sleep(REST);
    pairs_report(core->period);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    struct pairs_core *mine = &pairs_cores[core];

    mine->number = core;
    mine->period = TAKT_US(strtol(takt_argument("period_us", "100000"), NULL, 10));
    pairs_must(mine->period > 0 ? 0 : -EINVAL, "period_us=N has to be at least 1: this one");
    pairs_offer(mine);
    start(mine, 0, &mine->manager, manage, MANAGER);
}
