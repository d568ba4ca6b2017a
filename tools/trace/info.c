/* What a recording is, and its events one by one. */
#include "commands.h"

static const char *const kinds[TAKT_TRACE_KINDS] = {"object",  "thread", "semaphore", "mutex",  "condition",
                                                    "queue",   "events", "timer",     "pool",   "LLQ",
                                                    "channel", "irq",    "mark",      "counter"};

static void print_objects(const struct tt_core *core, unsigned number)
{
    for (size_t i = 0; i < core->objects; i++) {
        const struct tt_object *object = &core->object[i];

        printf("  core %u  %-10s 0x%08x  %s", number,
               kinds[object->kind < TAKT_TRACE_KINDS ? object->kind : 0], object->id, object->name);
        if (object->kind == TAKT_TRACE_THREAD)
            printf("  priority %u, threshold %u", object->base, object->limit);
        if (object->kind == TAKT_TRACE_THREAD && object->value != 0)
            printf(", slice %.0f us", (double)object->value / 1000.0);
        putchar('\n');
    }
}

int tt_info(const struct tt_trace *trace)
{
    bool told = tt_banner(trace, stdout);

    printf("%zu events, %.6f s\n", trace->count, (double)trace->end / 1e9);
    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        if (!core->present)
            continue;
        printf("core %u: board %s, configuration %08x, %zu events in %zu packets", c, core->board,
               core->configuration, core->count, core->packets);
        if (core->first_sequence > 0)
            printf(", %u older packets were overwritten", core->first_sequence);
        if (core->open > 0)
            printf(", the last was not closed");
        putchar('\n');
    }
    for (unsigned c = 0; c < trace->cores; c++)
        print_objects(&trace->core[c], c);
    return told ? 1 : 0;
}

static void print_argument(const struct tt_trace *trace, const struct tt_event *event, unsigned which)
{
    const char *name = tt_argument_name(event->event, which);
    uint32_t value = which == 0 ? event->a : event->b;

    if (tt_is_object(event->event, which))
        printf(" %s=%s", name, tt_name(trace, event->core, value));
    else
        printf(" %s=%d", name, (int32_t)value);
}

static void print_more(const struct tt_event *event)
{
    const char *name = tt_more_name(event->event);

    if (event->event == TAKT_TRACE_EVENT_switch)
        printf(" %s=%s", name, tt_why(event));
    else if (name[0] != '\0')
        printf(" %s=%u", name, event->more);
}

int tt_list(const struct tt_trace *trace)
{
    bool told = tt_banner(trace, stderr);

    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        printf("%14.3f us  core %u %s %-15s %-2s", (double)event->time / 1000.0, event->core,
               event->handler ? "irq" : "   ", tt_event_name(event->event), tt_event_short(event->event));
        print_argument(trace, event, 0);
        print_argument(trace, event, 1);
        print_more(event);
        putchar('\n');
    }
    return told ? 1 : 0;
}
