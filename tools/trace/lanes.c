/*
 * One walk over the events. A thread that stops being ready while it runs is drawn as waiting from there on; the time up
 * to the switch is the kernel's.
 */
#include "lanes_walk.h"

#include <stdlib.h>
#include <string.h>

#define RAISED 1u

static uint32_t *place_of(const struct tt_lanes *lanes, unsigned core, enum tt_lane_kind kind, uint32_t id)
{
    size_t mask = lanes->hash_size - 1;
    size_t i = ((id + (uint32_t)kind) ^ core * 0x9e3779b9u) * 2654435761u & mask;

    while (lanes->hash[i] != 0) {
        const struct tt_lane *lane = &lanes->lane[lanes->hash[i] - 1];

        if (lane->id == id && lane->core == core && lane->kind == kind)
            break;
        i = (i + 1) & mask;
    }
    return &lanes->hash[i];
}

static void rehash(struct tt_lanes *lanes)
{
    free(lanes->hash);
    lanes->hash_size = lanes->hash_size == 0 ? 64 : lanes->hash_size * 2;
    lanes->hash = tt_must(calloc(lanes->hash_size, sizeof(*lanes->hash)));
    for (size_t i = 0; i < lanes->lanes; i++)
        *place_of(lanes, lanes->lane[i].core, lanes->lane[i].kind, lanes->lane[i].id) = (uint32_t)i + 1;
}

/* @return its place: lanes move when there are more */
static uint32_t lane_of(struct tt_lanes *lanes, unsigned core, enum tt_lane_kind kind, uint32_t id)
{
    const struct tt_object *object;
    uint32_t *place;

    if (lanes->lanes * 2 >= lanes->hash_size)
        rehash(lanes);
    place = place_of(lanes, core, kind, id);
    if (*place != 0)
        return *place - 1;
    if (lanes->lanes == lanes->room) {
        lanes->room = lanes->room == 0 ? 32 : lanes->room * 2;
        lanes->lane = tt_must(realloc(lanes->lane, lanes->room * sizeof(*lanes->lane)));
    }
    object = kind == TT_LANE_THREAD ? tt_object(lanes->trace, core, id) : NULL;
    lanes->lane[lanes->lanes] = (struct tt_lane){.kind = kind,
                                                 .id = id,
                                                 .core = core,
                                                 .idle = object != NULL && strcmp(object->name, "idle") == 0,
                                                 .level = object != NULL ? object->effective : 255};
    *place = (uint32_t)++lanes->lanes;
    return *place - 1;
}

uint32_t tt_lanes_thread(struct tt_lanes *lanes, unsigned core, uint32_t id)
{
    return lane_of(lanes, core, TT_LANE_THREAD, id);
}

/* The lane itself, until there are more. */
static struct tt_lane *lane_at(struct tt_lanes *lanes, unsigned core, enum tt_lane_kind kind, uint32_t id)
{
    uint32_t place = lane_of(lanes, core, kind, id);

    return &lanes->lane[place];
}

static struct tt_lane *thread_of(struct tt_lanes *lanes, unsigned core, uint32_t id)
{
    return lane_at(lanes, core, TT_LANE_THREAD, id);
}

static void turn(struct tt_lane *lane, int64_t time, enum tt_lane_state state, uint32_t what)
{
    if (lane->count > 0 && lane->span[lane->count - 1].state == state &&
        lane->span[lane->count - 1].what == what)
        return;
    if (lane->count == lane->room) {
        lane->room = lane->room == 0 ? 64 : lane->room * 2;
        lane->span = tt_must(realloc(lane->span, lane->room * sizeof(*lane->span)));
    }
    lane->span[lane->count++] = (struct tt_span){.time = time, .what = what, .state = (uint8_t)state};
}

static const struct tt_span *last(const struct tt_lane *lane)
{
    static const struct tt_span none = {.state = TT_NOT_KNOWN};

    return lane->count > 0 ? &lane->span[lane->count - 1] : &none;
}

static uint32_t raised(const struct tt_lane *lane)
{
    const struct tt_span *now = last(lane);

    return now->state == TT_READY || now->state == TT_RUNS ? now->what : 0;
}

uint32_t tt_lanes_arrow(struct tt_lanes *lanes, const struct tt_arrow *one)
{
    if (lanes->arrows == lanes->arrow_room) {
        lanes->arrow_room = lanes->arrow_room == 0 ? 256 : lanes->arrow_room * 2;
        lanes->arrow = tt_must(realloc(lanes->arrow, lanes->arrow_room * sizeof(*lanes->arrow)));
    }
    lanes->arrow[lanes->arrows++] = *one;
    return (uint32_t)lanes->arrows;
}

/* The first switch of a core tells who ran from the recording's beginning on. */
static void ran_before(struct tt_lane *lane)
{
    struct tt_span first = lane->count > 0 ? lane->span[0] : (struct tt_span){.state = TT_RUNS};

    if (lane->count > 0 && (first.time == 0 || first.state == TT_RUNS))
        return;
    if (lane->count == 0) {
        turn(lane, 0, TT_RUNS, 0);
        return;
    }
    turn(lane, last(lane)->time, TT_NOT_KNOWN, UINT32_MAX); /* room for one more */
    memmove(&lane->span[1], &lane->span[0], (lane->count - 1) * sizeof(*lane->span));
    lane->span[0] = (struct tt_span){.state = TT_RUNS};
}

static void step_switch(struct tt_lanes *lanes, const struct tt_event *event)
{
    uint32_t from_place = lane_of(lanes, event->core, TT_LANE_THREAD, event->a);
    uint32_t to_place = lane_of(lanes, event->core, TT_LANE_THREAD, event->b);
    struct tt_lane *from = &lanes->lane[from_place], *to = &lanes->lane[to_place];

    if (lanes->running[event->core] == 0)
        ran_before(from);
    if (last(from)->state != TT_WAITS)
        turn(from, event->time, TT_READY, raised(from));
    turn(to, event->time, TT_RUNS, raised(to));
    if (to->wake != 0)
        lanes->arrow[to->wake - 1].to_time = event->time;
    to->wake = 0;
    lanes->running[event->core] = event->b;
}

/* Who does what is recorded now: a handler, or the thread that runs. */
uint32_t tt_lanes_actor(struct tt_lanes *lanes, const struct tt_event *event)
{
    uint32_t running = lanes->running[event->core];

    return event->handler || running == 0 ? lane_of(lanes, event->core, TT_LANE_CORE, 0)
                                          : lane_of(lanes, event->core, TT_LANE_THREAD, running);
}

static void step_ready(struct tt_lanes *lanes, const struct tt_event *event)
{
    uint32_t to = lane_of(lanes, event->core, TT_LANE_THREAD, event->a), from = tt_lanes_actor(lanes, event);

    turn(&lanes->lane[to], event->time, TT_READY, raised(&lanes->lane[to]));
    if (from != to)
        lanes->lane[to].wake = lanes->lane[to].woken = tt_lanes_arrow(
            lanes,
            &(struct tt_arrow){.from_time = event->time, .to_time = event->time, .from = from, .to = to});
}

static void step_unready(struct tt_lanes *lanes, const struct tt_event *event, uint32_t waits_for)
{
    turn(thread_of(lanes, event->core, event->a), event->time, TT_WAITS, waits_for);
}

static void step_priority(struct tt_lanes *lanes, const struct tt_event *event)
{
    const struct tt_object *object = tt_object(lanes->trace, event->core, event->a);
    struct tt_lane *lane = thread_of(lanes, event->core, event->a);
    const struct tt_span *now = last(lane);

    if (object != NULL && (now->state == TT_READY || now->state == TT_RUNS))
        turn(lane, event->time, (enum tt_lane_state)now->state, event->b < object->base ? RAISED : 0);
}

static void step_irq(struct tt_lanes *lanes, const struct tt_event *event)
{
    unsigned *depth = &lanes->depth[event->core];
    struct tt_lane *lane = lane_at(lanes, event->core, TT_LANE_CORE, 0);

    if (event->event == TAKT_TRACE_EVENT_irq_enter) {
        if ((*depth)++ == 0)
            turn(lane, event->time, TT_HANDLER, event->a);
    } else if (*depth > 0 && --*depth == 0) {
        turn(lane, event->time, TT_NOT_KNOWN, 0);
    }
}

static void step_owner(struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_lane *lane = lane_at(lanes, event->core, TT_LANE_MUTEX, event->a);

    turn(lane, event->time, event->b != 0 ? TT_OWNED : TT_NOT_KNOWN, event->b);
}

static void step(struct tt_lanes *lanes, struct tt_flows *flows, const struct tt_event *event,
                 uint32_t *waits_for)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        step_switch(lanes, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        step_ready(lanes, event);
        break;
    case TAKT_TRACE_EVENT_block:
        waits_for[event->core] = event->a;
        break;
    case TAKT_TRACE_EVENT_unready:
        step_unready(lanes, event, waits_for[event->core]);
        waits_for[event->core] = 0;
        break;
    case TAKT_TRACE_EVENT_priority:
        step_priority(lanes, event);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
    case TAKT_TRACE_EVENT_irq_exit:
        step_irq(lanes, event);
        break;
    case TAKT_TRACE_EVENT_mutex_owner:
        step_owner(lanes, event);
        break;
    default:
        tt_flows_step(flows, lanes, event);
        break;
    }
}

static int by_core(const void *a, const void *b)
{
    const struct tt_lane *x = a, *y = b;

    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Lanes in their order, and arrows with them: a lane knows its old place until then. */
static void sort(struct tt_lanes *lanes)
{
    uint32_t *place = tt_must(calloc(lanes->lanes + 1, sizeof(*place)));

    for (uint32_t i = 0; i < lanes->lanes; i++)
        lanes->lane[i].wake = i;
    qsort(lanes->lane, lanes->lanes, sizeof(*lanes->lane), by_core);
    for (uint32_t i = 0; i < lanes->lanes; i++)
        place[lanes->lane[i].wake] = i;
    for (size_t i = 0; i < lanes->arrows; i++) {
        lanes->arrow[i].from = place[lanes->arrow[i].from];
        lanes->arrow[i].to = place[lanes->arrow[i].to];
    }
    free(place);
}

void tt_lanes_make(struct tt_lanes *lanes, const struct tt_trace *trace)
{
    uint32_t waits_for[TT_CORES] = {0};
    struct tt_flows flows = {0};

    *lanes = (struct tt_lanes){.trace = trace};
    for (unsigned c = 0; c < trace->cores; c++) {
        if (trace->core[c].count > 0)
            turn(lane_at(lanes, c, TT_LANE_CORE, 0), 0, TT_NOT_KNOWN, 0);
    }
    for (size_t i = 0; i < trace->count; i++)
        step(lanes, &flows, &trace->event[i], waits_for);
    tt_flows_end(&flows);
    sort(lanes);
}

void tt_lanes_free(struct tt_lanes *lanes)
{
    for (size_t i = 0; i < lanes->lanes; i++)
        free(lanes->lane[i].span);
    free(lanes->lane);
    free(lanes->arrow);
    free(lanes->hash);
}

const char *tt_lane_name(const struct tt_lanes *lanes, const struct tt_lane *lane)
{
    static char text[32];

    if (lane->kind != TT_LANE_CORE)
        return tt_name(lanes->trace, lane->core, lane->id);
    snprintf(text, sizeof(text), "core %u", lane->core);
    return text;
}
