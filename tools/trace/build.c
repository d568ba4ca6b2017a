/* A trace from what readers add: objects by id, the cores' events merged into one order. */
#include "read.h"

#include <stdlib.h>
#include <string.h>

void *tt_must(void *memory)
{
    if (memory == NULL) {
        fprintf(
            stderr,
            "takt-trace: there is not enough memory for this recording. Cut it, or use a larger machine.\n");
        exit(2);
    }
    return memory;
}

void *tt_grow(void *memory, size_t used, size_t *room, size_t size)
{
    if (used < *room)
        return memory;
    *room = *room == 0 ? 256 : *room * 2;
    return tt_must(realloc(memory, *room * size));
}

struct tt_core *tt_core_of(struct tt_trace *trace, unsigned number)
{
    struct tt_core *core = &trace->core[number];

    if (number >= trace->cores)
        trace->cores = number + 1;
    core->present = true;
    return core;
}

void tt_add_event(struct tt_core *core, const struct tt_event *event)
{
    core->event = tt_grow(core->event, core->count, &core->room, sizeof(*event));
    core->event[core->count++] = *event;
}

void tt_add_object(struct tt_core *core, const struct tt_object *object)
{
    core->object = tt_grow(core->object, core->objects, &core->objects_room, sizeof(*object));
    core->object[core->objects] = *object;
    core->object[core->objects].order = (uint32_t)core->objects;
    core->objects++;
}

void tt_add_named(struct tt_core *core, unsigned number, uint32_t id, unsigned kind, const char *name)
{
    struct tt_object object = {.id = id,
                               .core = (uint8_t)number,
                               .kind = (uint8_t)kind,
                               .base = TT_NO_LEVEL,
                               .effective = TT_NO_LEVEL};

    strncpy(object.name, name, sizeof(object.name) - 1);
    tt_add_object(core, &object);
}

static int by_id(const void *a, const void *b)
{
    const struct tt_object *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void settle_objects(struct tt_core *core)
{
    size_t kept = 0;

    if (core->objects == 0)
        return;
    qsort(core->object, core->objects, sizeof(*core->object), by_id);
    for (size_t i = 0; i < core->objects; i++) {
        if (i + 1 < core->objects && core->object[i + 1].id == core->object[i].id)
            continue; /* told again: a later table knows better */
        core->object[kept++] = core->object[i];
    }
    core->objects = kept;
}

/* The core whose next event is the earliest; at equal times the one with the lower number. */
static unsigned earliest(const struct tt_trace *trace, const size_t *next)
{
    unsigned best = TT_CORES;

    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        if (next[c] < core->count &&
            (best == TT_CORES || core->event[next[c]].time < trace->core[best].event[next[best]].time))
            best = c;
    }
    return best;
}

static void merge(struct tt_trace *trace, size_t total)
{
    size_t next[TT_CORES] = {0};

    trace->event = tt_must(malloc((total + 1) * sizeof(*trace->event)));
    for (trace->count = 0; trace->count < total; trace->count++) {
        unsigned best = earliest(trace, next);

        trace->event[trace->count] = trace->core[best].event[next[best]++];
    }
}

/* From here on the merged events are the only ones: a million takes 24 MB, not 48. */
static void give_up_events(struct tt_trace *trace)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        struct tt_core *core = &trace->core[c];

        if (core->count > 0) {
            core->first = core->event[0].time - trace->begin;
            core->last = core->event[core->count - 1].time - trace->begin;
        }
        if (core->event != trace->event)
            free(core->event);
        core->event = NULL;
    }
}

void tt_settle(struct tt_trace *trace)
{
    size_t total = 0;

    for (unsigned c = 0; c < trace->cores; c++) {
        settle_objects(&trace->core[c]);
        total += trace->core[c].count;
    }
    if (trace->cores == 1 && total > 0) {
        trace->event = trace->core[0].event;
        trace->count = total;
    } else {
        merge(trace, total);
    }
    trace->begin = total > 0 ? trace->event[0].time : 0;
    give_up_events(trace);
    for (size_t i = 0; i < total; i++)
        trace->event[i].time -= trace->begin;
    trace->end = total > 0 ? trace->event[total - 1].time : 0;
}
