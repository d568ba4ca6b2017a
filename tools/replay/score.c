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
#include "sources.h"

#include "../trace/read.h"

#include <takt/trace.h>

#include <stdlib.h>
#include <string.h>

#define FRAMES 32
#define TICK   4u /* priorities of interrupts: the timer's, where others begin; and the least urgent */
#define LEAST  7u

/** A handler, or the code of the thread below all handlers. */
struct frame {
    struct tt_row *chain; /* NULL: the kernel's own handlers have none */
    uint32_t line;        /* of a handler from outside; TT_NOBODY: another */
    uint32_t timer;       /* whose function it is; TT_NOBODY: none */
    uint32_t open;        /* act that has begun; 0: none */
    bool ticks;
};

/** What a thread knows of the time. */
struct clock {
    int64_t read, deadline,
        ahead; /* it read; its last deadline; how far that lay ahead of what it had read */
    bool has_read, has_deadline, has_ahead;
};

struct making {
    struct tt_score *score;
    struct {
        struct frame frame[FRAMES];
        unsigned depth;
        uint32_t running;
        int64_t with[2];
        unsigned withs;
        int64_t left; /* time of the last event, if a handler ended there; else -1 */
        uint32_t left_number;
        bool begun, ended;
    } core[TT_CORES];
    uint32_t *open;      /* act that each thing, as a thread, has begun */
    struct clock *clock; /* of each thing, as a thread */
    const struct tt_event *event;
    bool failed;
};

static void fail(struct making *making, const char *what)
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
    const struct tt_object *object = tt_object(score->trace, core, id);

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
static uint32_t thing_of(struct making *making, uint32_t id, unsigned kind)
{
    struct tt_score *score = making->score;
    unsigned core = making->event->core;
    uint32_t place = tt_score_thing(score, core, id);

    if (place == TT_NOBODY)
        place = add_thing(
            score,
            &(struct tt_thing){
                .id = id, .core = (uint8_t)core, .kind = (uint8_t)kind, .limit = UINT32_MAX, .name = ""});
    if (score->thing[place].kind != kind && kind != TAKT_TRACE_NOTHING)
        fail(making, "the object is of another kind");
    score->thing[place].met = true;
    return place;
}

static uint32_t add_act(struct tt_score *score, struct tt_row *chain, const struct tt_act *act)
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
static struct frame *frame_of(struct making *making)
{
    unsigned core = making->event->core;
    struct frame *frame = &making->core[core].frame[making->core[core].depth];
    uint32_t running = making->core[core].running;

    if (making->core[core].depth == 0)
        frame->chain = running == TT_NOBODY ? NULL : &making->score->thing[running].chain;
    return frame;
}

static uint32_t *open_of(struct making *making)
{
    unsigned core = making->event->core;

    return making->core[core].depth == 0 ? &making->open[making->core[core].running]
                                         : &frame_of(making)->open;
}

/* @return its place; 0: nobody can have done it */
static uint32_t put(struct making *making, uint32_t thing)
{
    const struct tt_event *event = making->event;
    struct frame *frame = frame_of(making);
    unsigned core = event->core;

    if (frame->chain == NULL) {
        fail(making, "it is not known who called");
        return 0;
    }
    making->core[core].withs = 0;
    return add_act(making->score, frame->chain,
                   &(struct tt_act){.kind = event->event,
                                    .thing = thing,
                                    .b = event->b,
                                    .begin = event->time,
                                    .with = {making->core[core].with[0], making->core[core].with[1]}});
}

/** What stands in the list of events of a call. */
struct call {
    uint16_t begins, ends;
    uint8_t kind; /* of its object */
    uint8_t withs;
};

#define CALL(name, end, kind, withs)                                                                         \
    {                                                                                                        \
        TAKT_TRACE_EVENT_call_##name, TAKT_TRACE_EVENT_##end, TAKT_TRACE_##kind, withs                       \
    }

static const struct call calls[] = {
    CALL(sem_give, sem_give, SEM, 0),
    CALL(sem_take, sem_take, SEM, 0),
    CALL(mutex_lock, mutex_lock, MUTEX, 0),
    CALL(mutex_unlock, call_end, MUTEX, 0),
    CALL(cond_wait, call_end, COND, 1),
    CALL(cond_signal, call_end, COND, 0),
    CALL(queue_send, queue_send, QUEUE, 0),
    CALL(queue_front, queue_send, QUEUE, 0),
    CALL(queue_receive, queue_receive, QUEUE, 0),
    CALL(event_set, call_end, EVENT, 0),
    CALL(event_clear, call_end, EVENT, 0),
    CALL(event_wait, event_wait, EVENT, 2),
    CALL(pool_alloc, pool_alloc, POOL, 0),
    CALL(pool_free, pool_free, POOL, 0),
    CALL(timer_start, call_end, TIMER, 2),
    CALL(timer_stop, call_end, TIMER, 0),
    CALL(sleep, call_end, THREAD, 0),
    CALL(yield, call_end, THREAD, 0),
    CALL(create, call_end, THREAD, 0),
    CALL(start, call_end, THREAD, 0),
    CALL(exit, none, THREAD, 0),
    CALL(join, call_end, THREAD, 0),
    CALL(suspend, call_end, THREAD, 0),
    CALL(resume, call_end, THREAD, 0),
    CALL(priority, call_end, THREAD, 0),
    CALL(threshold, call_end, THREAD, 0),
    CALL(slice, call_end, THREAD, 1),
    CALL(preempt, call_end, NOTHING, 0),
};

static const struct call *call_of(unsigned event)
{
    static const struct call *table[TAKT_TRACE_EVENTS];

    if (table[TAKT_TRACE_EVENT_call_sem_give] == NULL) {
        for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
            table[calls[i].begins] = &calls[i];
    }
    return table[event];
}

/* The deadline of an act, if it is a time. */
static int64_t *deadline_of(struct tt_act *act)
{
    int64_t *deadline = &act->with[0];

    if (act->kind == TAKT_TRACE_EVENT_call_event_wait)
        deadline = &act->with[1];
    else if (act->kind != TAKT_TRACE_EVENT_call_cond_wait && act->kind != TAKT_TRACE_EVENT_call_timer_start &&
             act->b != 1)
        return NULL;
    return *deadline < 0 ? deadline : NULL;
}

/*
 * A thread that sleeps until a time has worked that out: from the time that it read last, if it lies as far ahead of
 * that as its deadline before, or if it is the first; else from that deadline.
 */
static void follow(struct making *making, struct tt_act *act)
{
    struct clock *clock = &making->clock[making->core[making->event->core].running];
    const int64_t *deadline = deadline_of(act);
    int64_t ahead;

    if (deadline == NULL || making->core[making->event->core].depth != 0)
        return;
    ahead = *deadline - clock->read;
    if (clock->has_read && (!clock->has_deadline || (clock->has_ahead && ahead == clock->ahead)))
        act->follows = TT_CLOCK;
    else if (clock->has_deadline)
        act->follows = TT_DEADLINE;
    clock->has_ahead = clock->has_read;
    clock->ahead = ahead;
    clock->deadline = *deadline;
    clock->has_deadline = true;
}

static void read_clock(struct making *making)
{
    const struct tt_event *event = making->event;
    int64_t time = (int64_t)((uint64_t)event->a << 32 | event->b);
    uint32_t running = making->core[event->core].running;

    if (frame_of(making)->chain == NULL)
        return; /* of the kernel's own */
    making->core[event->core].with[0] = time;
    (void)put(making, TT_NOBODY);
    if (making->core[event->core].depth == 0) {
        making->clock[running].read = time;
        making->clock[running].has_read = true;
    }
}

static void begin_call(struct making *making, const struct call *call)
{
    const struct tt_event *event = making->event;
    uint32_t thing = TT_NOBODY, act;

    if (call->kind != TAKT_TRACE_NOTHING)
        thing = thing_of(making, event->a, call->kind);
    if (frame_of(making)->chain == NULL) {
        fail(making, "it is not known who called");
        return;
    }
    if (*open_of(making) != 0) {
        fail(making, "a call inside another one");
        return;
    }
    if (making->core[event->core].withs < call->withs) {
        fail(making, "an argument is missing");
        return;
    }
    if (event->event == TAKT_TRACE_EVENT_call_create) {
        making->score->thing[thing].created = true;
        making->score->thing[thing].base = event->b;
    }
    act = put(making, thing);
    if (event->event == TAKT_TRACE_EVENT_call_preempt && act != 0)
        making->score->act[act].b = event->a;
    if (event->event == TAKT_TRACE_EVENT_call_cond_wait && act != 0)
        making->score->act[act].b = thing_of(making, event->b, TAKT_TRACE_MUTEX);
    if (act != 0)
        follow(making, &making->score->act[act]);
    *open_of(making) = act;
}

/* The beginning of a call that was under way when recording began. */
static const struct call *call_that_ends(const struct tt_event *event)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (calls[i].ends == event->event && event->event != TAKT_TRACE_EVENT_call_end)
            return &calls[i];
    }
    return NULL;
}

/* A thread that waited when recording began comes back. Of other calls the beginning would be needed. */
static void end_initial(struct making *making)
{
    const struct tt_event *event = making->event;
    const struct call *call = call_that_ends(event);
    uint32_t running = making->core[event->core].running;
    struct tt_thing *thread = &making->score->thing[running];
    uint32_t act, thing = tt_score_thing(making->score, event->core, event->a);
    uint16_t waits = thing == running ? TAKT_TRACE_EVENT_call_sleep : TAKT_TRACE_EVENT_call_join;

    if (making->core[event->core].depth != 0 || thread->chain.first != 0 || (thread->state & 1) == 0 ||
        thing == TT_NOBODY || (call == NULL && making->score->thing[thing].kind != TAKT_TRACE_THREAD)) {
        fail(making, "the end of a call whose beginning was not recorded");
        return;
    }
    act = put(making, thing);
    making->score->act[act] = (struct tt_act){.kind = call != NULL ? call->begins : waits,
                                              .initial = true,
                                              .ended = true,
                                              .result = (int32_t)event->b,
                                              .thing = thing,
                                              .b = 2, /* for ever: initial.c knows which had a deadline */
                                              .begin = -1};
}

static void end_call(struct making *making)
{
    const struct tt_event *event = making->event;
    uint32_t *open = open_of(making);
    struct tt_act *act;

    if (frame_of(making)->chain == NULL)
        return; /* of the kernel's own */
    if (*open == 0) {
        end_initial(making);
        return;
    }
    act = &making->score->act[*open];
    if (call_of(act->kind)->ends != event->event) {
        fail(making, "the end of another call than the one that began");
        return;
    }
    act->ended = true;
    act->result = (int32_t)event->b;
    *open = 0;
}

/* As the recording's table says, which has the target's own scale. */
static void take_priority(const struct tt_score *score, struct tt_line *line)
{
    const struct tt_object *object = tt_object(score->trace, line->core, TAKT_TRACE_IRQS + line->number);
    int64_t priority;

    if (object == NULL || object->kind != TAKT_TRACE_IRQ || object->id != TAKT_TRACE_IRQS + line->number)
        return;
    priority = (int64_t)object->value - object->limit + TICK;
    line->priority = (uint8_t)(priority < 0 ? 0 : priority > LEAST ? LEAST : priority);
    line->told = true;
}

static uint32_t line_of(struct making *making, uint32_t number)
{
    struct tt_score *score = making->score;
    size_t room = score->lines_room;

    for (uint32_t i = 0; i < score->lines; i++) {
        if (score->line[i].core == making->event->core && score->line[i].number == number)
            return i;
    }
    score->line = tt_grow(score->line, score->lines, &room, sizeof(*score->line));
    score->lines_room = (uint32_t)room;
    score->line[score->lines] =
        (struct tt_line){.number = number, .core = making->event->core, .priority = TICK};
    take_priority(score, &score->line[score->lines]);
    return score->lines++;
}

static struct frame *push(struct making *making)
{
    unsigned core = making->event->core;

    if (making->core[core].depth + 1 == FRAMES) {
        fail(making, "handlers are nested too deeply");
        return NULL;
    }
    making->core[core].depth++;
    making->core[core].frame[making->core[core].depth] =
        (struct frame){.line = TT_NOBODY, .timer = TT_NOBODY};
    return &making->core[core].frame[making->core[core].depth];
}

/* Whoever interrupts a handler is more urgent. The timer has TICK on the machine, whatever it had. */
static void rank(struct tt_score *score, const struct frame *inner, const struct frame *outer)
{
    if ((inner->line != TT_NOBODY && score->line[inner->line].told) ||
        (outer->line != TT_NOBODY && score->line[outer->line].told))
        return;
    if (inner->line != TT_NOBODY && outer->ticks && score->line[inner->line].priority >= TICK)
        score->line[inner->line].priority = TICK - 1;
    if (outer->line == TT_NOBODY)
        return;
    if (inner->ticks && score->line[outer->line].priority <= TICK)
        score->line[outer->line].priority = TICK + 1;
    if (inner->line != TT_NOBODY && score->line[outer->line].priority <= score->line[inner->line].priority &&
        score->line[inner->line].priority < LEAST)
        score->line[outer->line].priority = score->line[inner->line].priority + 1;
}

/* Among those that it is nested in: the one that it interrupted, below a timer's function its handler. */
static void rank_handler(struct making *making)
{
    unsigned core = making->event->core, outer = making->core[core].depth - 1;
    const struct frame *frame = making->core[core].frame;

    while (outer > 0 && frame[outer].line == TT_NOBODY && !frame[outer].ticks)
        outer--;
    if (outer > 0)
        rank(making->score, &frame[making->core[core].depth], &frame[outer]);
}

static void enter(struct making *making)
{
    bool ticks = making->event->a == making->score->core[making->event->core].tick;
    uint32_t line = ticks ? TT_NOBODY : line_of(making, making->event->a);
    struct frame *frame = push(making);

    if (frame == NULL)
        return;
    frame->line = line;
    frame->ticks = ticks;
    rank_handler(making);
    if (ticks)
        return;
    frame->chain = &making->score->line[line].chain;
    making->core[making->event->core].with[0] = making->core[making->event->core].left;
    making->core[making->event->core].with[1] = making->core[making->event->core].left_number;
    put(making, TT_NOBODY);
}

static void leave(struct making *making)
{
    unsigned core = making->event->core;
    const struct frame *frame = frame_of(making);

    if (making->core[core].depth == 0)
        return; /* recording began inside of it */
    if (frame->chain != NULL)
        put(making, TT_NOBODY);
    making->core[core].depth--;
}

/* A timer's function begins. */
static void expire(struct making *making)
{
    uint32_t timer = thing_of(making, making->event->a, TAKT_TRACE_TIMER);
    struct frame *frame;

    if (!frame_of(making)->ticks) {
        fail(making, "a timer expires outside of the timer's handler");
        return;
    }
    frame = push(making);
    if (frame == NULL)
        return;
    frame->timer = timer;
    frame->chain = &making->score->thing[timer].chain;
}

static bool returns(struct making *making)
{
    unsigned core = making->event->core;
    const struct frame *frame = frame_of(making);

    if (frame->timer == TT_NOBODY || frame->open != 0 || making->core[core].depth == 0)
        return false;
    put(making, TT_NOBODY);
    making->core[core].depth--;
    return true;
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
        fail(
            making,
            "the core's beginning was overwritten: record with TAKT_TRACE_ONCE or TAKT_TRACE_STREAM, or with "
            "more packets");
    else if ((core->groups & needed) != needed)
        fail(making,
             "a replay needs the groups switch, irq, object, timer and call: takt_trace_start(mode, 0) "
             "records all");
}

static void step(struct making *making)
{
    const struct tt_event *event = making->event;
    struct tt_score *score = making->score;
    const struct call *call = call_of(event->event);

    begin_core(making);
    if (making->failed)
        return;
    score->core[event->core].end = event->time;
    if (call != NULL) {
        begin_call(making, call);
        return;
    }
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        making->core[event->core].running = thing_of(making, event->b, TAKT_TRACE_THREAD);
        (void)thing_of(making, event->a, TAKT_TRACE_THREAD);
        break;
    case TAKT_TRACE_EVENT_call_with:
        if (making->core[event->core].withs < 2)
            making->core[event->core].with[making->core[event->core].withs++] =
                (int64_t)((uint64_t)event->a << 32 | event->b);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        enter(making);
        break;
    case TAKT_TRACE_EVENT_tick:
        if (!frame_of(making)->ticks)
            fail(making, "the timer ticks in a handler that is not always its own");
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        leave(making);
        break;
    case TAKT_TRACE_EVENT_timer_expire:
        expire(making);
        break;
    case TAKT_TRACE_EVENT_mark:
    case TAKT_TRACE_EVENT_counter:
    case TAKT_TRACE_EVENT_rung:
        making->core[event->core].with[0] = event->a;
        (void)put(making, TT_NOBODY);
        break;
    case TAKT_TRACE_EVENT_clock_read:
        read_clock(making);
        break;
    case TAKT_TRACE_EVENT_stopped:
        (void)put(making, TT_NOBODY);
        score->core[event->core].stops = making->core[event->core].ended = true;
        break;
    case TAKT_TRACE_EVENT_call_end:
        if (!returns(making))
            end_call(making);
        break;
    case TAKT_TRACE_EVENT_sem_give:
    case TAKT_TRACE_EVENT_sem_take:
    case TAKT_TRACE_EVENT_mutex_lock:
    case TAKT_TRACE_EVENT_queue_send:
    case TAKT_TRACE_EVENT_queue_receive:
    case TAKT_TRACE_EVENT_event_wait:
    case TAKT_TRACE_EVENT_pool_alloc:
    case TAKT_TRACE_EVENT_pool_free:
        end_call(making);
        break;
    case TAKT_TRACE_EVENT_call_delete:
        fail(making, "objects that are deleted are not known to a replay");
        break;
    case TAKT_TRACE_EVENT_remote:
    case TAKT_TRACE_EVENT_call_remote:
    case TAKT_TRACE_EVENT_call_channel:
        fail(making, "requests and channels between cores are not known to a replay");
        break;
    case TAKT_TRACE_EVENT_call_llq_acquire:
    case TAKT_TRACE_EVENT_call_llq_release:
        fail(making, "locks between cores are not known to a replay");
        break;
    case TAKT_TRACE_EVENT_panic:
        fail(making, "the core stopped");
        break;
    default:
        break;
    }
}

static void add_table(struct tt_score *score, unsigned number)
{
    const struct tt_core *core = &score->trace->core[number];

    score->things_of[number] = score->things;
    score->core[number] = (struct tt_score_core){.idle = TT_NOBODY, .current = TT_NOBODY, .tick = TT_NOBODY};
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
    unsigned depth[TT_CORES] = {0};

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];
        unsigned core = event->core;

        making->event = event;
        if (event->event == TAKT_TRACE_EVENT_irq_enter && depth[core] < FRAMES)
            number[core][depth[core]++] = event->a;
        else if (event->event == TAKT_TRACE_EVENT_irq_exit && depth[core] > 0)
            depth[core]--;
        else if (event->event == TAKT_TRACE_EVENT_tick && depth[core] > 0)
            making->score->core[core].tick = number[core][depth[core] - 1];
        else if (event->event == TAKT_TRACE_EVENT_switch && making->core[core].running == TT_NOBODY)
            making->score->core[core].current = making->core[core].running =
                thing_of(making, event->a, TAKT_TRACE_THREAD);
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

        if (thing->kind != TAKT_TRACE_THREAD || !thing->met || thing->idle || making->open[i] != 0)
            continue;
        if (last != NULL && last->kind == TAKT_TRACE_EVENT_stopped)
            continue;
        (void)add_act(score, &thing->chain, &(struct tt_act){.thing = TT_NOBODY, .begin = core->end});
    }
}

int tt_score_make(struct tt_score *score, const struct tt_trace *trace)
{
    struct making *making = tt_must(calloc(1, sizeof(*making)));
    bool failed;

    *score = (struct tt_score){.trace = trace, .cores = trace->cores};
    score->things_of = tt_must(calloc(TT_CORES + 1, sizeof(*score->things_of)));
    (void)add_act(score, &(struct tt_row){0}, &(struct tt_act){0}); /* place 0 is nobody's */
    making->score = score;
    for (unsigned c = 0; c < TT_CORES; c++) {
        add_table(score, c);
        making->core[c].running = TT_NOBODY;
    }
    score->things_of[TT_CORES] = score->things;
    making->open = tt_must(calloc(score->things + trace->count + 1, sizeof(*making->open)));
    making->clock = tt_must(calloc(score->things + trace->count + 1, sizeof(*making->clock)));
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
        making->failed = tt_initial(score) != 0;
        tt_sources(score);
    }
    failed = making->failed;
    free(making->open);
    free(making->clock);
    free(making);
    return failed ? -1 : 0;
}

void tt_score_free(struct tt_score *score)
{
    free(score->thing);
    free(score->things_of);
    free(score->line);
    free(score->act);
}
