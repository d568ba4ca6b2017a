/* Each core's head and table, then its packets, closed and summed up; a unit of time is a nanosecond. */
#include "write.h"

#include "read.h"

#include "../../trace/crc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RECORDS 253u /* of a packet: 4096 bytes with its head */

struct packet {
    struct takt_trace_packet head;
    struct takt_trace_record record[RECORDS];
};

struct stream {
    FILE *out;
    struct packet packet;
    unsigned used;
    uint32_t high;
    double unit;
    struct takt_trace_region region;
    struct takt_trace_object object;
};

static void flush(struct stream *stream)
{
    struct takt_trace_packet *head = &stream->packet.head, summed;
    uint32_t crc;

    if (stream->used == 0)
        return;
    head->used = stream->used * (uint32_t)sizeof(struct takt_trace_record);
    head->end_low = stream->packet.record[stream->used - 1].time;
    head->end_high = stream->high;
    summed = *head;
    summed.state = 0;
    summed.end_low = summed.end_high = summed.crc = 0;
    crc = takt_trace_crc(0, stream->packet.record, head->used);
    head->crc = takt_trace_crc(crc, &summed, sizeof(summed));
    fwrite(head, sizeof(*head), 1, stream->out);
    fwrite(stream->packet.record, sizeof(struct takt_trace_record), RECORDS, stream->out);
    head->sequence++;
    stream->used = 0;
}

static void put(struct stream *stream, const struct tt_event *event)
{
    uint64_t time = (uint64_t)event->time;

    if (stream->used == 0) {
        stream->packet.head.base_low = (uint32_t)time;
        stream->packet.head.base_high = stream->high = (uint32_t)(time >> 32);
    }
    stream->packet.record[stream->used++] =
        (struct takt_trace_record){.time = (uint32_t)time,
                                   .event = event->event,
                                   .context = (uint16_t)(event->more << 1 | (event->handler != 0)),
                                   .a = event->a,
                                   .b = event->b};
}

static void put_event(struct stream *stream, const struct tt_event *from)
{
    int64_t time = stream->unit == 1.0 ? from->time : (int64_t)((double)from->time * stream->unit);
    uint32_t high = (uint32_t)((uint64_t)time >> 32);
    struct tt_event sync = {.time = time, .event = TAKT_TRACE_EVENT_sync, .a = high, .b = (uint32_t)time};
    struct tt_event event = *from;

    if (stream->used + 2 > RECORDS)
        flush(stream);
    if (stream->used > 0 && high != stream->high) {
        stream->high = high;
        put(stream, &sync);
    }
    if (event.event == TAKT_TRACE_EVENT_lost)
        stream->packet.head.lost = event.b;
    event.time = time;
    put(stream, &event);
}

static void put_object(struct stream *stream, const struct tt_object *from)
{
    struct takt_trace_object *object = &stream->object;

    *object = (struct takt_trace_object){.id = from->id,
                                         .kind = from->kind,
                                         .state = from->state,
                                         .base = from->base,
                                         .effective = from->effective,
                                         .value = from->value,
                                         .limit = from->limit,
                                         .now = from->now};
    memcpy(object->name, from->name, sizeof(object->name) - 1);
    object->crc = takt_trace_crc(0, object, offsetof(struct takt_trace_object, crc));
    fwrite(object, sizeof(*object), 1, stream->out);
}

static void put_region(struct stream *stream, const struct tt_trace *trace, unsigned number)
{
    const struct tt_core *core = &trace->core[number];
    struct takt_trace_region *region = &stream->region;

    *region = (struct takt_trace_region){.magic = TAKT_TRACE_REGION,
                                         .version = TAKT_TRACE_VERSION,
                                         .core = (uint16_t)number,
                                         .cores = trace->cores,
                                         .run = 1,
                                         .configuration = core->configuration,
                                         .packet_size = sizeof(struct packet),
                                         .objects = (uint32_t)core->objects,
                                         .span_high = 1};
    memcpy(region->board, core->board, sizeof(region->board));
    region->crc = takt_trace_crc(0, region, offsetof(struct takt_trace_region, crc));
    region->objects_used = (uint32_t)core->objects;
    fwrite(region, sizeof(*region), 1, stream->out);
    for (size_t i = 0; i < core->objects; i++)
        put_object(stream, &core->object[i]);
}

static void put_core(struct stream *stream, const struct tt_trace *trace, unsigned core)
{
    put_region(stream, trace, core);
    stream->used = 0;
    stream->packet.head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                                     .core = (uint16_t)core,
                                                     .state = TAKT_TRACE_SEALED,
                                                     .run = 1,
                                                     .size = sizeof(struct packet)};
    for (size_t i = 0; i < trace->count; i++) {
        if (trace->event[i].core == core)
            put_event(stream, &trace->event[i]);
    }
    flush(stream);
}

int tt_write(const struct tt_trace *trace, double unit, const char *path)
{
    struct stream *stream = tt_must(calloc(1, sizeof(*stream)));
    int failed;

    stream->unit = unit;
    stream->out = fopen(path, "wb");
    failed = stream->out == NULL;
    for (unsigned c = 0; c < trace->cores && !failed; c++) {
        if (trace->core[c].present)
            put_core(stream, trace, c);
    }
    if (stream->out != NULL)
        failed |= ferror(stream->out) | fclose(stream->out);
    if (failed)
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
    free(stream);
    return failed ? -1 : 0;
}
