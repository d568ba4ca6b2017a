/*
 * Trace-event JSON, as Perfetto and speedscope open it: a process a core; in it a track a thread, on which stand the
 * times that it ran, and one for handlers. Slices of a track never overlap: a thread's are closed by the switch, a
 * handler's nest.
 */
#include "export.h"

#define HANDLERS_TRACK 1u /* ids of threads are addresses: never so small */

struct running {
    uint32_t thread;
    int64_t since;
    unsigned depth;
};

static bool first;

static void begin(FILE *out)
{
    fputs(first ? "\n" : ",\n", out);
    first = false;
}

static void put_meta(FILE *out, unsigned core, uint32_t track, const char *what, const char *name)
{
    begin(out);
    fprintf(out, "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":", core, track,
            what);
    tt_put_quoted(out, name);
    fputs("}}", out);
}

static void put_time(FILE *out, const char *key, int64_t ns)
{
    fprintf(out, ",\"%s\":%lld.%03d", key, (long long)(ns / 1000), (int)(ns % 1000));
}

static void put_ran(const struct tt_trace *trace, FILE *out, unsigned core, const struct running *run,
                    int64_t until)
{
    if (run->thread == 0)
        return;
    begin(out);
    fprintf(out, "{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"name\":", core, run->thread);
    tt_put_quoted(out, tt_name(trace, core, run->thread));
    put_time(out, "ts", run->since);
    put_time(out, "dur", until - run->since);
    fputc('}', out);
}

static void put_handler(FILE *out, const struct tt_event *event, struct running *run)
{
    bool enter = event->event == TAKT_TRACE_EVENT_irq_enter;

    if (!enter && run->depth == 0)
        return; /* its beginning is not in the recording */
    run->depth += enter ? 1 : -1u;
    begin(out);
    fprintf(out, "{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u,\"name\":\"interrupt %u\"", enter ? 'B' : 'E',
            event->core, HANDLERS_TRACK, event->a);
    put_time(out, "ts", event->time);
    fputc('}', out);
}

static void put_instant(const struct tt_trace *trace, FILE *out, const struct tt_event *event,
                        const struct running *run)
{
    begin(out);
    fprintf(out, "{\"ph\":\"i\",\"s\":\"t\",\"pid\":%u,\"tid\":%u,\"name\":", event->core,
            event->handler ? HANDLERS_TRACK : run->thread);
    tt_put_quoted(out, tt_event_name(event->event));
    put_time(out, "ts", event->time);
    fputs(",\"args\":{", out);
    for (unsigned which = 0; which < 2; which++) {
        uint32_t value = which == 0 ? event->a : event->b;

        fprintf(out, "%s\"%s\":", which == 0 ? "" : ",", tt_argument_name(event->event, which));
        if (tt_is_object(event->event, which))
            tt_put_quoted(out, tt_name(trace, event->core, value));
        else
            fprintf(out, "%d", (int32_t)value);
    }
    fputs("}}", out);
}

static void put_counter(const struct tt_trace *trace, FILE *out, const struct tt_event *event)
{
    begin(out);
    fprintf(out, "{\"ph\":\"C\",\"pid\":%u,\"name\":", event->core);
    tt_put_quoted(out, tt_name(trace, event->core, event->a));
    put_time(out, "ts", event->time);
    fprintf(out, ",\"args\":{\"value\":%u}}", event->b);
}

static void put_event(const struct tt_trace *trace, FILE *out, const struct tt_event *event,
                      struct running *run)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        if (run->thread == 0) /* from the recording's beginning on */
            *run = (struct running){event->a, 0, run->depth};
        put_ran(trace, out, event->core, run, event->time);
        run->thread = event->b;
        run->since = event->time;
        break;
    case TAKT_TRACE_EVENT_irq_enter:
    case TAKT_TRACE_EVENT_irq_exit:
        put_handler(out, event, run);
        break;
    case TAKT_TRACE_EVENT_counter:
        put_counter(trace, out, event);
        break;
    default:
        put_instant(trace, out, event, run);
        break;
    }
}

static void put_names(const struct tt_trace *trace, FILE *out)
{
    char name[32];

    for (unsigned c = 0; c < trace->cores; c++) {
        const struct tt_core *core = &trace->core[c];

        if (!core->present)
            continue;
        snprintf(name, sizeof(name), "core %u", c);
        put_meta(out, c, 0, "process_name", name);
        put_meta(out, c, HANDLERS_TRACK, "thread_name", "handlers");
        for (size_t i = 0; i < core->objects; i++) {
            if (core->object[i].kind == TAKT_TRACE_THREAD)
                put_meta(out, c, core->object[i].id, "thread_name", tt_name(trace, c, core->object[i].id));
        }
    }
}

static int write_json(const struct tt_trace *trace, FILE *out)
{
    struct running run[TT_CORES] = {0};

    first = true;
    fputs("{\"traceEvents\":[", out); /* no displayTimeUnit: Perfetto took it for the unit of ts */
    put_names(trace, out);
    for (size_t i = 0; i < trace->count; i++)
        put_event(trace, out, &trace->event[i], &run[trace->event[i].core]);
    for (unsigned c = 0; c < trace->cores; c++)
        put_ran(trace, out, c, &run[c], trace->end);
    fputs("\n]}\n", out);
    return 0;
}

const struct tt_format tt_json = {"json", "trace events for Perfetto (ui.perfetto.dev) and speedscope",
                                  write_json, NULL};
