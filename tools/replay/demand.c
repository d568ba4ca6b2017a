/*
 * What a recording demands of each core: one walk over its events.
 *
 * A thread's job is from where it becomes ready to where it waits, and what it computes in it is the time that it ran,
 * handlers and the kernel's steps between included: that makes bounds larger, never smaller. A job that has no end in the
 * recording has no longest.
 */
#include "bound.h"

#include "../trace/read.h"

#include <stdlib.h>

struct walk {
    struct tt_demands *demands;
    const struct tt_replay *replay;
    size_t *of;      /* demand of each thing, + 1 */
    int64_t *ran;    /* of each thing, in its job */
    int64_t *locked; /* of each mutex: since; -1: free */
    uint32_t *owner;
    uint32_t running[TT_CORES];
    int64_t since[TT_CORES];
    int64_t entered[TT_CORES][32]; /* time of each handler's beginning, one in another */
    uint32_t number[TT_CORES][32]; /* and whose it is */
    unsigned depth[TT_CORES];
};

static struct tt_demand *add(struct tt_demands *demands, const struct tt_demand *demand)
{
    demands->demand = tt_grow(demands->demand, demands->count, &demands->room, sizeof(*demand));
    demands->demand[demands->count] = *demand;
    return &demands->demand[demands->count++];
}

static struct tt_demand *of_thread(struct walk *walk, uint32_t thing)
{
    if (walk->of[thing] == 0) {
        (void)add(walk->demands, &(struct tt_demand){.thing = thing,
                                                     .core = walk->replay->score.thing[thing].core,
                                                     .plain = true});
        walk->of[thing] = walk->demands->count;
    }
    return &walk->demands->demand[walk->of[thing] - 1];
}

static struct tt_demand *of_line(struct walk *walk, unsigned core, uint32_t number)
{
    for (size_t i = 0; i < walk->demands->count; i++) {
        struct tt_demand *demand = &walk->demands->demand[i];

        if (demand->thing == TT_NOBODY && demand->core == core && demand->number == number)
            return demand;
    }
    return add(walk->demands,
               &(struct tt_demand){.thing = TT_NOBODY, .core = (uint8_t)core, .number = number});
}

static void arrive(struct tt_demand *demand, int64_t time)
{
    demand->arrival = tt_grow(demand->arrival, demand->count, &demand->room, sizeof(*demand->arrival));
    demand->arrival[demand->count++] = time;
}

static void longest(struct tt_demand *demand, int64_t computed)
{
    if (computed > demand->longest)
        demand->longest = computed;
}

static void account(struct walk *walk, unsigned core, int64_t time)
{
    if (walk->running[core] != TT_NOBODY)
        walk->ran[walk->running[core]] += time - walk->since[core];
    walk->since[core] = time;
}

static void ready(struct walk *walk, unsigned core, uint32_t thing, int64_t time)
{
    unsigned depth = walk->depth[core];
    struct tt_demand *demand;

    if (thing == TT_NOBODY)
        return;
    demand = of_thread(walk, thing);
    if (depth != 0 && depth <= 32 && (demand->woken == 0 || demand->by == walk->number[core][depth - 1])) {
        demand->by = walk->number[core][depth - 1];
        demand->woken++;
    }
    arrive(demand, time);
    walk->ran[thing] = 0;
}

static void unready(struct walk *walk, unsigned core, uint32_t thing, int64_t time)
{
    if (thing == TT_NOBODY)
        return;
    account(walk, core, time);
    longest(of_thread(walk, thing), walk->ran[thing]);
    walk->ran[thing] = -1;
}

static void lock(struct walk *walk, uint32_t mutex, uint32_t owner, int64_t time)
{
    struct tt_demands *demands = walk->demands;
    size_t i = 0;

    if (mutex == TT_NOBODY)
        return;
    if (walk->owner[mutex] != TT_NOBODY) {
        while (i < demands->holds &&
               (demands->hold[i].mutex != mutex || demands->hold[i].thread != walk->owner[mutex]))
            i++;
        if (i == demands->holds) {
            demands->hold =
                tt_grow(demands->hold, demands->holds, &demands->holds_room, sizeof(*demands->hold));
            demands->hold[demands->holds++] = (struct tt_hold){mutex, walk->owner[mutex], 0};
        }
        if (time - walk->locked[mutex] > demands->hold[i].longest)
            demands->hold[i].longest = time - walk->locked[mutex];
    }
    walk->owner[mutex] = owner;
    walk->locked[mutex] = time;
}

static void enter(struct walk *walk, const struct tt_event *event)
{
    unsigned depth = walk->depth[event->core]++;

    arrive(of_line(walk, event->core, event->a), event->time);
    if (depth < 32) {
        walk->entered[event->core][depth] = event->time;
        walk->number[event->core][depth] = event->a;
    }
}

/* With what it costs to come in and go out. */
static void leave(struct walk *walk, const struct tt_event *event)
{
    const uint32_t *cost = walk->replay->cost;
    unsigned depth;

    if (walk->depth[event->core] == 0)
        return;
    depth = --walk->depth[event->core];
    if (depth < 32)
        longest(of_line(walk, event->core, event->a), event->time - walk->entered[event->core][depth] +
                                                          cost[TT_COST_irq_entry] + cost[TT_COST_irq_exit]);
}

static void step(struct walk *walk, const struct tt_event *event)
{
    uint32_t thing = tt_score_thing(&walk->replay->score, event->core, event->a);

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        account(walk, event->core, event->time);
        walk->running[event->core] = tt_score_thing(&walk->replay->score, event->core, event->b);
        break;
    case TAKT_TRACE_EVENT_ready:
        ready(walk, event->core, thing, event->time);
        break;
    case TAKT_TRACE_EVENT_unready:
        unready(walk, event->core, thing, event->time);
        break;
    case TAKT_TRACE_EVENT_tick:
    case TAKT_TRACE_EVENT_rung:
        if (walk->depth[event->core] != 0 && walk->depth[event->core] <= 32)
            of_line(walk, event->core, walk->number[event->core][walk->depth[event->core] - 1])->inside =
                true;
        break;
    case TAKT_TRACE_EVENT_yield:
    case TAKT_TRACE_EVENT_slice:
    case TAKT_TRACE_EVENT_priority:
    case TAKT_TRACE_EVENT_threshold:
        if (thing != TT_NOBODY)
            of_thread(walk, thing)->plain = false;
        break;
    case TAKT_TRACE_EVENT_mutex_owner:
        lock(walk, thing,
             event->b == 0 ? TT_NOBODY : tt_score_thing(&walk->replay->score, event->core, event->b),
             event->time);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        enter(walk, event);
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        leave(walk, event);
        break;
    default:
        break;
    }
}

/* Threads whose job goes on at the end, and what a margin adds to the others. */
static void finish(struct walk *walk)
{
    struct tt_demands *demands = walk->demands;

    for (size_t i = 0; i < demands->count; i++) {
        struct tt_demand *demand = &demands->demand[i];
        bool stops =
            demand->thing == walk->running[demand->core] && walk->replay->score.core[demand->core].stops;
        bool goes_on = demand->thing != TT_NOBODY && walk->ran[demand->thing] >= 0 &&
                       walk->ran[demand->thing] > demand->longest;

        if (goes_on && stops) /* it is the recording's end, not the application's */
            demand->longest = walk->ran[demand->thing], goes_on = false;

        if (goes_on)
            demand->longest = TT_UNBOUNDED;
        else
            demand->longest += demand->longest * demands->margin / 100;
    }
}

/* Handlers of the core hold each other up, so an arrival may be that much later, and the next one that much closer. */
void tt_demands_follow(struct tt_demands *demands)
{
    for (size_t i = 0; i < demands->count; i++) {
        struct tt_demand *thread = &demands->demand[i];
        int64_t handlers = 0, apart = 0;

        if (thread->thing == TT_NOBODY || thread->woken == 0)
            continue;
        for (size_t k = 0; k < demands->count; k++) {
            const struct tt_demand *line = &demands->demand[k];

            if (line->thing != TT_NOBODY || line->core != thread->core)
                continue;
            handlers += line->longest;
            apart = line->number == thread->by ? line->apart : apart;
        }
        if (thread->count - thread->woken > 1) /* but when it was started */
            continue;
        thread->apart = apart;
        thread->jitter = handlers;
    }
}

void tt_demands_take(struct tt_demands *demands, const struct tt_replay *replay, unsigned margin)
{
    uint32_t things = replay->score.things;
    struct walk walk = {.demands = demands, .replay = replay};

    *demands = (struct tt_demands){.margin = margin, .ends = replay->trace->end};
    walk.of = tt_must(calloc(things + 1, sizeof(*walk.of)));
    walk.ran = tt_must(calloc(things + 1, sizeof(*walk.ran)));
    walk.locked = tt_must(calloc(things + 1, sizeof(*walk.locked)));
    walk.owner = tt_must(calloc(things + 1, sizeof(*walk.owner)));
    for (uint32_t i = 0; i < things; i++) {
        walk.ran[i] = -1;
        walk.owner[i] = TT_NOBODY;
    }
    for (unsigned c = 0; c < TT_CORES; c++) {
        walk.running[c] = replay->score.core[c].current;
        walk.since[c] = replay->score.core[c].start;
        if (walk.running[c] != TT_NOBODY && !replay->score.thing[walk.running[c]].idle)
            ready(&walk, c, walk.running[c], walk.since[c]);
    }
    for (size_t i = 0; i < replay->trace->count; i++)
        step(&walk, &replay->trace->event[i]);
    for (unsigned c = 0; c < replay->score.cores; c++)
        account(&walk, c, replay->score.core[c].end);
    finish(&walk);
    tt_spins_take(demands, replay);
    free(walk.of);
    free(walk.ran);
    free(walk.locked);
    free(walk.owner);
}

void tt_demands_free(struct tt_demands *demands)
{
    for (size_t i = 0; i < demands->count; i++)
        free(demands->demand[i].arrival);
    free(demands->demand);
    free(demands->hold);
}
