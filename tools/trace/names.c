/* What ids, events and arguments are called; and what a person has to know of a recording before anything else. */
#include "trace.h"

#include <string.h>

#define REACH 512u /* bytes behind an object's address that may still be its own */

static const char *const event_names[] = {
    "none",
#define TAKT_EVENT2(group, name, a, b)     #name,
#define TAKT_EVENT2_OWN(group, name, a, b) #name,
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

static const char *const argument_names[][2] = {
    {"", ""},
#define TAKT_EVENT2(group, name, a, b)     {#a, #b},
#define TAKT_EVENT2_OWN(group, name, a, b) {#a, #b},
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

static const char *const more_names[] = {
    "",
#define TAKT_EVENT2(group, name, a, b)       "",
#define TAKT_EVENT2_OWN(group, name, a, b)   "",
#define TAKT_EVENT3(group, name, a, b, more) #more,
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
};

static const char *const kind_names[TAKT_TRACE_KINDS] = {
    "object", "thread", "semaphore", "mutex",   "condition", "queue", "event flags",
    "timer",  "pool",   "LLQ",       "channel", "interrupt", "mark",  "counter"};

const char *tt_event_name(unsigned event)
{
    return event < TAKT_TRACE_EVENTS ? event_names[event] : "unknown";
}

const char *tt_more_name(unsigned event)
{
    return event < TAKT_TRACE_EVENTS ? more_names[event] : "";
}

const char *tt_why(const struct tt_event *event)
{
    static const char *const names[TAKT_TRACE_REASONS] = {"unknown", "preempted", "blocked", "yielded",
                                                          "slice",   "ended",     "idle",    "suspended"};

    return event->more < TAKT_TRACE_REASONS ? names[event->more] : names[0];
}

/* Two letters, as in paper 3's pictures; the others in its manner. */
const char *tt_event_short(unsigned event)
{
    static const char *const names[TAKT_TRACE_EVENTS] = {
        [TAKT_TRACE_EVENT_queue_send] = "QS",   [TAKT_TRACE_EVENT_queue_receive] = "QR",
        [TAKT_TRACE_EVENT_unready] = "IS",      [TAKT_TRACE_EVENT_ready] = "IR",
        [TAKT_TRACE_EVENT_yield] = "RO",        [TAKT_TRACE_EVENT_switch] = "CS",
        [TAKT_TRACE_EVENT_slice] = "TS",        [TAKT_TRACE_EVENT_irq_enter] = "IE",
        [TAKT_TRACE_EVENT_irq_exit] = "IX",     [TAKT_TRACE_EVENT_sem_give] = "SP",
        [TAKT_TRACE_EVENT_sem_take] = "SG",     [TAKT_TRACE_EVENT_mutex_lock] = "MG",
        [TAKT_TRACE_EVENT_mutex_unlock] = "MP", [TAKT_TRACE_EVENT_event_set] = "ES",
        [TAKT_TRACE_EVENT_event_wait] = "EG",   [TAKT_TRACE_EVENT_pool_alloc] = "BA",
        [TAKT_TRACE_EVENT_pool_free] = "BR",    [TAKT_TRACE_EVENT_timer_start] = "TA",
        [TAKT_TRACE_EVENT_timer_expire] = "TE", [TAKT_TRACE_EVENT_priority] = "PC",
        [TAKT_TRACE_EVENT_threshold] = "PT",    [TAKT_TRACE_EVENT_thread_create] = "TC",
        [TAKT_TRACE_EVENT_thread_exit] = "TX",  [TAKT_TRACE_EVENT_mark] = "UM",
    };

    return event < TAKT_TRACE_EVENTS && names[event] != NULL ? names[event] : "";
}

const char *tt_argument_name(unsigned event, unsigned which)
{
    return event < TAKT_TRACE_EVENTS && which < 2 ? argument_names[event][which] : "";
}

bool tt_is_object(unsigned event, unsigned which)
{
    static const char *const objects[] = {"object", "thread", "from", "to", "mark", "by"};
    const char *name = tt_argument_name(event, which);

    if (event == TAKT_TRACE_EVENT_doorbell) /* from core to core */
        return false;
    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
        if (strcmp(name, objects[i]) == 0)
            return true;
    }
    return false;
}

const struct tt_object *tt_object(const struct tt_trace *trace, unsigned number, uint32_t id)
{
    const struct tt_core *core = &trace->core[number];
    size_t low = 0, high = core->objects;

    while (low < high) { /* the first beyond the id */
        size_t middle = low + (high - low) / 2;

        if (core->object[middle].id <= id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    return id - core->object[low - 1].id < (id > UINT16_MAX ? REACH : 1) ? &core->object[low - 1] : NULL;
}

const char *tt_name(const struct tt_trace *trace, unsigned core, uint32_t id)
{
    static char text[4][64];
    static unsigned turn;
    const struct tt_object *object = tt_object(trace, core, id);
    char *out = text[turn++ % 4];

    if (id == 0)
        return "none";
    if (object == NULL)
        snprintf(out, sizeof(text[0]), "0x%x", id);
    else if (object->name[0] != '\0')
        snprintf(out, sizeof(text[0]), "%s", object->name);
    else
        snprintf(out, sizeof(text[0]), "%s 0x%x",
                 kind_names[object->kind < TAKT_TRACE_KINDS ? object->kind : 0], object->id);
    return out;
}

uint64_t tt_losses(const struct tt_trace *trace)
{
    uint64_t lost = 0;

    for (unsigned c = 0; c < trace->cores; c++)
        lost += trace->core[c].lost;
    return lost;
}

static bool core_banner(const struct tt_trace *trace, unsigned number, FILE *out)
{
    const struct tt_core *core = &trace->core[number];
    bool any = core->lost != 0 || core->missing != 0 || core->objects_lost != 0 || core->unsealed != 0;

    if (core->lost != 0)
        fprintf(
            out,
            "LOST: core %u had no room for %llu events. Figures below miss them: use more or larger packets "
            "(CONFIG_TAKT_TRACE_PACKETS), fewer groups, or drain more often.\n",
            number, (unsigned long long)core->lost);
    if (core->missing != 0)
        fprintf(out, "LOST: %zu packets of core %u are not here.\n", core->missing, number);
    if (core->objects_lost != 0)
        fprintf(out,
                "core %u: %u objects found no place in the table and are called by their address "
                "(CONFIG_TAKT_TRACE_OBJECTS).\n",
                number, core->objects_lost);
    if (core->unsealed != 0)
        fprintf(out,
                "core %u: %zu packets have no check sum: they were taken from memory before one was made.\n",
                number, core->unsealed);
    return any;
}

bool tt_banner(const struct tt_trace *trace, FILE *out)
{
    bool any = false;

    for (unsigned c = 0; c < trace->cores; c++)
        any |= trace->core[c].present && core_banner(trace, c, out);
    if (trace->bad_packets + trace->bad_regions + trace->bad_records + trace->bad_objects != 0) {
        fprintf(
            out,
            "DAMAGED: %zu packets, %zu heads, %zu records and %zu objects make no sense and are left out.\n",
            trace->bad_packets, trace->bad_regions, trace->bad_records, trace->bad_objects);
        any = true;
    }
    return any;
}
