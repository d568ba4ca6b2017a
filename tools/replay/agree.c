/*
 * Is a replay what was recorded? Each core's events, one after the other: the same event, of the same object, with
 * the same result.
 */
#include "replay.h"

#include "../trace/read.h"

#include <takt/trace.h>

#include <stdlib.h>

/* Groups of events, as the recorder filters them. */
static uint32_t group_of(unsigned event)
{
    static const uint32_t groups[] = {
        0,
#define TAKT_EVENT2(group, name, a, b)     TAKT_TRACE_GROUP_##group,
#define TAKT_EVENT2_OWN(group, name, a, b) TAKT_TRACE_GROUP_##group,
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
    };

    return groups[event];
}

bool tt_is_heard(const struct tt_replay *replay, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_lost || event->event == TAKT_TRACE_EVENT_idle ||
        event->event == TAKT_TRACE_EVENT_masked || event->event == TAKT_TRACE_EVENT_held ||
        event->event == TAKT_TRACE_EVENT_doorbell)
        return false;
    if (event->event == TAKT_TRACE_EVENT_stopped && event->b != 0)
        return false; /* the memory was full */
    return (replay->score.core[event->core].groups & group_of(event->event)) != 0;
}

/* The next event of a core that is compared, from a place on. @return count: none */
static size_t next_of(const struct tt_replay *replay, const struct tt_event *events, size_t count,
                      size_t from, unsigned core)
{
    while (from < count && (events[from].core != core || !tt_is_heard(replay, &events[from])))
        from++;
    return from;
}

static bool same_argument(const struct tt_replay *replay, const struct tt_event *x, const struct tt_event *y,
                          unsigned which)
{
    uint32_t a = which == 0 ? x->a : x->b, b = which == 0 ? y->a : y->b;

    if (a == b)
        return true;
    if (!tt_is_object(x->event, which))
        return false;
    return tt_score_thing(&replay->score, x->core, a) == tt_score_thing(&replay->score, y->core, b);
}

/* Who stands in for the owner of a lock that another core has is in no table, and has the least urgent level there is. */
static bool stands_in(const struct tt_replay *replay, const struct tt_event *event)
{
    return event->event == TAKT_TRACE_EVENT_priority &&
           tt_score_thing(&replay->score, event->core, event->a) == TT_NOBODY;
}

/* Of some the second argument is an address of the target's, or a number of its own. */
static bool second_counts(unsigned event)
{
    return event != TAKT_TRACE_EVENT_posted && event != TAKT_TRACE_EVENT_thread_exit &&
           event != TAKT_TRACE_EVENT_call_exit && event != TAKT_TRACE_EVENT_call_pool_free &&
           event != TAKT_TRACE_EVENT_call_cond_wait && event != TAKT_TRACE_EVENT_cond_signal;
}

bool tt_is_same(const struct tt_replay *replay, const struct tt_event *x, const struct tt_event *y)
{
    if (x->event == y->event &&
        (x->event == TAKT_TRACE_EVENT_clock_read || x->event == TAKT_TRACE_EVENT_call_with))
        return true; /* times, which are compared as such */
    if (stands_in(replay, x) && stands_in(replay, y))
        return true;
    return x->event == y->event && x->more == y->more && same_argument(replay, x, y, 0) &&
           (!second_counts(x->event) || same_argument(replay, x, y, 1));
}

static void match_core(struct tt_agreement *match, const struct tt_replay *replay, const struct tt_play *play,
                       unsigned core)
{
    const struct tt_event *recorded = replay->trace->event;
    size_t i = 0, j = 0;

    for (;; i++, j++) {
        int64_t drift;

        i = next_of(replay, recorded, replay->trace->count, i, core);
        j = next_of(replay, play->event, play->count, j, core);
        if (i == replay->trace->count)
            return;
        if (j == play->count || !tt_is_same(replay, &recorded[i], &play->event[j]))
            break;
        drift = llabs(recorded[i].time - play->event[j].time);
        match->drift = drift > match->drift ? drift : match->drift;
        match->matched++;
    }
    if (!match->same)
        return;
    match->same = false;
    match->at = i;
    match->at_played = j < play->count ? j : SIZE_MAX;
}

void tt_agree(struct tt_agreement *match, const struct tt_replay *replay, const struct tt_play *play)
{
    *match = (struct tt_agreement){.same = true};
    for (unsigned c = 0; c < replay->score.cores; c++) {
        if (replay->score.core[c].present)
            match_core(match, replay, play, c);
    }
}
