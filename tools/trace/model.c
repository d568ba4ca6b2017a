/* The walk. A thread is looked up by id and core in a table that doubles when it is half full. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

const char *const tt_reason_names[TT_REASONS] = {"unknown", "preempted", "blocked", "yielded",
                                                 "slice",   "ended",     "idle"};

static void *must(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "takt-trace: there is not enough memory for this recording.\n");
        exit(2);
    }
    return memory;
}

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
    model->hash = must(calloc(model->hash_size, sizeof(*model->hash)));
    for (size_t i = 0; i < model->threads; i++)
        *place_of(model, model->thread[i].core, model->thread[i].id) = (uint32_t)i + 1;
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
        model->thread = must(realloc(model->thread, model->room * sizeof(*model->thread)));
    }
    object = tt_object(model->trace, core, id);
    model->thread[model->threads] =
        (struct tt_thread){.id = id,
                           .core = (uint8_t)core,
                           .level = object != NULL ? object->effective : 255,
                           .idle = object != NULL && strcmp(object->name, "idle") == 0};
    *place = (uint32_t)++model->threads;
    return &model->thread[model->threads - 1];
}

void tt_model_begin(struct tt_model *model, const struct tt_trace *trace)
{
    *model = (struct tt_model){.trace = trace};
    rehash(model);
    for (unsigned c = 0; c < TT_CORES; c++)
        model->core[c].first = -1;
}

void tt_model_free(struct tt_model *model)
{
    free(model->thread);
    free(model->hash);
}

static void fault(struct tt_model *model, const struct tt_event *event, const char *what)
{
    if (model->fault != NULL)
        model->fault(model, event, what);
}

/* What ran until now has run so long. */
static void account(struct tt_core_state *core, struct tt_thread *thread, int64_t now)
{
    int64_t span = now - core->since;

    thread->ran += span;
    if (span > thread->longest)
        thread->longest = span;
    *(thread->idle ? &core->idle : &core->busy) += span;
    core->since = now;
}

static enum tt_reason reason_of(const struct tt_thread *thread)
{
    if (thread->idle)
        return TT_IDLE;
    if (thread->ended)
        return TT_ENDED;
    if (thread->ready_known && !thread->ready)
        return TT_BLOCKED;
    if (thread->sliced)
        return TT_SLICE;
    return thread->yields ? TT_YIELDED : TT_PREEMPTED;
}

static void count_reason(struct tt_core_state *core, struct tt_thread *from)
{
    enum tt_reason reason = reason_of(from);

    from->reasons[reason]++;
    core->preemptions += reason == TT_PREEMPTED;
    core->blocks += reason == TT_BLOCKED;
    core->yields += reason == TT_YIELDED;
    core->slices += reason == TT_SLICE;
    from->yields = from->sliced = false;
}

static void step_switch(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *from, *to;

    (void)tt_model_thread(model, event->core, event->a); /* before pointers are taken: the table may move */
    (void)tt_model_thread(model, event->core, event->b);
    from = tt_model_thread(model, event->core, event->a);
    to = tt_model_thread(model, event->core, event->b);
    if (core->running != 0 && core->running != event->a)
        fault(model, event, "the thread that is switched from did not run");
    if (event->a == event->b)
        fault(model, event, "a switch from a thread to itself");
    if (to->ready_known && !to->ready && !to->idle)
        fault(model, event, "the thread that is switched to was not ready");
    if (core->first < 0)
        core->first = core->since = event->time;
    account(core, from, event->time);
    count_reason(core, from);
    core->switches++;
    core->running = event->b;
    core->last = event->time;
    to->switches_in++;
    if (to->ready_known && to->ready && event->time - to->ready_since > to->worst_wait)
        to->worst_wait = event->time - to->ready_since;
    to->ready = to->ready_known = true;
    from->ready_since = event->time;
}

static void step_ready(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if (thread->ready_known && thread->ready)
        fault(model, event, "a thread that was ready became ready");
    thread->ready = thread->ready_known = true;
    thread->ready_since = event->time;
    thread->waits_for = 0;
    thread->level = event->b;
    thread->resumed++;
    core->resumes++;
}

static void step_unready(struct tt_model *model, const struct tt_event *event)
{
    struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if (thread->ready_known && !thread->ready)
        fault(model, event, "a thread that was not ready stopped being ready");
    thread->ready = false;
    thread->ready_known = true;
}

static void step_irq(struct tt_model *model, struct tt_core_state *core, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_irq_enter) {
        core->interrupts++;
        if (core->depth < 32)
            core->entered[core->depth] = event->time;
        core->depth++;
    } else if (core->depth == 0) {
        if (core->interrupts != 0)
            fault(model, event, "the end of a handler that did not begin");
    } else if (--core->depth == 0) {
        core->handlers += event->time - core->entered[0];
    }
}

void tt_model_step(struct tt_model *model, const struct tt_event *event)
{
    struct tt_core_state *core = &model->core[event->core];

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        if (core->depth != 0)
            fault(model, event, "a switch inside a handler");
        step_switch(model, core, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        step_ready(model, core, event);
        break;
    case TAKT_TRACE_EVENT_unready:
        step_unready(model, event);
        break;
    case TAKT_TRACE_EVENT_block:
        tt_model_thread(model, event->core, event->b)->waits_for = event->a;
        break;
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
    case TAKT_TRACE_EVENT_irq_exit:
        step_irq(model, core, event);
        break;
    default:
        break;
    }
}

void tt_model_end(struct tt_model *model)
{
    for (unsigned c = 0; c < model->trace->cores; c++) {
        struct tt_core_state *core = &model->core[c];
        const struct tt_core *recorded = &model->trace->core[c];

        if (core->running == 0 || recorded->count == 0)
            continue;
        core->last = recorded->event[recorded->count - 1].time - model->trace->begin;
        if (core->last > core->since)
            account(core, tt_model_thread(model, c, core->running), core->last);
    }
}
