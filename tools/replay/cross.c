/*
 * What crosses cores in a score: requests, channels, locks.
 *
 * A replay makes the calls; all else between the cores (doorbells, what their handlers do, who gets a lock) follows from
 * that on the kernel itself. So calls that the kernel makes within such a call, or in the doorbell's handler, are no
 * acts of anybody. What is needed to make the calls is put together from both sides of the recording: which object a
 * slot stands for, from what the doorbell's handler did when it carried out a request; which lanes a channel has, and
 * what was in them when recording began, from the numbers of the messages.
 *
 * A doorbell that no recorded core has rung is an interrupt from outside, at its recorded time.
 */
#include "making.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

#define FLIGHT 10000 /* ns: a doorbell that a handler's beginning has overtaken comes within this time */

bool tt_cross_has_inner(const struct tt_act *act)
{
    return act->kind == TAKT_TRACE_EVENT_call_remote || act->kind == TAKT_TRACE_EVENT_call_channel ||
           act->kind == TT_RECEIVE;
}

/* The object of a slot. */
static void bind(struct making *making, unsigned slot)
{
    const struct tt_event *event = making->event;
    uint32_t thing = tt_make_thing(making, event->a, TAKT_TRACE_NOTHING);

    making->score->core[event->core].slot[slot].thing = thing;
    making->score->thing[thing].asked = true;
}

/* A core that asks itself has no doorbell's handler for it. */
static void bind_own(struct making *making, const struct tt_act *act)
{
    if (act->kind == TAKT_TRACE_EVENT_call_remote && act->with[0] == making->event->core && act->b < TT_SLOTS)
        bind(making, act->b);
}

/* A receiver waits at its channel's semaphore. */
void tt_cross_inner(struct making *making, struct under_way *open, unsigned ends)
{
    const struct tt_act *act = &making->score->act[open->act];

    open->inner += ends == TAKT_TRACE_EVENT_call_end;
    if (making->event->event == TAKT_TRACE_EVENT_call_resume)
        bind_own(making, act);
    if (act->kind == TT_RECEIVE && making->event->event == TAKT_TRACE_EVENT_call_sem_take)
        making->score->thing[act->thing].holds =
            tt_score_thing(making->score, making->event->core, making->event->a);
}

bool tt_cross_ends_inner(struct making *making, struct under_way *open, unsigned ends)
{
    if (making->event->event == TAKT_TRACE_EVENT_sem_give)
        bind_own(making, &making->score->act[open->act]);
    if (making->event->event != ends)
        return making->event->event != TAKT_TRACE_EVENT_call_end || open->inner-- != 0;
    if (ends != TAKT_TRACE_EVENT_call_end || open->inner == 0)
        return false;
    open->inner--;
    return true;
}

static struct tt_slot *slot_of(struct making *making, uint32_t core, uint32_t slot)
{
    if (core >= TT_CORES || slot >= TT_SLOTS) {
        tt_make_fail(making, "there is no such slot");
        return NULL;
    }
    if (core >= making->score->cores)
        making->score->cores = core + 1;
    making->score->core[core].slot[slot].used = true;
    making->score->core[core].slot[slot].early += !making->score->core[core].present;
    return &making->score->core[core].slot[slot];
}

/* With a deadline the kernel looks when it is, unless a lock that threads sleep for is only tried. */
static bool reads_clock(const struct tt_act *act, const struct tt_thing *lock)
{
    bool sleeps = (lock->limit & TAKT_TRACE_LLQ_BLOCKS) != 0;

    return act->kind == TAKT_TRACE_EVENT_call_llq_acquire && (act->b == 1 || (act->b == 0 && !sleeps));
}

void tt_cross_asks(struct making *making, struct under_way *open)
{
    struct tt_act *act = &making->score->act[open->act];
    struct tt_slot *slot;

    switch (act->kind) {
    case TAKT_TRACE_EVENT_call_remote:
        act->with[0] = making->event->a;
        slot = slot_of(making, making->event->a, making->event->b);
        if (slot != NULL)
            slot->by |= UINT64_C(1) << making->event->core;
        break;
    case TAKT_TRACE_EVENT_call_channel:
        if (act->b == 0)
            break;
        act->kind = TT_RECEIVE;
        act->b--;
        break;
    case TAKT_TRACE_EVENT_call_llq_acquire: /* it ends without an event of its own */
        *open = (struct under_way){.asked = open->act,
                                   .reads = reads_clock(act, &making->score->thing[act->thing])};
        act->ended = true;
        break;
    case TAKT_TRACE_EVENT_call_llq_release:
    case TAKT_TRACE_EVENT_call_delete:
    case TAKT_TRACE_EVENT_made:
        *open = (struct under_way){0};
        break;
    default:
        break;
    }
}

void tt_cross_abandoned(struct making *making)
{
    const struct under_way *open;

    if (tt_make_frame(making)->chain == NULL)
        return;
    open = tt_make_open(making);
    if (open->asked != 0)
        making->score->act[open->asked].result = -1;
}

/* Is all that the thread has done since its first wait what a receiver does between that and the message? */
static bool only_received(const struct tt_score *score, const struct tt_thing *thread)
{
    uint32_t first = thread->chain.first;

    if (first == 0 || !score->act[first].initial || score->act[first].kind != TAKT_TRACE_EVENT_call_sem_take)
        return false;
    for (uint32_t at = score->act[first].next; at != 0; at = score->act[at].next) {
        if (score->act[at].kind != TAKT_TRACE_EVENT_call_preempt &&
            score->act[at].kind != TAKT_TRACE_EVENT_call_sem_give)
            return false;
    }
    return true;
}

bool tt_cross_received(struct making *making)
{
    const struct tt_event *event = making->event;
    struct tt_score *score = making->score;
    struct tt_thing *thread = &score->thing[making->core[event->core].running];
    struct tt_act *act = &score->act[thread->chain.first];
    uint32_t channel;

    if (event->event != TAKT_TRACE_EVENT_channel_received || making->core[event->core].depth != 0 ||
        !only_received(score, thread))
        return false;
    channel = tt_make_thing(making, event->a, TAKT_TRACE_CHANNEL);
    score->thing[channel].holds = act->thing;
    score->thing[channel].channel = making->core[event->core].channel;
    act->kind = TT_RECEIVE;
    act->thing = channel;
    act->result = (int32_t)event->b;
    act->next = 0;
    thread->chain.last = thread->chain.first;
    return true;
}

void tt_cross_served(struct making *making)
{
    const struct tt_event *event = making->event;

    if (!tt_make_frame(making)->own)
        tt_make_fail(making, "the core that asked for this is not in the recording");
    else if (slot_of(making, event->core, event->b) != NULL)
        making->core[event->core].serving = event->b;
}

void tt_cross_gave(struct making *making)
{
    const struct tt_event *event = making->event;
    uint32_t *serving = &making->core[event->core].serving;

    if (*serving == TT_NOBODY ||
        (event->event != TAKT_TRACE_EVENT_sem_give && event->event != TAKT_TRACE_EVENT_call_resume &&
         event->event != TAKT_TRACE_EVENT_posted))
        return;
    bind(making, *serving);
    *serving = TT_NOBODY;
}

static uint32_t channel_of(struct making *making, uint32_t lane)
{
    struct tt_score *score = making->score;
    uint8_t owner = (uint8_t)(lane >> 8), slot = (uint8_t)lane;
    uint32_t generation = lane >> 24;
    size_t room = score->channels_room;

    for (uint32_t i = 0; i < score->channels; i++) {
        if (score->channel[i].owner == owner && score->channel[i].slot == slot &&
            score->channel[i].generation == generation)
            return i;
    }
    score->channel = tt_grow(score->channel, score->channels, &room, sizeof(*score->channel));
    score->channels_room = (uint32_t)room;
    score->channel[score->channels] =
        (struct tt_channel){.owner = owner, .slot = slot, .generation = generation, .thing = TT_NOBODY};
    return score->channels++;
}

static void note_message(struct tt_channel *channel, unsigned sender, uint32_t number, bool received)
{
    struct tt_lane *lane = &channel->lane[sender];

    if (received && !channel->received) {
        channel->received = true;
        channel->first = sender;
    }
    if (received && !lane->received)
        lane->pending = lane->sent ? lane->number - number : 0;
    if (received ? !lane->received : !lane->sent && !lane->received)
        lane->number = number;
    if (!received && !lane->sent && lane->received)
        lane->pending = number - lane->number;
    lane->sent |= !received;
    lane->received |= received;
}

void tt_cross_message(struct making *making)
{
    const struct tt_event *event = making->event;
    struct tt_slot *slot = slot_of(making, event->a >> 8 & 0xff, event->a & 0xff);
    const struct under_way *open;
    uint32_t channel;

    if (slot == NULL)
        return;
    if ((event->a >> 16 & 0xff) >= TT_CORES) {
        tt_make_fail(making, "there is no such core");
        return;
    }
    channel = slot->channel = making->core[event->core].channel = channel_of(making, event->a);
    note_message(&making->score->channel[channel], event->a >> 16 & 0xff, event->b,
                 event->event == TAKT_TRACE_EVENT_channel_receive);
    if (tt_make_frame(making)->chain == NULL)
        return;
    open = tt_make_open(making);
    if (open->act != 0 && making->score->act[open->act].thing != TT_NOBODY)
        making->score->thing[making->score->act[open->act].thing].channel = channel;
}

void tt_cross_rings(struct making *making)
{
    if (making->event->b < TT_CORES)
        making->core[making->event->b].rung = making->event->time;
}

bool tt_cross_rung(struct making *making)
{
    int64_t time = making->event->time, rung = making->core[making->event->core].rung;
    bool since = rung > making->core[making->event->core].answered;

    making->core[making->event->core].answered = time;
    return since || (rung >= 0 && time - rung < FLIGHT);
}

/* Both sides of a channel know its shape; its owner's has the semaphore. */
static void close_channel(struct tt_score *score, uint32_t place)
{
    struct tt_thing *thing = &score->thing[place];
    struct tt_channel *channel;

    if (thing->holds != TT_NOBODY)
        score->thing[thing->holds].inside = true;
    if (thing->channel == TT_NOBODY)
        return;
    channel = &score->channel[thing->channel];
    channel->size = thing->value;
    channel->room = thing->limit;
    if (thing->core != channel->owner)
        return;
    channel->thing = place;
    if (thing->holds == TT_NOBODY)
        thing->holds = score->core[thing->core].slot[channel->slot].thing;
    if (thing->holds != TT_NOBODY)
        score->thing[thing->holds].inside = true;
}

/* Its gate is entered in the table under its name. */
static void close_lock(struct tt_score *score, uint32_t place)
{
    for (uint32_t i = 0; i < score->things; i++) {
        struct tt_thing *gate = &score->thing[i];

        if (gate->kind != TAKT_TRACE_MUTEX || gate->core != score->thing[place].core ||
            gate->value != TAKT_TRACE_GATE || strcmp(gate->name, score->thing[place].name) != 0)
            continue;
        gate->inside = true;
        score->thing[place].holds = i;
    }
}

/* What was given before a core's recording began, and is in another's, is played: so it was not there yet. */
static void close_slots(struct tt_score *score, const struct tt_score_core *core)
{
    for (unsigned i = 0; i < TT_SLOTS; i++) {
        struct tt_thing *thing = core->slot[i].thing == TT_NOBODY ? NULL : &score->thing[core->slot[i].thing];

        if (thing != NULL && thing->kind == TAKT_TRACE_SEM)
            thing->start = thing->start > core->slot[i].early ? thing->start - core->slot[i].early : 0;
    }
}

void tt_cross_close(struct tt_score *score)
{
    for (unsigned c = 0; c < TT_CORES; c++)
        close_slots(score, &score->core[c]);
    for (uint32_t i = 0; i < score->things; i++) {
        if (score->thing[i].kind == TAKT_TRACE_CHANNEL)
            close_channel(score, i);
        else if (score->thing[i].kind == TAKT_TRACE_LLQ)
            close_lock(score, i);
    }
}
