/* The walk. A thread is looked up by id and core in a table that doubles when it is half full. */
#include "model.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(unsigned core, uint32_t id)
{
    return (id ^ core * 0x9e3779b9u) * 2654435761u;
}

static uint32_t *place_of(struct tt_model *model, unsigned core, uint32_t id)
{
    size_t mask = model->hash_size - 1;
    size_t i = hash_of(core, id) & mask;

    while (model->hash[i] != 0) {
        const struct tt_thread *thread = &model->thread[model->hash[i] - 1];

        if (thread->id == id && thread->core == core)
            break;
        i = (i + 1) & mask;
    }
    return &model->hash[i];
}

static void rehash(struct tt_model *model)
{
    free(model->hash);
    model->hash_size = model->hash_size == 0 ? 64 : model->hash_size * 2;
    model->hash = tt_must(calloc(model->hash_size, sizeof(*model->hash)));
    for (size_t i = 0; i < model->threads; i++)
        *place_of(model, model->thread[i].core, model->thread[i].id) = (uint32_t)i + 1;
}

/* "idle", and "idle 00" where each core has its own. */
static bool is_idle(const char *name)
{
    return strncmp(name, "idle", 4) == 0 && (name[4] == '\0' || name[4] == ' ');
}

struct tt_thread *tt_model_thread(struct tt_model *model, unsigned core, uint32_t id)
{
    uint32_t *place;
    const struct tt_object *object;

    if (model->threads * 2 >= model->hash_size)
        rehash(model);
    place = place_of(model, core, id);
    if (*place != 0)
        return &model->thread[*place - 1];
    if (model->threads == model->room) {
        model->room = model->room == 0 ? 32 : model->room * 2;
        model->thread = tt_must(realloc(model->thread, model->room * sizeof(*model->thread)));
    }
    object = tt_object(model->trace, core, id);
    model->thread[model->threads] =
        (struct tt_thread){.id = id,
                           .core = (uint8_t)core,
                           .level = object != NULL ? object->effective : TT_NO_LEVEL,
                           .idle = object != NULL && is_idle(object->name)};
    *place = (uint32_t)++model->threads;
    return &model->thread[model->threads - 1];
}

/* Whom the first switch of each core takes the core from. */
static void look_ahead(struct tt_model *model)
{
    const struct tt_trace *trace = model->trace;
    unsigned left = trace->cores;

    for (size_t i = 0; i < trace->count && left > 0; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->event != TAKT_TRACE_EVENT_switch || model->core[event->core].before != 0)
            continue;
        model->core[event->core].before = event->a;
        left--;
    }
}

void tt_model_begin(struct tt_model *model, const struct tt_trace *trace)
{
    *model = (struct tt_model){.trace = trace};
    rehash(model);
    for (unsigned c = 0; c < TT_CORES; c++)
        model->core[c].first = -1;
    look_ahead(model);
}

void tt_model_free(struct tt_model *model)
{
    free(model->thread);
    free(model->hash);
}

static void fault(struct tt_model *model, const struct tt_event *event, enum tt_rule rule, const char *what)
{
    if (model->fault != NULL)
        model->fault(model, event, rule, what);
}

struct tt_actor tt_model_actor(const struct tt_model *model, unsigned number)
{
    const struct tt_core_state *core = &model->core[number];
    unsigned depth = core->depth < TT_NESTED ? core->depth : TT_NESTED;

    if (core->asked != 0)
        return (struct tt_actor){TT_CORE, core->asked - 1};
    if (depth > 0)
        return (struct tt_actor){TT_HANDLER, core->number[depth - 1]};
    return (struct tt_actor){TT_THREAD,
                             core->switches == 0 && core->running == 0 ? core->before : core->running};
}

struct tt_actor tt_model_resumer(const struct tt_model *model, unsigned number)
{
    const struct tt_core_state *core = &model->core[number];

    return core->told && core->asked == 0 ? core->resumer : tt_model_actor(model, number);
}

const char *tt_actor_name(const struct tt_trace *trace, unsigned core, struct tt_actor actor)
{
    static char text[4][24];
    static unsigned turn;
    char *out = text[turn++ % 4];

    if (actor.kind == TT_THREAD)
        return tt_name(trace, core, actor.id);
    snprintf(out, sizeof(text[0]), actor.kind == TT_CORE ? "core %u" : "interrupt %u", actor.id);
    return out;
}

int64_t tt_model_span(const struct tt_core_state *core)
{
    return core->first < 0 ? 0 : core->last - core->first - core->gap;
}

/* What ran until now has run so long. */
static void account(struct tt_core_state *core, struct tt_thread *thread, int64_t now)
{
    int64_t span = now - core->since;

    thread->ran += span;
    if (span > thread->longest)
        thread->longest = span;
    *(thread->idle ? &core->idle : &core->busy) += span;
}

/* Who gave way and found nobody of its level runs on, and may be preempted later. */
static enum tt_reason reason_of(const struct tt_thread *thread, const struct tt_thread *next)
{
    if (thread->idle)
        return TT_IDLE;
    if (thread->ended)
        return TT_ENDED;
    if (thread->ready_known && !thread->ready)
        return TT_BLOCKED;
    if (next->level < thread->level)
        return TT_PREEMPTED;
    if (thread->sliced)
        return TT_SLICE;
    return thread->yields ? TT_YIELDED : TT_PREEMPTED;
}

/* As the recording says, where it does: imported ones do not. */
static enum tt_reason recorded_reason(const struct tt_event *event)
{
    static const uint8_t reasons[TAKT_TRACE_REASONS] = {
        [TAKT_TRACE_PREEMPTED] = TT_PREEMPTED, [TAKT_TRACE_BLOCKED] = TT_BLOCKED,
        [TAKT_TRACE_YIELDED] = TT_YIELDED,     [TAKT_TRACE_SLICED] = TT_SLICE,
        [TAKT_TRACE_ENDED] = TT_ENDED,         [TAKT_TRACE_IDLE] = TT_IDLE,
        [TAKT_TRACE_SUSPENDED] = TT_BLOCKED,
    };

    return event->more < TAKT_TRACE_REASONS ? (enum tt_reason)reasons[event->more] : TT_UNKNOWN;
}

static enum tt_reason count_reason(struct tt_model *model, const struct tt_event *event,
                                   struct tt_thread *from, const struct tt_thread *to)
{
    struct tt_core_state *core = &model->core[event->core];
    enum tt_reason reason = recorded_reason(event);

    if (from->ready_known && reason != TT_UNKNOWN && reason != TT_IDLE &&
        from->ready == (reason == TT_BLOCKED || reason == TT_ENDED))
        fault(model, event, TT_STATES, "the switch's reason is not what the thread did");
    if (reason == TT_UNKNOWN)
        reason = reason_of(from, to);
    from->reasons[reason]++;
    core->preemptions += reason == TT_PREEMPTED;
    core->blocks += reason == TT_BLOCKED;
    core->yields += reason == TT_YIELDED;
    core->slices += reason == TT_SLICE;
    from->yields = from->sliced = false;
    return reason;
}

/* The first switch of a recording, or behind a gap, tells who ran, but not since when. */
static void meet(struct tt_core_state *core, int64_t now)
{
    if (core->first < 0)
        core->first = now;
    else
        core->gap += now - core->since;
}

static void switch_to(struct tt_core_state *core, struct tt_thread *to, int64_t now)
{
    to->switches_in++;
    if (to->ready_known && to->ready && !to->idle && now - to->ready_since > to->worst_wait)
        to->worst_wait = now - to->ready_since;
    to->ready = to->ready_known = true;
    core->switches++;
    core->paired = true;
    core->told = false;
    core->running = to->id;
    core->since = core->last = now;
}

static void step_switch(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *from, *to;
    enum tt_reason reason;

    (void)tt_model_thread(model, event->core, event->a); /* before pointers are taken: the table may move */
    (void)tt_model_thread(model, event->core, event->b);
    from = tt_model_thread(model, event->core, event->a);
    to = tt_model_thread(model, event->core, event->b);
    if (core->running != 0 && core->running != event->a)
        fault(model, event, TT_PAIRS, "the thread that is switched from did not run");
    if (event->a == event->b)
        fault(model, event, TT_PAIRS, "a switch from a thread to itself");
    if (to->ready_known && !to->ready && !to->idle)
        fault(model, event, TT_STATES, "the thread that is switched to was not ready");
    if (to->ended)
        fault(model, event, TT_STATES, "the thread that is switched to has ended");
    if (core->running == 0)
        meet(core, event->time);
    else if (core->running == event->a) /* else nobody is known to have run */
        account(core, from, event->time);
    reason = count_reason(model, event, from, to);
    model->preempted_at_once = reason == TT_PREEMPTED && to->resumed > 0 && to->resumed_at == core->switches;
    to->resumed_at_once += model->preempted_at_once;
    core->at_once += model->preempted_at_once;
    switch_to(core, to, event->time);
    from->ready_since = event->time;
}

static void step_ready(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if (thread->ready_known && thread->ready)
        fault(model, event, TT_STATES, "a thread that was ready became ready");
    thread->ready = thread->ready_known = true;
    thread->ended = false;
    thread->ready_since = event->time;
    thread->waits = false;
    thread->level = event->b;
    thread->resumed++;
    thread->resumer = tt_model_resumer(model, event->core);
    core->told = false;
    thread->resumed_at = core->switches;
    core->resumes++;
}

static void step_unready(struct tt_model *model, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if (thread->ready_known && !thread->ready)
        fault(model, event, TT_STATES, "a thread that was not ready stopped being ready");
    thread->ready = false;
    thread->ready_known = true;
}

static void step_block(struct tt_model *model, const struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->b);

    if (core->running != 0 && core->running != event->b)
        fault(model, event, TT_STATES, "a thread that does not run begins to wait");
    if (core->depth != 0)
        fault(model, event, TT_STATES, "a handler begins to wait");
    thread->waits = true;
    thread->waits_for = event->a;
    thread->waits_since = event->time;
}

static void step_create(struct tt_model *model, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    thread->ended = thread->ready = false;
    thread->ready_known = true;
}

static void enter(struct tt_core_state *core, const struct tt_event *event)
{
    core->interrupts++;
    core->asked = 0;
    core->told = false;
    if (core->depth < TT_NESTED) {
        core->entered[core->depth] = event->time;
        core->number[core->depth] = event->a;
    }
    core->depth++;
}

static void leave(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    const struct tt_thread *running;

    if (core->depth == 0) {
        if (core->paired)
            fault(model, event, TT_PAIRS, "the end of a handler that did not begin");
        return;
    }
    core->depth--;
    core->asked = 0;
    core->told = false;
    if (core->depth < TT_NESTED && core->number[core->depth] != event->a)
        fault(model, event, TT_PAIRS, "another handler ends than the one that began last");
    if (core->depth != 0)
        return;
    core->handlers += event->time - core->entered[0];
    running = core->running != 0 ? tt_model_thread(model, event->core, core->running) : NULL;
    if (running != NULL && running->idle)
        core->idle_handlers +=
            event->time - (core->entered[0] > core->since ? core->entered[0] : core->since);
}

/* Events are missing here: nothing that was known holds any more. */
static void forget(struct tt_model *model, const struct tt_event *event)
{
    struct tt_core_state *core = &model->core[event->core];

    core->running = 0;
    core->depth = core->asked = 0;
    core->paired = false;
    for (size_t i = 0; i < model->threads; i++) {
        if (model->thread[i].core == event->core) {
            model->thread[i].ready_known = model->thread[i].ended = false;
            model->thread[i].waits = false;
        }
    }
}

/* What runs when recording begins, or goes on behind a gap. */
static void step_running(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if (core->running != 0)
        return;
    meet(core, event->time);
    core->running = event->a;
    core->since = core->last = event->time;
    thread->ready = thread->ready_known = true;
}

static void step_thread(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        if (core->depth != 0)
            fault(model, event, TT_PAIRS, "a switch inside a handler");
        step_switch(model, core, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        step_ready(model, core, event);
        break;
    case TAKT_TRACE_EVENT_unready:
        step_unready(model, event);
        break;
    case TAKT_TRACE_EVENT_block:
        step_block(model, core, event);
        break;
    case TAKT_TRACE_EVENT_thread_create:
        step_create(model, event);
        break;
    case TAKT_TRACE_EVENT_resume:
        core->told = event->b != 0 || event->more != 0;
        core->resumer = event->b != 0 ? (struct tt_actor){TT_THREAD, event->b}
                                      : (struct tt_actor){TT_HANDLER, event->more - 1u};
        break;
    case TAKT_TRACE_EVENT_running:
        step_running(model, core, event);
        break;
    default:
        break;
    }
}

void tt_model_step(struct tt_model *model, const struct tt_event *event)
{
    struct tt_core_state *core = &model->core[event->core];

    model->preempted_at_once = false;
    switch (event->event) {
    case TAKT_TRACE_EVENT_priority:
        tt_model_thread(model, event->core, event->a)->level = event->b;
        break;
    case TAKT_TRACE_EVENT_slice:
        tt_model_thread(model, event->core, event->a)->sliced = true;
        break;
    case TAKT_TRACE_EVENT_yield:
        tt_model_thread(model, event->core, event->a)->yields = true;
        break;
    case TAKT_TRACE_EVENT_thread_exit:
        tt_model_thread(model, event->core, event->a)->ended = true;
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        enter(core, event);
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        leave(model, core, event);
        break;
    case TAKT_TRACE_EVENT_remote:
        core->asked = core->depth > 0 ? event->a + 1 : 0;
        break;
    case TAKT_TRACE_EVENT_lost:
        forget(model, event);
        break;
    default:
        step_thread(model, core, event);
        break;
    }
}

static void restart_thread(struct tt_thread *thread, int64_t now)
{
    thread->ran = thread->longest = thread->worst_wait = 0;
    thread->switches_in = thread->resumed = thread->resumed_at_once = 0;
    memset(thread->reasons, 0, sizeof(thread->reasons));
    if (thread->ready_since < now)
        thread->ready_since = now;
}

static void restart_core(struct tt_core_state *core, int64_t now)
{
    struct tt_core_state kept = *core;

    *core = (struct tt_core_state){.running = kept.running,
                                   .before = kept.before,
                                   .depth = kept.depth,
                                   .paired = kept.paired,
                                   .since = now,
                                   .last = now};
    core->first = kept.running != 0 ? now : -1;
    memcpy(core->number, kept.number, sizeof(kept.number));
    for (unsigned i = 0; i < TT_NESTED; i++)
        core->entered[i] = now;
}

void tt_model_restart(struct tt_model *model, int64_t now)
{
    for (size_t i = 0; i < model->threads; i++)
        restart_thread(&model->thread[i], now);
    for (unsigned c = 0; c < TT_CORES; c++)
        restart_core(&model->core[c], now);
}

static void stop_core(struct tt_model *model, unsigned number, int64_t now)
{
    struct tt_core_state *core = &model->core[number];

    if (core->running == 0)
        return;
    if (now > core->since)
        account(core, tt_model_thread(model, number, core->running), now);
    core->since = core->last = now;
}

void tt_model_stop(struct tt_model *model, int64_t now)
{
    for (unsigned c = 0; c < model->trace->cores; c++)
        stop_core(model, c, now);
}

void tt_model_end(struct tt_model *model)
{
    for (unsigned c = 0; c < model->trace->cores; c++) {
        if (model->trace->core[c].count > 0)
            stop_core(model, c, model->trace->core[c].last);
    }
}
