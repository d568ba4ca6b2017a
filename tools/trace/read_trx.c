/*
 * ThreadX's trace buffer (trx.h) as one core's events. It records what threads do, not switches: those follow from who
 * is said to run next, and from whose events come. A thread that does not run and whose event comes has been switched to
 * since; what idles is a thread of that name. A unit of ThreadX's clock counts as a nanosecond: the file does not say
 * how long it is.
 *
 * Times have as many bits as the header's mask; of the rest one wrap at most lies between two events.
 */
#include "read.h"
#include "table.h"
#include "trx.h"

#include <string.h>

#define NESTED 255

struct reader {
    const struct tt_input *in;
    struct tt_core *core;
    uint8_t number;
    struct tt_trx_header header;
    int64_t now;
    uint32_t last;         /* time as it stood in the event before */
    uint32_t running;      /* 0: nobody is known */
    uint32_t next;         /* who runs when the outermost handler has ended; 0: the same */
    uint32_t object;       /* that the running thread called last */
    struct tt_table waits; /* by thread; count 0: the mutex that it waits for */
    unsigned depth;
    bool first;
};

static void emit(struct reader *reader, unsigned event, uint32_t a, uint32_t b)
{
    struct tt_event out = {.time = reader->now,
                           .event = (uint16_t)event,
                           .core = reader->number,
                           .handler = reader->depth > 0,
                           .a = a,
                           .b = b};

    tt_add_event(reader->core, &out);
}

#define EMIT(name, a, b) emit(reader, TAKT_TRACE_EVENT_##name, a, b)

static void switch_to(struct reader *reader, uint32_t thread)
{
    thread = thread == 0 ? TT_TRX_IDLE : thread;
    if (reader->running != 0 && reader->running != thread)
        EMIT(switch, reader->running, thread);
    reader->running = thread;
}

/* What an event says of who runs now, or runs when the handler has ended. */
static void runs_next(struct reader *reader, uint32_t thread)
{
    if (reader->depth == 0)
        switch_to(reader, thread);
    else
        reader->next = thread == 0 ? TT_TRX_IDLE : thread;
}

static void suspend(struct reader *reader, const uint32_t *info)
{
    bool waits_for_object = info[1] >= 5; /* tx_api.h: TX_QUEUE_SUSP and what follows it; 13 is a mutex */

    if (reader->depth == 0 && info[0] == reader->running && info[1] > 3) {
        EMIT(block, waits_for_object ? reader->object : 0, info[0]);
        if (info[1] == 13)
            tt_row(&reader->waits, info[0], 0, 0, 0)->count[0] = reader->object;
    }
    EMIT(unready, info[0], info[1]);
    runs_next(reader, info[3]);
}

static void resume(struct reader *reader, const uint32_t *info, uint32_t level)
{
    struct tt_row *row = tt_row(&reader->waits, info[0], 0, 0, 0);

    EMIT(ready, info[0], level);
    if (row->count[0] != 0) /* the mutex went over to it */
        EMIT(mutex_owner, (uint32_t)row->count[0], info[0]);
    row->count[0] = 0;
    runs_next(reader, info[3]);
}

static void enter(struct reader *reader, uint32_t number)
{
    EMIT(irq_enter, number, reader->depth);
    if (reader->depth < NESTED)
        reader->depth++;
    reader->next = 0;
}

static void leave(struct reader *reader, uint32_t number)
{
    if (reader->depth > 0)
        reader->depth--;
    EMIT(irq_exit, number, reader->depth);
    if (reader->depth == 0 && reader->next != 0)
        switch_to(reader, reader->next);
    reader->next = 0;
}

/* Calls on objects: the event with the result, which is not recorded; what did not come to an end waits first. */
static bool call(struct reader *reader, unsigned id, const uint32_t *info)
{
    static const struct {
        unsigned id, event;
    } calls[] = {
        {TT_TRX_ALLOCATE, TAKT_TRACE_EVENT_pool_alloc},   {TT_TRX_RELEASE, TAKT_TRACE_EVENT_pool_free},
        {TT_TRX_FLAGS_GET, TAKT_TRACE_EVENT_event_wait},  {TT_TRX_FLAGS_SET, TAKT_TRACE_EVENT_event_set},
        {TT_TRX_MUTEX_GET, TAKT_TRACE_EVENT_mutex_lock},  {TT_TRX_MUTEX_PUT, TAKT_TRACE_EVENT_mutex_unlock},
        {TT_TRX_FRONT_SEND, TAKT_TRACE_EVENT_queue_send}, {TT_TRX_SEND, TAKT_TRACE_EVENT_queue_send},
        {TT_TRX_RECEIVE, TAKT_TRACE_EVENT_queue_receive}, {TT_TRX_PUT, TAKT_TRACE_EVENT_sem_give},
        {TT_TRX_CEILING_PUT, TAKT_TRACE_EVENT_sem_give},  {TT_TRX_GET, TAKT_TRACE_EVENT_sem_take},
        {TT_TRX_ACTIVATE, TAKT_TRACE_EVENT_timer_start},
    };

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (calls[i].id != id)
            continue;
        reader->object = info[0];
        if (id == TT_TRX_MUTEX_GET && info[2] == 0) /* it was free */
            EMIT(mutex_owner, info[0], reader->running);
        emit(reader, calls[i].event, info[0], id == TT_TRX_FLAGS_SET ? info[1] : 0);
        return true;
    }
    return false;
}

static uint32_t level_of(const struct reader *reader, uint32_t thread)
{
    for (size_t i = 0; i < reader->core->objects; i++) {
        if (reader->core->object[i].id == thread)
            return reader->core->object[i].effective;
    }
    return TT_NO_LEVEL;
}

static void take(struct reader *reader, const struct tt_trx_event *event)
{
    const uint32_t *info = event->info;

    switch (event->id) {
    case TT_TRX_RESUME:
        resume(reader, info, level_of(reader, info[0]));
        break;
    case TT_TRX_SUSPEND:
        suspend(reader, info);
        break;
    case TT_TRX_ENTER:
        enter(reader, info[1]);
        break;
    case TT_TRX_EXIT:
        leave(reader, info[1]);
        break;
    case TT_TRX_SLICE:
        EMIT(slice, reader->running, level_of(reader, reader->running));
        runs_next(reader, info[0]);
        break;
    case TT_TRX_RELINQUISH:
        EMIT(yield, reader->running, level_of(reader, reader->running));
        runs_next(reader, info[1]);
        break;
    case TT_TRX_CREATE:
        EMIT(thread_create, info[0], info[1]);
        break;
    case TT_TRX_PRIORITY:
        EMIT(priority, info[0], info[1]);
        break;
    case TT_TRX_THRESHOLD:
        EMIT(threshold, info[0], info[1]);
        break;
    default:
        if (!call(reader, event->id, info) && event->id >= TT_TRX_USER && event->id <= 65535)
            EMIT(mark, event->id, info[0]);
        break;
    }
}

/* Who runs is whose event it is; a handler's says whom it interrupted. */
static void follow(struct reader *reader, const struct tt_trx_event *event)
{
    uint32_t thread = event->thread;

    if (thread == TT_TRX_INIT || reader->depth > 0 || event->id == TT_TRX_EXIT)
        return;
    if (thread == TT_TRX_HANDLER)
        thread = event->id == TT_TRX_ENTER ? event->level : reader->running;
    if (thread != 0 || event->id == TT_TRX_ENTER)
        switch_to(reader, thread);
}

static void step(struct reader *reader, const struct tt_trx_event *event)
{
    uint32_t mask = reader->header.mask;

    if (!reader->first)
        reader->now += (event->time - reader->last) & mask;
    reader->first = false;
    reader->last = event->time;
    follow(reader, event);
    take(reader, event);
}

static struct tt_trx_event event_at(const struct tt_input *in, size_t at)
{
    struct tt_trx_event event;

    memcpy(&event, in->byte + at, sizeof(event));
    event.thread = tt_u32(in, event.thread);
    event.level = tt_u32(in, event.level);
    event.id = tt_u32(in, event.id);
    event.time = tt_u32(in, event.time);
    for (unsigned i = 0; i < 4; i++)
        event.info[i] = tt_u32(in, event.info[i]);
    return event;
}

/* The ring, from its oldest event on: places that were never written have no thread. */
static void read_events(struct reader *reader, size_t begin, size_t end, size_t oldest)
{
    for (unsigned half = 0; half < 2; half++) {
        size_t from = half == 0 ? oldest : begin, to = half == 0 ? end : oldest;

        for (size_t at = from; at + sizeof(struct tt_trx_event) <= to; at += sizeof(struct tt_trx_event)) {
            struct tt_trx_event event = event_at(reader->in, at);

            if (event.thread != 0 && event.id != UINT32_MAX)
                step(reader, &event);
        }
    }
}

static unsigned kind_of(unsigned type)
{
    static const uint8_t kinds[] = {TAKT_TRACE_NOTHING, TAKT_TRACE_THREAD, TAKT_TRACE_TIMER,
                                    TAKT_TRACE_QUEUE,   TAKT_TRACE_SEM,    TAKT_TRACE_MUTEX,
                                    TAKT_TRACE_EVENT,   TAKT_TRACE_POOL,   TAKT_TRACE_POOL};

    return type < sizeof(kinds) ? kinds[type] : TAKT_TRACE_NOTHING;
}

static void read_objects(struct reader *reader, size_t begin, size_t end)
{
    size_t name_size = reader->header.name_size, size = sizeof(struct tt_trx_object) + name_size;

    for (size_t at = begin; at + size <= end; at += size) {
        struct tt_trx_object from;
        struct tt_object object = {.base = TT_NO_LEVEL, .effective = TT_NO_LEVEL, .core = reader->number};

        memcpy(&from, reader->in->byte + at, sizeof(from));
        if (from.available != 0 || from.address == 0)
            continue;
        object.id = tt_u32(reader->in, from.address);
        object.kind = (uint8_t)kind_of(from.type);
        if (from.type == TT_TRX_THREAD && (from.level_high & 0x80) != 0)
            object.base = object.effective = (from.level_high & 0x7f) != 0 ? TT_NO_LEVEL : from.level_low;
        memcpy(object.name, reader->in->byte + at + sizeof(from),
               name_size < sizeof(object.name) ? name_size : sizeof(object.name) - 1);
        tt_add_object(reader->core, &object);
    }
    tt_add_named(reader->core, reader->number, TT_TRX_IDLE, TAKT_TRACE_THREAD, "idle");
}

bool tt_is_trx(const struct tt_input *in)
{
    uint32_t magic;

    if (in->size < sizeof(struct tt_trx_header))
        return false;
    memcpy(&magic, in->byte, sizeof(magic));
    return magic == TT_TRX_MAGIC || __builtin_bswap32(magic) == TT_TRX_MAGIC;
}

static void read_header(struct tt_trx_header *header, struct tt_input *in)
{
    memcpy(header, in->byte, sizeof(*header));
    in->swap = header->magic != TT_TRX_MAGIC;
    header->mask = tt_u32(in, header->mask);
    header->base = tt_u32(in, header->base);
    header->objects = tt_u32(in, header->objects) - header->base;
    header->name_size = tt_u16(in, header->name_size);
    header->objects_end = tt_u32(in, header->objects_end) - header->base;
    header->events = tt_u32(in, header->events) - header->base;
    header->events_end = tt_u32(in, header->events_end) - header->base;
    header->oldest = tt_u32(in, header->oldest) - header->base;
}

/* Nothing that the header says is believed before it was found to lie inside the file. */
static bool is_good(const struct tt_trx_header *header, size_t size)
{
    return header->mask != 0 && header->name_size < 64 && header->objects >= sizeof(*header) &&
           header->objects <= header->objects_end && header->objects_end <= size &&
           header->events <= header->oldest && header->oldest <= header->events_end &&
           header->events_end <= size && (header->oldest - header->events) % sizeof(struct tt_trx_event) == 0;
}

int tt_read_trx(struct tt_trace *trace, struct tt_input *in)
{
    struct reader reader = {.in = in, .first = true};

    read_header(&reader.header, in);
    if (!is_good(&reader.header, in->size) || trace->cores == TT_CORES) {
        fprintf(stderr,
                "takt-trace: %s is ThreadX's, but what its header says does not fit the file. Was the whole "
                "buffer saved?\n",
                in->path);
        return -1;
    }
    reader.number = (uint8_t)trace->cores;
    reader.core = tt_core_of(trace, reader.number);
    reader.core->span = (uint64_t)1 << 32;
    strcpy(reader.core->board, "ThreadX");
    read_objects(&reader, reader.header.objects, reader.header.objects_end);
    read_events(&reader, reader.header.events, reader.header.events_end, reader.header.oldest);
    tt_table_free(&reader.waits);
    return 0;
}
