/*
 * Perfetto's own format (protos/perfetto/trace in its sources), a sequence of packets. Switches and wake-ups are those
 * of Linux's ftrace, because Perfetto builds its lanes of cores and thread states of them; handlers are slices, calls
 * and marks instants on the thread that ran, counters counters; an arrow leads from each wake-up to the run that it
 * caused.
 *
 * Ids of threads are small numbers: those of Linux are 32 bits with a sign, and addresses may be larger. A core is a
 * process, whose number leaves room for its threads; the idle thread has number 0, as Linux's.
 */
#include "export.h"
#include "model.h"
#include "protobuf.h"
#include "read.h"

#include <stdlib.h>
#include <string.h>

#define PROCESS(core) (((core) + 1) * 10000u)
#define BUNDLE        500u /* switches and wake-ups of a core in one packet */
#define SEQUENCE      1u

enum { PACKET = 1 };
enum packet {
    P_FTRACE = 1,
    P_TREE = 2,
    P_TIME = 8,
    P_SEQUENCE = 10,
    P_EVENT = 11,
    P_FLAGS = 13,
    P_DROPPED = 42,
    P_TRACK = 60
};
enum tree { T_PROCESS = 1, T_THREAD = 2 };
enum process { PROCESS_PID = 1, PROCESS_NAME = 3 };
enum thread { THREAD_TID = 1, THREAD_NAME = 2, THREAD_PROCESS = 3 };
enum bundle { B_CPU = 1, B_EVENT = 2 };
enum ftrace { F_TIME = 1, F_PID = 2, F_SWITCH = 4, F_WAKING = 20 };
enum change {
    C_PREV_NAME = 1,
    C_PREV = 2,
    C_PREV_LEVEL = 3,
    C_PREV_STATE = 4,
    C_NEXT_NAME = 5,
    C_NEXT = 6,
    C_NEXT_LEVEL = 7
};
enum waking { W_NAME = 1, W_PID = 2, W_LEVEL = 3, W_SUCCESS = 4, W_CPU = 5 };
enum track { K_UUID = 1, K_NAME = 2, K_PROCESS = 3, K_THREAD = 4, K_PARENT = 5, K_COUNTER = 8 };
enum track_process { KP_PID = 1, KP_NAME = 6 };
enum track_thread { KT_PID = 1, KT_TID = 2, KT_NAME = 5 };
enum track_event {
    E_NOTE = 4,
    E_TYPE = 9,
    E_TRACK = 11,
    E_NAME = 23,
    E_VALUE = 30,
    E_FLOW = 47,
    E_FLOW_END = 48
};
enum note { N_NUMBER = 4, N_TEXT = 6, N_NAME = 10 };
enum type { BEGIN = 1, END = 2, INSTANT = 3, COUNTER = 4 };

struct writer {
    const struct tt_trace *trace;
    FILE *out;
    struct tt_model model;
    struct tt_message packet, part, inner, note;
    struct tt_message bundle[TT_CORES];
    unsigned bundled[TT_CORES];
    uint64_t *flow; /* of threads that were woken and do not run yet, by their place in the model; 0: none */
    size_t flow_room;
    uint64_t flows;
    size_t described; /* threads of the model that have a track */
};

/* Threads in the order in which the model met them. */
static uint32_t tid_of(struct writer *writer, unsigned core, uint32_t id)
{
    const struct tt_thread *thread = tt_model_thread(&writer->model, core, id);

    return thread->idle ? 0 : PROCESS(core) + 1 + (uint32_t)(thread - writer->model.thread);
}

static void flush(struct writer *writer)
{
    struct tt_message out = {0};

    tt_pb_message(&out, PACKET, &writer->packet);
    fwrite(out.byte, 1, out.used, writer->out);
    tt_pb_free(&out);
}

static void flush_bundle(struct writer *writer, unsigned core)
{
    if (writer->bundled[core] == 0)
        return;
    tt_pb_message(&writer->packet, P_FTRACE, &writer->bundle[core]);
    flush(writer);
    writer->bundled[core] = 0;
}

/* The part holds the event without its time and thread. */
static void add_ftrace(struct writer *writer, const struct tt_event *event, uint32_t pid, unsigned field)
{
    if (writer->bundled[event->core]++ == 0)
        tt_pb_number(&writer->bundle[event->core], B_CPU, event->core);
    tt_pb_number(&writer->part, F_TIME, (uint64_t)event->time);
    tt_pb_number(&writer->part, F_PID, pid);
    tt_pb_message(&writer->part, field, &writer->inner);
    tt_pb_message(&writer->bundle[event->core], B_EVENT, &writer->part);
    if (writer->bundled[event->core] == BUNDLE)
        flush_bundle(writer, event->core);
}

static const char *name_of(struct writer *writer, unsigned core, uint32_t id)
{
    return tt_model_thread(&writer->model, core, id)->idle ? "swapper" : tt_name(writer->trace, core, id);
}

static void put_thread(struct writer *writer, const struct tt_thread *thread)
{
    uint32_t tid = tid_of(writer, thread->core, thread->id);

    if (thread->idle)
        return;
    tt_pb_number(&writer->inner, THREAD_TID, tid);
    tt_pb_text(&writer->inner, THREAD_NAME, tt_name(writer->trace, thread->core, thread->id));
    tt_pb_number(&writer->inner, THREAD_PROCESS, PROCESS(thread->core));
    tt_pb_message(&writer->part, T_THREAD, &writer->inner);
    tt_pb_message(&writer->packet, P_TREE, &writer->part);
    flush(writer);
    tt_pb_number(&writer->inner, KT_PID, PROCESS(thread->core));
    tt_pb_number(&writer->inner, KT_TID, tid);
    tt_pb_text(&writer->inner, KT_NAME, tt_name(writer->trace, thread->core, thread->id));
    tt_pb_number(&writer->part, K_UUID, tid);
    tt_pb_message(&writer->part, K_THREAD, &writer->inner);
    tt_pb_message(&writer->packet, P_TRACK, &writer->part);
    flush(writer);
}

/* Threads that were met since. */
static void put_threads(struct writer *writer)
{
    while (writer->described < writer->model.threads)
        put_thread(writer, &writer->model.thread[writer->described++]);
}

static void put_core(struct writer *writer, unsigned core)
{
    char name[24];

    snprintf(name, sizeof(name), "core %u", core);
    tt_pb_number(&writer->inner, PROCESS_PID, PROCESS(core));
    tt_pb_text(&writer->inner, PROCESS_NAME, name);
    tt_pb_message(&writer->part, T_PROCESS, &writer->inner);
    tt_pb_message(&writer->packet, P_TREE, &writer->part);
    flush(writer);
    tt_pb_number(&writer->inner, KP_PID, PROCESS(core));
    tt_pb_text(&writer->inner, KP_NAME, name);
    tt_pb_number(&writer->part, K_UUID, PROCESS(core) + 9998);
    tt_pb_message(&writer->part, K_PROCESS, &writer->inner);
    tt_pb_message(&writer->packet, P_TRACK, &writer->part);
    flush(writer);
    tt_pb_number(&writer->part, K_UUID, PROCESS(core));
    tt_pb_text(&writer->part, K_NAME, "handlers");
    tt_pb_number(&writer->part, K_PARENT, PROCESS(core) + 9998);
    tt_pb_message(&writer->packet, P_TRACK, &writer->part);
    flush(writer);
}

/* The part holds what is particular to the event. */
static void put_track_event(struct writer *writer, const struct tt_event *event, uint64_t track,
                            enum type type)
{
    tt_pb_number(&writer->packet, P_TIME, (uint64_t)event->time);
    tt_pb_number(&writer->packet, P_SEQUENCE, SEQUENCE);
    tt_pb_number(&writer->part, E_TYPE, type);
    tt_pb_number(&writer->part, E_TRACK, track);
    tt_pb_message(&writer->packet, P_EVENT, &writer->part);
    flush(writer);
}

/* Where an event's instant stands: with the handler, or with the thread that runs. */
static uint64_t track_of(struct writer *writer, const struct tt_event *event)
{
    uint32_t running = writer->model.core[event->core].running;
    uint32_t tid = event->handler || running == 0 ? 0 : tid_of(writer, event->core, running);

    return tid != 0 ? tid : PROCESS(event->core);
}

static void add_note(struct writer *writer, const struct tt_event *event, unsigned which)
{
    uint32_t value = which == 0 ? event->a : event->b;

    tt_pb_text(&writer->note, N_NAME, tt_argument_name(event->event, which));
    if (tt_is_object(event->event, which))
        tt_pb_text(&writer->note, N_TEXT, tt_name(writer->trace, event->core, value));
    else
        tt_pb_number(&writer->note, N_NUMBER, (uint64_t)(int64_t)(int32_t)value);
    tt_pb_message(&writer->part, E_NOTE, &writer->note);
}

static void put_instant(struct writer *writer, const struct tt_event *event)
{
    bool mark = event->event == TAKT_TRACE_EVENT_mark;

    tt_pb_text(&writer->part, E_NAME,
               mark ? tt_name(writer->trace, event->core, event->a) : tt_event_name(event->event));
    add_note(writer, event, 0);
    add_note(writer, event, 1);
    put_track_event(writer, event, track_of(writer, event), INSTANT);
}

static uint64_t *flow_of(struct writer *writer, unsigned core, uint32_t id)
{
    size_t place = (size_t)(tt_model_thread(&writer->model, core, id) - writer->model.thread);

    if (place >= writer->flow_room) {
        writer->flow = tt_must(realloc(writer->flow, writer->model.room * sizeof(*writer->flow)));
        memset(writer->flow + writer->flow_room, 0,
               (writer->model.room - writer->flow_room) * sizeof(*writer->flow));
        writer->flow_room = writer->model.room;
    }
    return &writer->flow[place];
}

static void put_waking(struct writer *writer, const struct tt_event *event)
{
    uint64_t *flow = flow_of(writer, event->core, event->a);

    tt_pb_text(&writer->inner, W_NAME, name_of(writer, event->core, event->a));
    tt_pb_number(&writer->inner, W_PID, tid_of(writer, event->core, event->a));
    tt_pb_number(&writer->inner, W_LEVEL, event->b);
    tt_pb_number(&writer->inner, W_SUCCESS, 1);
    tt_pb_number(&writer->inner, W_CPU, event->core);
    add_ftrace(writer, event, 0, F_WAKING);
    *flow = ++writer->flows;
    tt_pb_text(&writer->part, E_NAME, "wakes");
    add_note(writer, event, 0);
    tt_pb_fixed64(&writer->part, E_FLOW, *flow);
    put_track_event(writer, event, track_of(writer, event), INSTANT);
}

/* The model has not taken the step yet: whether the thread that stops is ready is known. */
static void put_switch(struct writer *writer, const struct tt_event *event)
{
    uint32_t from = tid_of(writer, event->core, event->a), to = tid_of(writer, event->core, event->b);
    const struct tt_thread *thread = tt_model_thread(&writer->model, event->core, event->a);
    uint64_t *flow = flow_of(writer, event->core, event->b);

    tt_pb_text(&writer->inner, C_PREV_NAME, name_of(writer, event->core, event->a));
    tt_pb_number(&writer->inner, C_PREV, from);
    tt_pb_number(&writer->inner, C_PREV_LEVEL, thread->level);
    tt_pb_number(&writer->inner, C_PREV_STATE, thread->ready_known && !thread->ready ? 1 : 0);
    tt_pb_text(&writer->inner, C_NEXT_NAME, name_of(writer, event->core, event->b));
    tt_pb_number(&writer->inner, C_NEXT, to);
    tt_pb_number(&writer->inner, C_NEXT_LEVEL, tt_model_thread(&writer->model, event->core, event->b)->level);
    add_ftrace(writer, event, from, F_SWITCH);
    if (*flow == 0 || to == 0)
        return;
    tt_pb_text(&writer->part, E_NAME, "runs");
    tt_pb_fixed64(&writer->part, E_FLOW_END, *flow);
    put_track_event(writer, event, to, INSTANT);
    *flow = 0;
}

static void put_counter(struct writer *writer, const struct tt_event *event)
{
    uint64_t uuid = (uint64_t)(event->core + 1) << 32 | event->a;

    tt_pb_number(&writer->part, K_UUID, uuid);
    tt_pb_text(&writer->part, K_NAME, tt_name(writer->trace, event->core, event->a));
    tt_pb_message(&writer->part, K_COUNTER, &writer->inner); /* empty: a plain number */
    tt_pb_number(&writer->part, K_PARENT, PROCESS(event->core) + 9998);
    tt_pb_message(&writer->packet, P_TRACK, &writer->part);
    flush(writer);
    tt_pb_number(&writer->part, E_VALUE, event->b);
    put_track_event(writer, event, uuid, COUNTER);
}

static void put_handler(struct writer *writer, const struct tt_event *event)
{
    char name[32];

    if (event->event == TAKT_TRACE_EVENT_irq_exit) {
        if (writer->model.core[event->core].depth > 0)
            put_track_event(writer, event, PROCESS(event->core), END);
        return;
    }
    snprintf(name, sizeof(name), "interrupt %u", event->a);
    tt_pb_text(&writer->part, E_NAME, name);
    put_track_event(writer, event, PROCESS(event->core), BEGIN);
}

static void put_event(struct writer *writer, const struct tt_event *event)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        put_switch(writer, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        put_waking(writer, event);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
    case TAKT_TRACE_EVENT_irq_exit:
        put_handler(writer, event);
        break;
    case TAKT_TRACE_EVENT_counter:
        put_counter(writer, event);
        break;
    case TAKT_TRACE_EVENT_lost:
        tt_pb_number(&writer->packet, P_DROPPED, 1);
        put_instant(writer, event);
        break;
    default:
        put_instant(writer, event);
        break;
    }
}

/* A thread's track is described before the first event on it. */
static void meet(struct writer *writer, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_switch || event->event == TAKT_TRACE_EVENT_ready)
        (void)tt_model_thread(&writer->model, event->core, event->a);
    if (event->event == TAKT_TRACE_EVENT_switch)
        (void)tt_model_thread(&writer->model, event->core, event->b);
    put_threads(writer);
}

static void begin(struct writer *writer)
{
    tt_pb_number(&writer->packet, P_SEQUENCE, SEQUENCE);
    tt_pb_number(&writer->packet, P_FLAGS, 1); /* nothing is referred to that was said before */
    flush(writer);
    for (unsigned c = 0; c < writer->trace->cores; c++) {
        if (writer->trace->core[c].present)
            put_core(writer, c);
    }
}

static int write_perfetto(const struct tt_trace *trace, FILE *out)
{
    struct writer *writer = tt_must(calloc(1, sizeof(*writer)));

    writer->trace = trace;
    writer->out = out;
    tt_model_begin(&writer->model, trace);
    begin(writer);
    for (size_t i = 0; i < trace->count; i++) {
        meet(writer, &trace->event[i]);
        put_event(writer, &trace->event[i]);
        tt_model_step(&writer->model, &trace->event[i]);
    }
    for (unsigned c = 0; c < trace->cores; c++) {
        flush_bundle(writer, c);
        tt_pb_free(&writer->bundle[c]);
    }
    tt_pb_free(&writer->packet);
    tt_pb_free(&writer->part);
    tt_pb_free(&writer->inner);
    tt_pb_free(&writer->note);
    tt_model_free(&writer->model);
    free(writer->flow);
    free(writer);
    return 0;
}

const struct tt_format tt_perfetto = {
    "perfetto", "Perfetto's own format, for ui.perfetto.dev and its trace processor", write_perfetto, NULL};
