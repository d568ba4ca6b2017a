/*
 * A replay as a file that every command of takt-trace reads: the format of the recorder (trace/format.h), with times in
 * nanoseconds, a region and packets for each core.
 */
#include "write.h"

#include "../../trace/crc.h"

#include "../trace/read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PACKET  4096u
#define RECORDS ((PACKET - sizeof(struct takt_trace_packet)) / sizeof(struct takt_trace_record))

struct packet {
    struct takt_trace_packet head;
    struct takt_trace_record record[RECORDS];
};

struct writer {
    FILE *file;
    const struct tt_trace *trace;
    struct packet packet;
    unsigned used;
    uint32_t sequence, high;
    unsigned core;
};

static void write_region(struct writer *writer)
{
    const struct tt_core *core = &writer->trace->core[writer->core];
    struct takt_trace_region region = {.magic = TAKT_TRACE_REGION,
                                       .version = TAKT_TRACE_VERSION,
                                       .core = (uint16_t)writer->core,
                                       .cores = writer->trace->cores,
                                       .run = 1,
                                       .configuration = core->configuration,
                                       .packet_size = PACKET,
                                       .objects = (uint32_t)core->objects,
                                       .span_high = 1}; /* 2^32 units are 2^32 ns */

    memcpy(region.board, "replay", sizeof("replay"));
    region.crc = takt_trace_crc(0, &region, offsetof(struct takt_trace_region, crc));
    region.objects_used = (uint32_t)core->objects;
    (void)fwrite(&region, sizeof(region), 1, writer->file);
    for (size_t i = 0; i < core->objects; i++) {
        const struct tt_object *from = &core->object[i];
        struct takt_trace_object object = {.id = from->id,
                                           .kind = from->kind,
                                           .state = from->state,
                                           .base = from->base,
                                           .effective = from->effective,
                                           .value = from->value,
                                           .limit = from->limit,
                                           .now = from->now};

        memcpy(object.name, from->name, TAKT_TRACE_NAME - 1);
        object.crc = takt_trace_crc(0, &object, offsetof(struct takt_trace_object, crc));
        (void)fwrite(&object, sizeof(object), 1, writer->file);
    }
}

static void close_packet(struct writer *writer)
{
    struct takt_trace_packet *head = &writer->packet.head;
    struct takt_trace_packet summed;

    if (writer->used == 0)
        return;
    head->used = writer->used * (uint32_t)sizeof(struct takt_trace_record);
    head->end_low = writer->packet.record[writer->used - 1].time;
    head->end_high = writer->high;
    head->state = TAKT_TRACE_SEALED;
    summed = *head;
    summed.state = TAKT_TRACE_FREE;
    summed.end_low = summed.end_high = summed.crc = 0;
    head->crc = takt_trace_crc(takt_trace_crc(0, writer->packet.record, head->used), &summed, sizeof(summed));
    (void)fwrite(&writer->packet, sizeof(writer->packet), 1, writer->file);
    writer->used = 0;
}

static void open_packet(struct writer *writer, uint64_t time)
{
    memset(&writer->packet, 0, sizeof(writer->packet));
    writer->packet.head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                                     .core = (uint16_t)writer->core,
                                                     .run = 1,
                                                     .sequence = writer->sequence++,
                                                     .base_low = (uint32_t)time,
                                                     .base_high = (uint32_t)(time >> 32),
                                                     .size = PACKET};
    writer->high = (uint32_t)(time >> 32);
}

static void put(struct writer *writer, uint64_t time, const struct takt_trace_record *record)
{
    writer->packet.record[writer->used] = *record;
    writer->packet.record[writer->used++].time = (uint32_t)time;
}

static void write_event(struct writer *writer, const struct tt_event *event)
{
    uint64_t time = (uint64_t)(writer->trace->begin + event->time);
    uint32_t high = (uint32_t)(time >> 32);

    if (writer->used + 2 > RECORDS)
        close_packet(writer);
    if (writer->used == 0)
        open_packet(writer, time);
    if (high != writer->high) {
        writer->high = high;
        put(writer, time,
            &(struct takt_trace_record){.event = TAKT_TRACE_EVENT_sync, .a = high, .b = (uint32_t)time});
    }
    put(writer, time,
        &(struct takt_trace_record){.event = event->event,
                                    .context = (uint16_t)(event->handler | event->more << 1),
                                    .a = event->a,
                                    .b = event->b});
}

static void write_core(struct writer *writer, const struct tt_event *event, size_t count)
{
    writer->sequence = writer->used = 0;
    write_region(writer);
    for (size_t i = 0; i < count; i++) {
        if (event[i].core == writer->core)
            write_event(writer, &event[i]);
    }
    close_packet(writer);
}

int tt_write(const struct tt_trace *trace, const struct tt_event *event, size_t count, const char *path)
{
    struct writer *writer = tt_must(calloc(1, sizeof(*writer)));
    bool failed;

    writer->trace = trace;
    writer->file = fopen(path, "wb");
    failed = writer->file == NULL;
    for (writer->core = 0; !failed && writer->core < trace->cores; writer->core++) {
        if (trace->core[writer->core].present)
            write_core(writer, event, count);
    }
    if (!failed) {
        failed = ferror(writer->file) != 0;
        failed |= fclose(writer->file) != 0;
    }
    if (failed)
        fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
    free(writer);
    return failed ? -1 : 0;
}
