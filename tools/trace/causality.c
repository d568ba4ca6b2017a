/*
 * Requests: a core that carries out a request to one of its slots has been rung since it last looked at that slot
 * (kernel/remote.c: asking toggles the slot's bit, and the bell of a bit that was toggled has been rung; a look makes
 * the bit equal). So of two requests of one core to one slot, between the handler that served the first and the
 * second lies a doorbell of that core's.
 *
 * Messages: each has its number in its lane, which both ends record. The time of its sending is not behind that of its
 * receipt.
 *
 * Equal times are no fault, whichever comes first in the merged order; so a suspicion is kept until time has moved on.
 */
#include "causality.h"

#include "read.h"
#include "table.h"

#include <stdlib.h>

#define SLOTS 32u

/** Requests of one core to another. */
struct pair {
    int64_t rung;        /* time of the last doorbell; -1: none */
    int64_t look[SLOTS]; /* when the handler began that served the slot the last time; -1: never */
    bool suspected;
    struct tt_event suspect;
};

struct tt_causality {
    unsigned cores;
    struct pair *pair; /* source * cores + target */
    size_t suspects;
    bool blind[TT_CORES]; /* its events are missing from here to its next */
    int64_t now;
    struct tt_table lanes; /* by lane; count 0: messages received; 1: number of the last; time 0: when */
};

struct tt_causality *tt_causality_begin(unsigned cores)
{
    struct tt_causality *causality = tt_must(calloc(1, sizeof(*causality)));

    causality->cores = cores;
    causality->pair = tt_must(calloc((size_t)cores * cores + 1, sizeof(*causality->pair)));
    for (size_t i = 0; i < (size_t)cores * cores; i++) {
        causality->pair[i].rung = -1;
        for (unsigned slot = 0; slot < SLOTS; slot++)
            causality->pair[i].look[slot] = -1;
    }
    return causality;
}

static void report(struct tt_causality *causality, struct tt_model *model)
{
    for (size_t i = 0; causality->suspects > 0 && i < (size_t)causality->cores * causality->cores; i++) {
        struct pair *pair = &causality->pair[i];

        if (!pair->suspected)
            continue;
        pair->suspected = false;
        causality->suspects--;
        if (model->fault != NULL)
            model->fault(model, &pair->suspect, TT_CAUSE,
                         "a request was carried out before its core was rung for it");
    }
}

static void ring(struct tt_causality *causality, const struct tt_event *event)
{
    struct pair *pair;

    if (event->b >= causality->cores)
        return;
    pair = &causality->pair[event->core * causality->cores + event->b];
    pair->rung = event->time;
    if (pair->suspected) {
        pair->suspected = false;
        causality->suspects--;
    }
}

static void serve(struct tt_causality *causality, const struct tt_model *model, const struct tt_event *event)
{
    const struct tt_core_state *core = &model->core[event->core];
    struct pair *pair;
    int64_t *look;

    if (event->a >= causality->cores || event->b >= SLOTS)
        return;
    pair = &causality->pair[event->a * causality->cores + event->core];
    look = &pair->look[event->b];
    if (causality->blind[event->a]) {
        *look = -1;
        return;
    }
    if (*look >= 0 && pair->rung < *look && !pair->suspected) {
        pair->suspected = true;
        pair->suspect = *event;
        causality->suspects++;
    }
    *look = core->depth > 0 && core->depth <= TT_NESTED ? core->entered[core->depth - 1] : -1;
}

/* Events are missing: what came before them tells nothing of what follows. */
static void forget(struct tt_causality *causality, unsigned core)
{
    for (unsigned other = 0; other < causality->cores; other++) {
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            causality->pair[core * causality->cores + other].look[slot] = -1;
            causality->pair[other * causality->cores + core].look[slot] = -1;
        }
    }
}

static void receive(struct tt_causality *causality, const struct tt_event *event)
{
    struct tt_row *lane = tt_row(&causality->lanes, event->a, 0, 0, 0);

    lane->count[0]++;
    lane->count[1] = event->b;
    lane->time[0] = event->time;
}

static void send(struct tt_causality *causality, struct tt_model *model, const struct tt_event *event)
{
    const struct tt_row *lane = tt_row(&causality->lanes, event->a, 0, 0, 0);

    if (lane->count[0] != 0 && (int32_t)((uint32_t)lane->count[1] - event->b) >= 0 &&
        lane->time[0] < event->time && model->fault != NULL)
        model->fault(model, event, TT_CAUSE, "a message was received before it was sent");
}

void tt_causality_step(struct tt_causality *causality, struct tt_model *model, const struct tt_event *event)
{
    if (event->time > causality->now) {
        report(causality, model);
        causality->now = event->time;
    }
    if (causality->blind[event->core]) {
        causality->blind[event->core] = false;
        forget(causality, event->core);
    }
    if (event->event == TAKT_TRACE_EVENT_doorbell)
        ring(causality, event);
    else if (event->event == TAKT_TRACE_EVENT_remote)
        serve(causality, model, event);
    else if (event->event == TAKT_TRACE_EVENT_channel_send)
        send(causality, model, event);
    else if (event->event == TAKT_TRACE_EVENT_channel_receive)
        receive(causality, event);
    else if (event->event == TAKT_TRACE_EVENT_lost)
        causality->blind[event->core] = true;
}

void tt_causality_end(struct tt_causality *causality, struct tt_model *model)
{
    report(causality, model);
    tt_table_free(&causality->lanes);
    free(causality->pair);
    free(causality);
}
