/*
 * Where context switches come from: a thread, or a handler over it, makes another one ready that takes its core at
 * once. That is what a shared level or a threshold saves, so these pairs are what advice is about.
 */
#include "pairs.h"

#include "../trace/read.h"

#include <stdlib.h>

#define SHOWN 8

struct pair {
    uint32_t from, to;
    uint64_t times;
};

struct pairs {
    struct pair *pair;
    size_t count, room;
};

static void add(struct pairs *pairs, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->pair[i].from == from && pairs->pair[i].to == to) {
            pairs->pair[i].times++;
            return;
        }
    }
    pairs->pair = tt_grow(pairs->pair, pairs->count, &pairs->room, sizeof(*pairs->pair));
    pairs->pair[pairs->count++] = (struct pair){from, to, 1};
}

static int by_times(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    return x->times > y->times ? -1 : x->times < y->times;
}

static void collect(struct pairs *pairs, const struct tt_replay *replay)
{
    const struct tt_score *score = &replay->score;
    uint32_t woken[TT_CORES]; /* made ready since the last switch */

    for (unsigned c = 0; c < TT_CORES; c++)
        woken[c] = TT_NOBODY;
    for (size_t i = 0; i < replay->trace->count; i++) {
        const struct tt_event *event = &replay->trace->event[i];

        if (event->event == TAKT_TRACE_EVENT_ready)
            woken[event->core] = tt_score_thing(score, event->core, event->a);
        if (event->event != TAKT_TRACE_EVENT_switch)
            continue;
        if (event->more == TAKT_TRACE_PREEMPTED && woken[event->core] != TT_NOBODY &&
            woken[event->core] == tt_score_thing(score, event->core, event->b))
            add(pairs, tt_score_thing(score, event->core, event->a), woken[event->core]);
        woken[event->core] = TT_NOBODY;
    }
}

void tt_pairs_print(const struct tt_replay *replay)
{
    struct pairs pairs = {0};

    collect(&pairs, replay);
    if (pairs.count != 0)
        qsort(pairs.pair, pairs.count, sizeof(*pairs.pair), by_times);
    printf("\nresumptions that preempted at once, each with a switch there and one back:%s\n",
           pairs.count == 0 ? " none" : "");
    for (size_t i = 0; i < pairs.count && i < SHOWN; i++)
        printf("%10llu  %s by %s, about %.3f us\n", (unsigned long long)pairs.pair[i].times,
               replay->score.thing[pairs.pair[i].from].name, replay->score.thing[pairs.pair[i].to].name,
               2.0 * (double)pairs.pair[i].times * replay->cost[TT_COST_switch] / 1000.0);
    free(pairs.pair);
}
