/*
 * Best Trace Format 2.1 (TA_BTF_Specification_2.1.3), lines of text that tools for automotive timing open. A thread is a
 * task, a handler an interrupt service routine, a core a core; marks and counters are signals that are written. On a
 * core one entity runs at a time, so a handler preempts the task that it interrupts.
 */
#include "export.h"
#include "model.h"
#include "table.h"

#include <ctype.h>
#include <string.h>

struct writer {
    const struct tt_trace *trace;
    FILE *out;
    struct tt_model model;
    uint64_t handlers; /* instances, each with a number of its own */
    uint64_t instance[TT_CORES][TT_NESTED];
    struct tt_table task; /* by core and thread; count 0: its state */
};

enum state { UNMET, ACTIVE, BEGUN, WAITING };

/* Fields are parted by commas, and readers take blanks for their own. */
static const char *word(const char *name, char *text, size_t size)
{
    size_t i = 0;

    for (; name[i] != '\0' && i + 1 < size; i++)
        text[i] = isalnum((unsigned char)name[i]) || name[i] == '.' || name[i] == '-' ? name[i] : '_';
    text[i] = '\0';
    return text;
}

/* Names are unique in a trace; threads of two cores may have the same. */
static const char *task(struct writer *writer, unsigned core, uint32_t id, char *text, size_t size)
{
    char name[64], whole[80];

    snprintf(whole, sizeof(whole), "C%u.%s", core,
             word(tt_name(writer->trace, core, id), name, sizeof(name)));
    snprintf(text, size, "%s", whole);
    return text;
}

static void put_task(struct writer *writer, int64_t time, unsigned core, uint32_t id, const char *what)
{
    char name[80];

    if (id != 0)
        fprintf(writer->out, "%lld,Core_%u,0,T,%s,0,%s\n", (long long)time, core,
                task(writer, core, id, name, sizeof(name)), what);
}

static uint64_t *state_of(struct writer *writer, unsigned core, uint32_t id)
{
    return &tt_row(&writer->task, (uint64_t)core << 32 | id, 0, 0, 0)->count[0];
}

/* A task is activated by a stimulus before anything else is said of it, and again after it has ended. */
static void activate(struct writer *writer, int64_t time, unsigned core, uint32_t id)
{
    uint64_t *state = state_of(writer, core, id);
    char name[80];

    if (*state != UNMET)
        return;
    *state = ACTIVE;
    task(writer, core, id, name, sizeof(name));
    fprintf(writer->out, "%lld,Core_%u,0,STI,STI_%s,0,trigger\n%lld,STI_%s,0,T,%s,0,activate\n",
            (long long)time, core, name, (long long)time, name, name);
}

static void run(struct writer *writer, int64_t time, unsigned core, uint32_t id)
{
    uint64_t *state = state_of(writer, core, id);

    activate(writer, time, core, id);
    if (*state == WAITING) /* what made it ready is not in the recording */
        put_task(writer, time, core, id, "release");
    put_task(writer, time, core, id, *state == ACTIVE ? "start" : "resume");
    *state = BEGUN;
}

static void put_switch(struct writer *writer, const struct tt_event *event)
{
    const struct tt_thread *from;
    uint64_t *state;

    if (writer->model.core[event->core].running == 0) /* it ran before, since a time that is not known */
        run(writer, event->time, event->core, event->a);
    from = tt_model_thread(&writer->model, event->core, event->a);
    state = state_of(writer, event->core, event->a);
    if (from->ended) {
        put_task(writer, event->time, event->core, event->a, "terminate");
        *state = UNMET;
    } else if (from->ready_known && !from->ready) {
        put_task(writer, event->time, event->core, event->a, "wait");
        *state = WAITING;
    } else {
        put_task(writer, event->time, event->core, event->a, "preempt");
    }
    run(writer, event->time, event->core, event->b);
}

static void put_ready(struct writer *writer, const struct tt_event *event)
{
    uint64_t *state = state_of(writer, event->core, event->a);

    activate(writer, event->time, event->core, event->a);
    if (*state != WAITING)
        return;
    put_task(writer, event->time, event->core, event->a, "release");
    *state = BEGUN;
}

static void put_handler(struct writer *writer, const struct tt_event *event, const char *what,
                        uint64_t instance)
{
    fprintf(writer->out, "%lld,Core_%u,0,I,C%u.irq_%u,%llu,%s\n", (long long)event->time, event->core,
            event->core, event->a, (unsigned long long)instance, what);
}

static void enter(struct writer *writer, const struct tt_event *event)
{
    struct tt_core_state *core = &writer->model.core[event->core];
    uint64_t instance = writer->handlers++;
    struct tt_event outer = *event;

    fprintf(writer->out,
            "%lld,Core_%u,0,STI,STI_irq_%u,%llu,trigger\n%lld,STI_irq_%u,%llu,I,C%u.irq_%u,%llu,activate\n",
            (long long)event->time, event->core, event->a, (unsigned long long)instance,
            (long long)event->time, event->a, (unsigned long long)instance, event->core, event->a,
            (unsigned long long)instance);
    if (core->depth == 0) {
        put_task(writer, event->time, event->core, core->running, "preempt");
    } else if (core->depth <= TT_NESTED) {
        outer.a = core->number[core->depth - 1];
        put_handler(writer, &outer, "preempt", writer->instance[event->core][core->depth - 1]);
    }
    if (core->depth < TT_NESTED)
        writer->instance[event->core][core->depth] = instance;
    put_handler(writer, event, "start", instance);
}

static void leave(struct writer *writer, const struct tt_event *event)
{
    struct tt_core_state *core = &writer->model.core[event->core];
    struct tt_event outer = *event;

    if (core->depth == 0 || core->depth > TT_NESTED)
        return; /* its beginning is not in the recording */
    put_handler(writer, event, "terminate", writer->instance[event->core][core->depth - 1]);
    if (core->depth == 1) {
        put_task(writer, event->time, event->core, core->running, "resume");
        return;
    }
    outer.a = core->number[core->depth - 2];
    put_handler(writer, &outer, "resume", writer->instance[event->core][core->depth - 2]);
}

static void put_signal(struct writer *writer, const struct tt_event *event)
{
    char name[64];

    fprintf(writer->out, "%lld,Core_%u,0,SIG,%s,0,write,%u\n", (long long)event->time, event->core,
            word(tt_name(writer->trace, event->core, event->a), name, sizeof(name)), event->b);
}

static void put_event(struct writer *writer, const struct tt_event *event)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        put_switch(writer, event);
        break;
    case TAKT_TRACE_EVENT_running:
        if (writer->model.core[event->core].running == 0)
            run(writer, event->time, event->core, event->a);
        break;
    case TAKT_TRACE_EVENT_ready:
        put_ready(writer, event);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        enter(writer, event);
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        leave(writer, event);
        break;
    case TAKT_TRACE_EVENT_mark:
    case TAKT_TRACE_EVENT_counter:
        put_signal(writer, event);
        break;
    default:
        break;
    }
}

static int write_btf(const struct tt_trace *trace, FILE *out)
{
    static struct writer writer;

    memset(&writer, 0, sizeof(writer));
    writer.trace = trace;
    writer.out = out;
    fputs("#version 2.1.3\n#creator takt-trace\n#timeScale ns\n", out);
    tt_model_begin(&writer.model, trace);
    for (size_t i = 0; i < trace->count; i++) {
        put_event(&writer, &trace->event[i]);
        tt_model_step(&writer.model, &trace->event[i]);
    }
    tt_model_free(&writer.model);
    tt_table_free(&writer.task);
    return 0;
}

const struct tt_format tt_btf = {"btf", "Best Trace Format 2.1, for tools that look at timing in cars",
                                 write_btf, NULL};
