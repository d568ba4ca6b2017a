/* One walk over the events of a run. */
#include "measure.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

struct state {
    int64_t ready;    /* since; -1: it is not, or it has run since */
    int64_t released; /* since it became ready; -1: it is not */
};

struct walk {
    struct tt_sums *figures;
    const struct tt_replay *replay;
    struct state *state;
    const char *cycle;
    uint32_t running[TT_CORES];
    int64_t since[TT_CORES];
    bool open[TT_CORES];
    int64_t begun[TT_CORES];
    uint64_t switches[TT_CORES], switches_then[TT_CORES];
};

static void ready(struct walk *walk, uint32_t thing, int64_t time)
{
    if (thing == TT_NOBODY)
        return;
    walk->state[thing].ready = walk->state[thing].released = time;
}

static void unready(struct walk *walk, uint32_t thing, int64_t time)
{
    struct tt_latency *latency;

    if (thing == TT_NOBODY || walk->state[thing].released < 0)
        return;
    latency = &walk->figures->thread[thing];
    if (time - walk->state[thing].released > latency->response)
        latency->response = time - walk->state[thing].released;
    walk->state[thing].ready = walk->state[thing].released = -1;
}

static void runs(struct walk *walk, uint32_t thing, int64_t time)
{
    struct tt_latency *latency = &walk->figures->thread[thing];
    int64_t waited = time - walk->state[thing].ready;

    latency->switches++;
    if (walk->state[thing].ready < 0)
        return;
    walk->state[thing].ready = -1;
    latency->times++;
    latency->sum += waited;
    if (waited > latency->worst)
        latency->worst = waited;
}

static void account(struct walk *walk, unsigned core, int64_t time)
{
    uint32_t thing = walk->running[core];

    if (thing != TT_NOBODY && !walk->replay->score.thing[thing].idle)
        walk->figures->busy += time - walk->since[core];
    walk->since[core] = time;
}

static void switches(struct walk *walk, const struct tt_event *event)
{
    uint32_t to = tt_score_thing(&walk->replay->score, event->core, event->b);

    account(walk, event->core, event->time);
    walk->figures->switches++;
    walk->switches[event->core]++;
    walk->running[event->core] = to;
    if (to != TT_NOBODY)
        runs(walk, to, event->time);
}

static void end_cycle(struct tt_sums *figures, uint64_t made, int64_t took)
{
    size_t used = figures->cycles;

    figures->cycle = tt_grow(figures->cycle, used, &figures->cycles_room, sizeof(*figures->cycle));
    figures->cycle[used] = took;
    if (figures->cycles++ == 0)
        figures->cycle_switches_min = made;
    if (made < figures->cycle_switches_min)
        figures->cycle_switches_min = made;
    if (made > figures->cycle_switches_max)
        figures->cycle_switches_max = made;
    figures->cycle_switches += made;
}

static void mark(struct walk *walk, const struct tt_event *event)
{
    unsigned core = event->core;
    char number[16];

    snprintf(number, sizeof(number), "%u", event->a);
    if (walk->cycle == NULL || (strcmp(walk->cycle, number) != 0 &&
                                strcmp(walk->cycle, tt_name(walk->replay->trace, core, event->a)) != 0))
        return;
    if (walk->open[core])
        end_cycle(walk->figures, walk->switches[core] - walk->switches_then[core],
                  event->time - walk->begun[core]);
    walk->open[core] = true;
    walk->begun[core] = event->time;
    walk->switches_then[core] = walk->switches[core];
}

static void step(struct walk *walk, const struct tt_event *event)
{
    uint32_t thing = tt_score_thing(&walk->replay->score, event->core, event->a);

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        switches(walk, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        ready(walk, thing, event->time);
        break;
    case TAKT_TRACE_EVENT_unready:
        unready(walk, thing, event->time);
        break;
    case TAKT_TRACE_EVENT_mark:
        mark(walk, event);
        break;
    default:
        break;
    }
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return x < y ? -1 : x > y;
}

void tt_measure(struct tt_sums *figures, const struct tt_replay *replay, const struct tt_event *event,
                size_t count, const char *cycle)
{
    struct walk walk = {.figures = figures, .replay = replay, .cycle = cycle};

    *figures = (struct tt_sums){0};
    figures->thread = tt_must(calloc(replay->score.things + 1, sizeof(*figures->thread)));
    walk.state = tt_must(calloc(replay->score.things + 1, sizeof(*walk.state)));
    for (uint32_t i = 0; i < replay->score.things; i++)
        walk.state[i] = (struct state){-1, -1};
    for (unsigned c = 0; c < TT_CORES; c++) {
        walk.running[c] = replay->score.core[c].current;
        walk.since[c] = replay->score.core[c].start;
    }
    for (size_t i = 0; i < count; i++)
        step(&walk, &event[i]);
    for (unsigned c = 0; count != 0 && c < replay->score.cores; c++)
        account(&walk, c, event[count - 1].time);
    figures->span = count != 0 ? event[count - 1].time - event[0].time : 0;
    if (figures->cycles != 0)
        qsort(figures->cycle, figures->cycles, sizeof(*figures->cycle), by_time);
    free(walk.state);
}

int64_t tt_cycle_median(const struct tt_sums *figures)
{
    return figures->cycles != 0 ? figures->cycle[figures->cycles / 2] : 0;
}

void tt_sums_free(struct tt_sums *figures)
{
    free(figures->thread);
    free(figures->cycle);
}
