/*
 * How long each step of the kernel took in a recording, beside what it costs: the time between two events of a core with
 * nothing but the kernel between them, less the same in a guided replay. What the recording has between other events is
 * computing, or waiting, and no step.
 *
 * A doorbell is rung in the middle of what lies between two events that are compared, so it ends a step, too. One that the
 * other run does not have is passed over: a core that starts rings for reasons that no score knows.
 */
#include "replay.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

static struct tt_steps *make(const struct tt_replay *replay)
{
    struct tt_steps *steps = tt_must(calloc(1, sizeof(*steps)));

    for (unsigned c = 0; c < TT_CORES; c++) {
        for (unsigned e = 0; e < TAKT_TRACE_EVENTS; e++)
            steps->heard[c][e] =
                e == TAKT_TRACE_EVENT_doorbell ||
                tt_is_heard(replay, &(struct tt_event){.core = (uint8_t)c, .event = (uint16_t)e});
    }
    return steps;
}

/* The next event of a core that ends a step, from a place on. @return count: none */
static size_t next_of(const struct tt_steps *steps, const struct tt_event *event, size_t count, size_t from,
                      unsigned core)
{
    while (from < count && (event[from].core != core || !steps->heard[core][event[from].event]))
        from++;
    return from;
}

void tt_steps_free(struct tt_steps *steps)
{
    for (unsigned c = 0; steps != NULL && c < TT_CORES; c++) {
        free(steps->core[c].step);
        free(steps->core[c].first);
    }
    free(steps);
}

static struct tt_step *step_at(struct tt_steps *steps, unsigned core, size_t place)
{
    if (place == steps->core[core].count) {
        steps->core[core].step =
            tt_grow(steps->core[core].step, place, &steps->core[core].room, sizeof(struct tt_step));
        steps->core[core].step[steps->core[core].count++] = (struct tt_step){0};
    }
    return &steps->core[core].step[place];
}

/* A walk over a recording and what was played of it, side by side. */
struct walk {
    const struct tt_replay *replay;
    const struct tt_play *played;
    unsigned core;
    size_t i, j;
};

static void go_on(struct walk *walk, bool recorded, bool played)
{
    const struct tt_trace *trace = walk->replay->trace;

    if (recorded)
        walk->i = next_of(walk->replay->steps, trace->event, trace->count, walk->i + 1, walk->core);
    if (played)
        walk->j =
            next_of(walk->replay->steps, walk->played->event, walk->played->count, walk->j + 1, walk->core);
}

/* Come to the next event that both have. @return false: there is none */
static bool both(struct walk *walk)
{
    const struct tt_event *recorded = walk->replay->trace->event, *played = walk->played->event;

    while (walk->i < walk->replay->trace->count && walk->j < walk->played->count) {
        bool rung = recorded[walk->i].event == TAKT_TRACE_EVENT_doorbell;
        bool rings = played[walk->j].event == TAKT_TRACE_EVENT_doorbell;

        if (rung == rings)
            return rung || tt_is_same(walk->replay, &recorded[walk->i], &played[walk->j]);
        go_on(walk, rung, rings);
    }
    return false;
}

/* By whom the event is; and who is at work after it. */
static uint32_t at_work(const struct tt_replay *replay, struct tt_who *who, const struct tt_event *event)
{
    uint32_t place;

    if (event->event == TAKT_TRACE_EVENT_irq_enter)
        tt_who_hears(who, event->event, event->a);
    place = tt_who_place(who, replay->score.things);
    if (event->event == TAKT_TRACE_EVENT_irq_exit)
        tt_who_hears(who, event->event, event->a);
    if (event->event == TAKT_TRACE_EVENT_switch)
        who->thread = tt_score_thing(&replay->score, event->core, event->b);
    return place;
}

/* Each step to the next one by the same. */
static void link_steps(struct tt_replay *replay, unsigned core)
{
    struct tt_step *step = replay->steps->core[core].step;
    uint32_t *first = replay->steps->core[core].first;

    if (first == NULL)
        first = replay->steps->core[core].first =
            tt_must(malloc((replay->score.things + TT_WHO) * sizeof(*first)));
    memset(first, 0, (replay->score.things + TT_WHO) * sizeof(*first));
    for (size_t k = replay->steps->core[core].count; k-- != 0;) {
        step[k].next = first[step[k].who];
        first[step[k].who] = (uint32_t)k + 1;
    }
}

static bool learn(struct tt_replay *replay, const struct tt_play *played, unsigned core)
{
    struct walk walk = {replay, played, core, SIZE_MAX, SIZE_MAX};
    struct tt_who who = {.thread = replay->score.core[core].current};
    const struct tt_charge *charge = NULL;
    int64_t ahead = 0;
    bool learnt = false;

    go_on(&walk, true, true);
    for (size_t k = 0; both(&walk); k++) {
        struct tt_step *step = step_at(replay->steps, core, k);
        const struct tt_event *event = &replay->trace->event[walk.i];
        int64_t off = event->time - played->event[walk.j].time;

        step->event = event->event;
        step->who = at_work(replay, &who, event);
        if (charge != NULL && tt_is_step(charge, &played->charge[walk.j]) && off != ahead) {
            step->extra += (int32_t)(off - ahead);
            learnt = true;
        }
        ahead = off;
        charge = &played->charge[walk.j];
        go_on(&walk, true, true);
    }
    link_steps(replay, core);
    return learnt;
}

bool tt_steps_learn(struct tt_replay *replay, const struct tt_play *played)
{
    bool learnt = false;

    if (replay->steps == NULL)
        replay->steps = make(replay);
    for (unsigned c = 0; c < replay->score.cores; c++)
        learnt |= replay->score.core[c].present && learn(replay, played, c);
    return learnt;
}
