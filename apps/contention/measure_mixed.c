/*
 * What the paper leaves open: urgent and less urgent requests for one lock. Core 0 is the most urgent and asks now and
 * then; the others, less urgent by their number, ask again at once. Every lock makes its slices in turned order.
 */
#include "figures.h"

#include <string.h>

static struct contention_mix mixes[CONTENTION_MIXES] CONTENTION_SHARED;
static unsigned mix_count;

static void add(enum contention_kind kind, bool llq, unsigned overtakings)
{
    mixes[mix_count].kind = kind;
    mixes[mix_count].llq = llq;
    mixes[mix_count++].overtakings = overtakings;
}

static void note(struct contention_mixed *mixed, const struct contention_worker *worker)
{
    mixed->queued = worker->queued > mixed->queued ? worker->queued : mixed->queued;
    mixed->passed = worker->passed > mixed->passed ? worker->passed : mixed->passed;
}

static void slice(struct contention_mix *mix)
{
    for (unsigned core = 0; core < contention_run.cores; core++) {
        struct contention_worker *worker = contention_worker(false, core, 0);

        worker->histogram = &mix->of[core].waits;
    }
    contention_run_as(mix->kind, CONTENTION_MIXED, 0, contention_arguments.bytes,
                      contention_arguments.sizes.slice);
    for (unsigned core = 0; core < contention_run.cores; core++) {
        note(&mix->of[core], contention_worker(false, core, 0));
        contention_worker(false, core, 0)->histogram = NULL;
    }
}

void contention_measure_mixed(void)
{
    if (contention_arguments.cores == 1 || takt_core_count() > LLQ_ANNOUNCE_MAX) {
        takt_printf("  mixed priorities: for 2 to %u cores, left out\n", LLQ_ANNOUNCE_MAX);
        return;
    }
    takt_printf("  measuring: mixed priorities\n");
    for (unsigned i = 0; i < CONTENTION_ORDERS; i++)
        add(CONTENTION_ORDERED + i, true, contention_overtakings[i]);
    add(CONTENTION_TICKET, false, 0);
    add(CONTENTION_TAS, false, 0);
    contention_run_in(contention_on_all(1));
    contention_run.think = contention_arguments.sizes.think;
    for (unsigned round = 0; round < contention_arguments.sizes.rounds && round < CONTENTION_ROUNDS; round++)
        for (unsigned i = 0; i < mix_count; i++)
            slice(&mixes[(i + round) % mix_count]);
}

const struct contention_mix *contention_mix(unsigned number)
{
    return number < mix_count ? &mixes[number] : NULL;
}
