/*
 * From a recording to its score.
 *
 * Calls are put into the chain of whoever made them: the running thread, or the innermost handler, which a stack of
 * frames a core keeps. A call ends at the event that has its result; between the two nothing else of the same chain
 * can happen, so whatever does not fit that is refused with its place, and nothing is guessed.
 *
 * A recording that begins in the middle shows ends of calls that it has no beginning of: those were under way, and
 * become initial acts. What objects held at that time follows from what was taken out of them (initial.c).
 */
#include "score.h"

#include "initial.h"
#include "making.h"
#include "sources.h"

#include "../trace/read.h"

#include <takt/trace.h>

#include <stdlib.h>
#include <string.h>

void tt_make_fail(struct making *making, const char *what)
{
    const struct tt_event *event = making->event;

    if (!making->failed)
        fprintf(stderr, "takt-trace: this recording cannot be replayed: at %.3f us on core %u, %s %s: %s.\n",
                (double)event->time / 1000.0, event->core, tt_event_name(event->event),
                tt_name(making->score->trace, event->core, event->a), what);
    making->failed = true;
}

uint32_t tt_score_thing(const struct tt_score *score, unsigned core, uint32_t id)
{
    const struct tt_object *object;

    for (uint32_t i = 0; score->moved != 0 && i < score->things; i++) {
        if (score->thing[i].moved && score->thing[i].core == core && score->thing[i].id == id)
            return i;
    }
    object = tt_object(score->trace, core, id);
    if (object != NULL)
        return score->things_of[core] + (uint32_t)(object - score->trace->core[core].object);
    for (uint32_t i = score->things_of[TT_CORES]; i < score->things; i++) {
        if (score->thing[i].core == core && score->thing[i].id == id)
            return i;
    }
    return TT_NOBODY;
}

static uint32_t add_thing(struct tt_score *score, const struct tt_thing *thing)
{
    size_t room = score->things_room;

    score->thing = tt_grow(score->thing, score->things, &room, sizeof(*thing));
    score->things_room = (uint32_t)room;
    score->thing[score->things] = *thing;
    return score->things++;
}

/* One that is in no table is made as soon as it is met. */
uint32_t tt_make_thing(struct making *making, uint32_t id, unsigned kind)
{
    struct tt_score *score = making->score;
    unsigned core = making->event->core;
    uint32_t place = tt_score_thing(score, core, id);

    if (place == TT_NOBODY)
        place = add_thing(score, &(struct tt_thing){.id = id,
                                                    .core = (uint8_t)core,
                                                    .kind = (uint8_t)kind,
                                                    .limit = UINT32_MAX,
                                                    .holds = TT_NOBODY,
                                                    .channel = TT_NOBODY,
                                                    .name = ""});
    if (score->thing[place].kind != kind && kind != TAKT_TRACE_NOTHING)
        tt_make_fail(making, "the object is of another kind");
    score->thing[place].met = true;
    return place;
}

uint32_t tt_make_act(struct tt_score *score, struct tt_row *chain, const struct tt_act *act)
{
    size_t room = score->acts_room;

    score->act = tt_grow(score->act, score->acts, &room, sizeof(*act));
    score->acts_room = (uint32_t)room;
    score->act[score->acts] = *act;
    if (chain->last != 0)
        score->act[chain->last].next = score->acts;
    else
        chain->first = score->acts;
    return chain->last = score->acts++;
}

/* An act of whoever is at work on the event's core. */
struct frame *tt_make_frame(struct making *making)
{
    unsigned core = making->event->core;
    struct frame *frame = &making->core[core].frame[making->core[core].depth];
    uint32_t running = making->core[core].running;

    if (making->core[core].depth == 0)
        frame->chain = running == TT_NOBODY ? NULL : &making->score->thing[running].chain;
    return frame;
}

struct under_way *tt_make_open(struct making *making)
{
    unsigned core = making->event->core;

    return making->core[core].depth == 0 ? &making->open[making->core[core].running]
                                         : &tt_make_frame(making)->open;
}

/* An interrupt may come between an argument and its call, or another thread: so they belong to who is at work. */
struct under_way *tt_make_arguments(struct making *making)
{
    unsigned core = making->event->core;

    return making->core[core].depth == 0 && making->core[core].running == TT_NOBODY
               ? &making->core[core].frame[0].open
               : tt_make_open(making);
}

/* @return its place; 0: nobody can have done it */
uint32_t tt_make_put(struct making *making, uint32_t thing)
{
    const struct tt_event *event = making->event;
    struct frame *frame = tt_make_frame(making);
    struct under_way *arguments = tt_make_arguments(making);

    if (frame->chain == NULL) {
        tt_make_fail(making, "it is not known who called");
        return 0;
    }
    arguments->withs = 0;
    return tt_make_act(making->score, frame->chain,
                       &(struct tt_act){.kind = event->event,
                                        .thing = thing,
                                        .b = event->b,
                                        .begin = event->time,
                                        .with = {arguments->with[0], arguments->with[1]}});
}

static void begin_core(struct making *making)
{
    const uint32_t needed = TAKT_TRACE_GROUP_switch | TAKT_TRACE_GROUP_irq | TAKT_TRACE_GROUP_object |
                            TAKT_TRACE_GROUP_timer | TAKT_TRACE_GROUP_call;
    const struct tt_event *event = making->event;
    struct tt_score_core *core = &making->score->core[event->core];

    if (core->present)
        return;
    core->present = true;
    core->start = event->time;
    core->groups = event->a;
    core->mode = event->b;
    if (event->event != TAKT_TRACE_EVENT_started)
        tt_make_fail(
            making,
            "the core's beginning was overwritten: record with TAKT_TRACE_ONCE or TAKT_TRACE_STREAM, or with "
            "more packets");
    else if ((core->groups & needed) != needed)
        tt_make_fail(
            making,
            "a replay needs the groups switch, irq, object, timer and call: takt_trace_start(mode, 0) "
            "records all");
}

/* A timer that runs when recording begins. */
static void add_timer(struct making *making)
{
    const struct tt_event *event = making->event;
    struct under_way *arguments = tt_make_arguments(making);

    (void)tt_make_act(making->score, &making->score->core[event->core].timers,
                      &(struct tt_act){.kind = event->event,
                                       .thing = tt_make_thing(making, event->a, TAKT_TRACE_TIMER),
                                       .b = event->b,
                                       .with = {arguments->with[0], arguments->with[1]}});
    arguments->withs = 0;
}

static void add_argument(struct under_way *arguments, const struct tt_event *event)
{
    if (arguments->withs < 2)
        arguments->with[arguments->withs++] = (int64_t)((uint64_t)event->a << 32 | event->b);
}

static void step(struct making *making)
{
    const struct tt_event *event = making->event;
    struct tt_score *score = making->score;
    const struct call *call = tt_call_of(event->event);

    begin_core(making);
    if (making->failed)
        return;
    score->core[event->core].end = event->time;
    if (call != NULL) {
        tt_call_begin(making, call);
        return;
    }
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        making->core[event->core].running = tt_make_thing(making, event->b, TAKT_TRACE_THREAD);
        (void)tt_make_thing(making, event->a, TAKT_TRACE_THREAD);
        break;
    case TAKT_TRACE_EVENT_call_with:
        add_argument(tt_make_arguments(making), event);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        tt_handler_enter(making);
        break;
    case TAKT_TRACE_EVENT_tick:
        if (!tt_make_frame(making)->own)
            tt_make_fail(making, "the timer ticks in a handler that is not always its own");
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        tt_handler_leave(making);
        break;
    case TAKT_TRACE_EVENT_timer_expire:
        tt_handler_expire(making);
        break;
    case TAKT_TRACE_EVENT_rung:
        if (tt_make_frame(making)->own)
            break;
        tt_make_arguments(making)->with[0] = event->a;
        (void)tt_make_put(making, TT_NOBODY);
        break;
    case TAKT_TRACE_EVENT_mark:
    case TAKT_TRACE_EVENT_counter:
        tt_make_arguments(making)->with[0] = event->a;
        (void)tt_make_put(making, TT_NOBODY);
        break;
    case TAKT_TRACE_EVENT_clock_read:
        tt_call_clock(making);
        break;
    case TAKT_TRACE_EVENT_stopped:
        making->core[event->core].ended = true;
        score->core[event->core].stops = event->b == 0;
        if (event->b == 0) /* else its memory was full, at any place */
            (void)tt_make_put(making, TT_NOBODY);
        break;
    case TAKT_TRACE_EVENT_call_end:
        if (!tt_handler_returns(making))
            tt_call_end(making);
        break;
    case TAKT_TRACE_EVENT_sem_give:
    case TAKT_TRACE_EVENT_sem_take:
    case TAKT_TRACE_EVENT_mutex_lock:
    case TAKT_TRACE_EVENT_queue_send:
    case TAKT_TRACE_EVENT_queue_receive:
    case TAKT_TRACE_EVENT_event_wait:
    case TAKT_TRACE_EVENT_pool_alloc:
    case TAKT_TRACE_EVENT_pool_free:
    case TAKT_TRACE_EVENT_channel_sent:
    case TAKT_TRACE_EVENT_channel_received:
        tt_call_end(making);
        break;
    case TAKT_TRACE_EVENT_timer_runs:
        add_timer(making);
        break;
    case TAKT_TRACE_EVENT_doorbell:
        tt_cross_rings(making);
        break;
    case TAKT_TRACE_EVENT_posted:
        if (tt_make_frame(making)->own)
            tt_cross_gave(making);
        break;
    case TAKT_TRACE_EVENT_remote:
        tt_cross_served(making);
        break;
    case TAKT_TRACE_EVENT_channel_send:
    case TAKT_TRACE_EVENT_channel_receive:
        tt_cross_message(making);
        break;
    case TAKT_TRACE_EVENT_llq_abandon:
        tt_cross_abandoned(making);
        break;
    case TAKT_TRACE_EVENT_llq_recover:
        tt_make_fail(making, "the death of a core is not known to a replay");
        break;
    case TAKT_TRACE_EVENT_bad_message:
        tt_make_fail(making, "what one core wrote made no sense to another");
        break;
    case TAKT_TRACE_EVENT_panic:
        tt_make_fail(making, "the core stopped");
        break;
    default:
        break;
    }
}

static void add_table(struct tt_score *score, unsigned number)
{
    const struct tt_core *core = &score->trace->core[number];

    score->things_of[number] = score->things;
    score->core[number] =
        (struct tt_score_core){.idle = TT_NOBODY, .current = TT_NOBODY, .tick = TT_NOBODY, .bell = TT_NOBODY};
    for (unsigned i = 0; i < TT_SLOTS; i++)
        score->core[number].slot[i] = (struct tt_slot){.thing = TT_NOBODY, .channel = TT_NOBODY};
    for (size_t i = 0; i < core->objects; i++) {
        const struct tt_object *object = &core->object[i];
        struct tt_thing thing = {.id = object->id,
                                 .core = (uint8_t)number,
                                 .kind = object->kind,
                                 .state = object->state,
                                 .value = object->value,
                                 .limit = object->limit,
                                 .start = object->now,
                                 .base = object->base,
                                 .threshold = object->limit,
                                 .slice = object->value,
                                 .holds = TT_NOBODY,
                                 .channel = TT_NOBODY,
                                 .name = object->name};

        thing.idle = object->kind == TAKT_TRACE_THREAD && strcmp(object->name, "idle") == 0;
        if (thing.idle)
            score->core[number].idle = score->things;
        (void)add_thing(score, &thing);
    }
}

/* What the rest takes as known: who runs when recording begins, and the number of each core's timer. */
static void look_ahead(struct making *making)
{
    const struct tt_trace *trace = making->score->trace;
    uint32_t number[TT_CORES][FRAMES];
    size_t began[TT_CORES][FRAMES];
    unsigned depth[TT_CORES] = {0};

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];
        unsigned core = event->core;

        making->event = event;
        if (event->event == TAKT_TRACE_EVENT_irq_enter && depth[core] < FRAMES) {
            making->empty[i] = true;
            began[core][depth[core]] = i;
            number[core][depth[core]++] = event->a;
        } else if (event->event == TAKT_TRACE_EVENT_irq_exit && depth[core] > 0)
            depth[core]--;
        else if (event->event == TAKT_TRACE_EVENT_tick && depth[core] > 0) {
            making->empty[began[core][depth[core] - 1]] = false;
            making->score->core[core].tick = number[core][depth[core] - 1];
        } else if (event->event == TAKT_TRACE_EVENT_rung && depth[core] > 0)
            making->score->core[core].bell = number[core][depth[core] - 1];
        else if (event->event == TAKT_TRACE_EVENT_switch && making->core[core].running == TT_NOBODY)
            making->score->core[core].current = making->core[core].running =
                tt_make_thing(making, event->a, TAKT_TRACE_THREAD);
    }
}

/* Threads that are in no call go on until the recording ends. */
static void close_chains(struct making *making)
{
    struct tt_score *score = making->score;

    for (uint32_t i = 0; i < score->things; i++) {
        struct tt_thing *thing = &score->thing[i];
        const struct tt_score_core *core = &score->core[thing->core];
        const struct tt_act *last = thing->chain.last == 0 ? NULL : &score->act[thing->chain.last];

        if (thing->kind != TAKT_TRACE_THREAD || !thing->met || thing->idle || making->open[i].act != 0)
            continue;
        if (last != NULL && last->kind == TAKT_TRACE_EVENT_stopped)
            continue;
        (void)tt_make_act(score, &thing->chain, &(struct tt_act){.thing = TT_NOBODY, .begin = core->end});
    }
}

int tt_score_make(struct tt_score *score, const struct tt_trace *trace)
{
    struct making *making = tt_must(calloc(1, sizeof(*making)));
    bool failed;

    *score = (struct tt_score){.trace = trace, .cores = trace->cores};
    score->things_of = tt_must(calloc(TT_CORES + 1, sizeof(*score->things_of)));
    (void)tt_make_act(score, &(struct tt_row){0}, &(struct tt_act){0}); /* place 0 is nobody's */
    making->score = score;
    for (unsigned c = 0; c < TT_CORES; c++) {
        add_table(score, c);
        making->core[c].running = making->core[c].serving = TT_NOBODY;
        making->core[c].rung = making->core[c].answered = -1;
    }
    score->things_of[TT_CORES] = score->things;
    making->open = tt_must(calloc(score->things + trace->count + 1, sizeof(*making->open)));
    making->clock = tt_must(calloc(score->things + trace->count + 1, sizeof(*making->clock)));
    making->empty = tt_must(calloc(trace->count + 1, sizeof(*making->empty)));
    look_ahead(making);
    for (size_t i = 0; i < trace->count && !making->failed; i++) {
        const struct tt_event *event = making->event = &trace->event[i];

        if (!making->core[event->core].ended)
            step(making);
        making->core[event->core].left = event->event == TAKT_TRACE_EVENT_irq_exit ? event->time : -1;
        making->core[event->core].left_number = event->a;
    }
    if (!making->failed) {
        close_chains(making);
        tt_cross_close(score);
        making->failed = tt_initial(score) != 0;
        tt_sources(score);
    }
    failed = making->failed;
    free(making->open);
    free(making->clock);
    free(making->empty);
    free(making);
    return failed ? -1 : 0;
}

void tt_score_free(struct tt_score *score)
{
    free(score->thing);
    free(score->things_of);
    free(score->line);
    free(score->channel);
    free(score->act);
}
