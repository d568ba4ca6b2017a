/*
 * ThreadX's .trx, as TraceX opens it: a folder with a file a core, since TraceX takes all events for one core's. Objects
 * get addresses of their own, as those of a 32-bit target; a unit of time is a nanosecond, and where nothing happens for
 * longer than half of the 32 bits, an event of its own stands in between, so that the reader sees each wrap.
 */
#include "export.h"
#include "model.h"
#include "read.h"
#include "table.h"
#include "trx.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FIRST   0x20000000u /* address of the first object */
#define STEP    0x40u
#define REST    INT32_MAX /* ns between two events at most */
#define SYNC    (TT_TRX_USER + 0xefff)
#define UNKNOWN 31 /* level of a thread that no table knows */

struct writer {
    const struct tt_trace *trace;
    unsigned core;
    struct tt_model model;
    struct tt_table
        address; /* by id; count 0: the object's number + 1; 1: a mutex's owner; 2: what a thread waits for */
    struct tt_trx_event *event;
    size_t count, room;
    uint32_t *next; /* of each of the trace's events: who runs after it */
    int64_t time;
};

static struct tt_row *row_of(struct writer *writer, uint32_t id)
{
    const struct tt_object *object = tt_object(writer->trace, writer->core, id);
    struct tt_row *row = tt_row(&writer->address, object != NULL ? object->id : id, 0, 0, 0);

    if (row->count[0] == 0)
        row->count[0] = writer->address.rows;
    return row;
}

static uint32_t address_of(struct writer *writer, uint32_t id)
{
    return id == 0 ? 0 : FIRST + STEP * (uint32_t)(row_of(writer, id)->count[0] - 1);
}

/* Threads that idle are none to ThreadX. */
static uint32_t thread_of(struct writer *writer, uint32_t id)
{
    return id == 0 || tt_model_thread(&writer->model, writer->core, id)->idle ? 0 : address_of(writer, id);
}

static uint32_t level_of(struct writer *writer, uint32_t id)
{
    unsigned level = id != 0 ? tt_model_thread(&writer->model, writer->core, id)->level : UNKNOWN;

    level = level == TT_NO_LEVEL ? UNKNOWN : level;
    return 0x80000000u | level << 16 | level;
}

static void add(struct writer *writer, int64_t time, bool handler, uint32_t running, unsigned id,
                const uint32_t *info)
{
    struct tt_trx_event event = {.id = id, .time = (uint32_t)time};

    event.thread = handler || thread_of(writer, running) == 0 ? TT_TRX_HANDLER : thread_of(writer, running);
    event.level = event.thread == TT_TRX_HANDLER ? thread_of(writer, running) : level_of(writer, running);
    memcpy(event.info, info, sizeof(event.info));
    writer->event = tt_grow(writer->event, writer->count, &writer->room, sizeof(event));
    writer->event[writer->count++] = event;
}

static void rest(struct writer *writer, int64_t time, uint32_t running)
{
    const uint32_t none[4] = {0};

    while (writer->count > 0 && time - writer->time > REST) {
        writer->time += REST;
        add(writer, writer->time, true, running, SYNC, none);
    }
    writer->time = time;
}

/** Calls on objects, whose event says no more than which. */
static unsigned call_of(unsigned event)
{
    static const unsigned ids[TAKT_TRACE_EVENTS] = {
        [TAKT_TRACE_EVENT_sem_give] = TT_TRX_PUT,         [TAKT_TRACE_EVENT_sem_take] = TT_TRX_GET,
        [TAKT_TRACE_EVENT_mutex_lock] = TT_TRX_MUTEX_GET, [TAKT_TRACE_EVENT_mutex_unlock] = TT_TRX_MUTEX_PUT,
        [TAKT_TRACE_EVENT_queue_send] = TT_TRX_SEND,      [TAKT_TRACE_EVENT_queue_receive] = TT_TRX_RECEIVE,
        [TAKT_TRACE_EVENT_event_set] = TT_TRX_FLAGS_SET,  [TAKT_TRACE_EVENT_event_wait] = TT_TRX_FLAGS_GET,
        [TAKT_TRACE_EVENT_pool_alloc] = TT_TRX_ALLOCATE,  [TAKT_TRACE_EVENT_pool_free] = TT_TRX_RELEASE,
        [TAKT_TRACE_EVENT_timer_start] = TT_TRX_ACTIVATE,
    };

    return ids[event];
}

/* tx_api.h's states, by what the thread waits for, which is its call */
static unsigned state_of(const struct writer *writer, uint32_t waits_for, unsigned *call)
{
    static const struct {
        uint8_t kind, state, call;
    } states[] = {
        {TAKT_TRACE_QUEUE, 5, TT_TRX_RECEIVE},    {TAKT_TRACE_SEM, 6, TT_TRX_GET},
        {TAKT_TRACE_EVENT, 7, TT_TRX_FLAGS_GET},  {TAKT_TRACE_POOL, 8, TT_TRX_ALLOCATE},
        {TAKT_TRACE_MUTEX, 13, TT_TRX_MUTEX_GET},
    };
    const struct tt_object *object = tt_object(writer->trace, writer->core, waits_for);

    *call = 0;
    for (size_t i = 0; object != NULL && i < sizeof(states) / sizeof(states[0]); i++) {
        if (states[i].kind == object->kind) {
            *call = states[i].call;
            return states[i].state;
        }
    }
    return 4; /* asleep */
}

/* ThreadX records a call when it begins, Takt when it has ended: one that waits is said here, and not again. */
static void block(struct writer *writer, const struct tt_event *event)
{
    uint32_t info[4] = {address_of(writer, event->a), 0, 0, 0};
    unsigned call;

    (void)state_of(writer, event->a, &call);
    row_of(writer, event->b)->count[2] = event->a;
    if (call == 0)
        return;
    if (call == TT_TRX_MUTEX_GET)
        info[2] = address_of(writer, (uint32_t)row_of(writer, event->a)->count[1]);
    add(writer, event->time, false, event->b, call, info);
}

/* Whether the call that ends was said when its thread began to wait. */
static bool was_said(struct writer *writer, const struct tt_event *event, uint32_t running)
{
    struct tt_row *row;

    if (call_of(event->event) == 0 || event->handler || running == 0)
        return false;
    row = row_of(writer, running);
    if (row->count[2] == 0 || address_of(writer, (uint32_t)row->count[2]) != address_of(writer, event->a))
        return false;
    row_of(writer, running)->count[2] = 0;
    return true;
}

/* Bits of kernel.h's: 1 waits, 2 suspended, 8 ended. */
static unsigned suspended(struct writer *writer, const struct tt_event *event)
{
    unsigned call;

    if ((event->b & 8) != 0)
        return 1;
    return (event->b & 1) == 0 ? 3 : state_of(writer, (uint32_t)row_of(writer, event->a)->count[2], &call);
}

/* @return the event's number at ThreadX; 0: it has none */
static unsigned translate(struct writer *writer, const struct tt_event *event, uint32_t next, uint32_t *info)
{
    unsigned call = call_of(event->event);

    if (call != 0) {
        info[0] = address_of(writer, event->a);
        return call;
    }
    switch (event->event) {
    case TAKT_TRACE_EVENT_ready:
        info[0] = address_of(writer, event->a);
        info[3] = next;
        return TT_TRX_RESUME;
    case TAKT_TRACE_EVENT_unready:
        info[0] = address_of(writer, event->a);
        info[1] = suspended(writer, event);
        info[3] = next;
        return TT_TRX_SUSPEND;
    case TAKT_TRACE_EVENT_irq_enter:
    case TAKT_TRACE_EVENT_irq_exit:
        info[1] = event->a;
        return event->event == TAKT_TRACE_EVENT_irq_enter ? TT_TRX_ENTER : TT_TRX_EXIT;
    case TAKT_TRACE_EVENT_yield:
        info[1] = next;
        return TT_TRX_RELINQUISH;
    case TAKT_TRACE_EVENT_slice:
        info[0] = next;
        return TT_TRX_SLICE;
    case TAKT_TRACE_EVENT_thread_create:
    case TAKT_TRACE_EVENT_priority:
    case TAKT_TRACE_EVENT_threshold:
        info[0] = address_of(writer, event->a);
        info[1] = event->b;
        return event->event == TAKT_TRACE_EVENT_thread_create ? TT_TRX_CREATE
               : event->event == TAKT_TRACE_EVENT_priority    ? TT_TRX_PRIORITY
                                                              : TT_TRX_THRESHOLD;
    case TAKT_TRACE_EVENT_mark:
        info[0] = event->b;
        return TT_TRX_USER + event->a % 0xeff0;
    default:
        return 0;
    }
}

static void put_event(struct writer *writer, const struct tt_event *event, uint32_t next)
{
    uint32_t running = writer->model.core[writer->core].running, info[4] = {0};
    unsigned id;

    running = running != 0 ? running : writer->model.core[writer->core].before;
    next = thread_of(writer, next);
    if (event->event == TAKT_TRACE_EVENT_switch) {
        if (thread_of(writer, event->b) == 0)
            return; /* ThreadX has no event for it: the suspension said that nobody follows */
        rest(writer, event->time, running);
        add(writer, event->time, false, event->b, TT_TRX_RUNNING, info);
        return;
    }
    if (event->event == TAKT_TRACE_EVENT_block) {
        block(writer, event);
        return;
    }
    if (event->event == TAKT_TRACE_EVENT_mutex_owner)
        row_of(writer, event->a)->count[1] = event->b;
    id = translate(writer, event, next, info);
    if (id == 0 || was_said(writer, event, running))
        return;
    rest(writer, event->time, running);
    add(writer, event->time, event->handler, running, id, info);
}

/* Backwards: who runs after an event is whom the next switch takes, if nobody becomes ready or waits before it. */
static void look_ahead(struct writer *writer)
{
    uint32_t next = writer->model.core[writer->core].before, after;

    for (size_t i = 0; i < writer->trace->count; i++) {
        if (writer->trace->event[i].core == writer->core &&
            writer->trace->event[i].event == TAKT_TRACE_EVENT_switch)
            next = writer->trace->event[i].b;
    }
    after = next;
    for (size_t i = writer->trace->count; i-- > 0;) {
        const struct tt_event *event = &writer->trace->event[i];

        if (event->core != writer->core)
            continue;
        if (event->event == TAKT_TRACE_EVENT_switch) {
            next = event->b;
            after = event->a;
        }
        writer->next[i] = next;
        if (event->event == TAKT_TRACE_EVENT_ready || event->event == TAKT_TRACE_EVENT_unready ||
            event->event == TAKT_TRACE_EVENT_slice || event->event == TAKT_TRACE_EVENT_yield)
            next = after;
    }
}

static uint8_t type_of(unsigned kind)
{
    static const uint8_t types[TAKT_TRACE_KINDS] = {
        [TAKT_TRACE_THREAD] = TT_TRX_THREAD, [TAKT_TRACE_SEM] = TT_TRX_SEMAPHORE,
        [TAKT_TRACE_MUTEX] = TT_TRX_MUTEX,   [TAKT_TRACE_QUEUE] = TT_TRX_QUEUE,
        [TAKT_TRACE_EVENT] = TT_TRX_FLAGS,   [TAKT_TRACE_TIMER] = TT_TRX_TIMER,
        [TAKT_TRACE_POOL] = TT_TRX_BLOCKS,
    };

    return kind < TAKT_TRACE_KINDS ? types[kind] : 0;
}

static void write_object(struct writer *writer, uint32_t id, uint32_t address, FILE *out)
{
    const struct tt_object *known = tt_object(writer->trace, writer->core, id);
    struct tt_trx_object object = {.address = address, .type = known != NULL ? type_of(known->kind) : 0};
    char name[TT_TRX_NAME] = {0};

    if (object.type == TT_TRX_THREAD) {
        object.level_high = 0x80;
        object.level_low = known->base;
    }
    strncpy(name, tt_name(writer->trace, writer->core, id), sizeof(name) - 1);
    fwrite(&object, sizeof(object), 1, out);
    fwrite(name, sizeof(name), 1, out);
}

static int write_file(struct writer *writer, const char *path)
{
    uint32_t size = (uint32_t)(sizeof(struct tt_trx_object) + TT_TRX_NAME), base = 0x10000000;
    struct tt_trx_header header = {.magic = TT_TRX_MAGIC,
                                   .mask = UINT32_MAX,
                                   .base = base,
                                   .objects = base + (uint32_t)sizeof(header),
                                   .name_size = TT_TRX_NAME,
                                   .reserved_words = {0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc}};
    FILE *out = fopen(path, "wb");

    if (out == NULL)
        return -1;
    header.objects_end = header.objects + size * (uint32_t)writer->address.rows;
    header.events = header.oldest = header.objects_end;
    header.events_end = header.events + (uint32_t)(writer->count * sizeof(*writer->event));
    fwrite(&header, sizeof(header), 1, out);
    for (size_t i = 0; i < writer->address.rows; i++)
        write_object(writer, (uint32_t)writer->address.row[i].key[0], FIRST + STEP * (uint32_t)i, out);
    if (writer->count > 0)
        fwrite(writer->event, sizeof(*writer->event), writer->count, out);
    return fclose(out);
}

static int write_core(const struct tt_trace *trace, unsigned core, const char *folder)
{
    struct writer *writer = tt_must(calloc(1, sizeof(*writer)));
    char path[1024];
    int failed;

    writer->trace = trace;
    writer->core = core;
    writer->next = tt_must(calloc(trace->count + 1, sizeof(*writer->next)));
    tt_model_begin(&writer->model, trace);
    look_ahead(writer);
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->event[i].core != core)
            continue;
        put_event(writer, &trace->event[i], writer->next[i]);
        tt_model_step(&writer->model, &trace->event[i]);
    }
    snprintf(path, sizeof(path), "%s/core%u.trx", folder, core);
    failed = write_file(writer, path);
    tt_model_free(&writer->model);
    tt_table_free(&writer->address);
    free(writer->event);
    free(writer->next);
    free(writer);
    return failed;
}

static int write_trx(const struct tt_trace *trace, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "takt-trace: %s cannot be made: %s.\n", folder, strerror(errno));
        return 2;
    }
    for (unsigned c = 0; c < trace->cores; c++) {
        if (trace->core[c].count > 0 && write_core(trace, c, folder) != 0) {
            fprintf(stderr, "takt-trace: %s/core%u.trx cannot be written: %s.\n", folder, c, strerror(errno));
            return 2;
        }
    }
    return 0;
}

const struct tt_format tt_trx = {"trx", "ThreadX's, for TraceX: a folder with a file a core", NULL,
                                 write_trx};
