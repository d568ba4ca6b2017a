/*
 * A period of a core lasts 10 us and has the same events each time, at the same distance from its beginning on every
 * core. So what a core is asked by another lies behind what asked for it, and every rule of takt-trace lint holds.
 */
#include "generate.h"

#include "../../trace/format.h"

#include "../../trace/crc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD  10000u /* ns */
#define RECORDS 253u   /* of a packet: 4096 bytes with its head */

enum { IDLE = 0x20001000, WORKER = 0x20002000, READER = 0x20003000, SEM = 0x20004000, QUEUE = 0x20005000 };

struct packet {
    struct takt_trace_packet head;
    struct takt_trace_record record[RECORDS];
};

struct stream {
    FILE *out;
    unsigned core;
    struct packet packet;
    unsigned used;
    uint64_t now;
    long events;
};

static void flush(struct stream *stream)
{
    struct takt_trace_packet *head = &stream->packet.head, summed;

    if (stream->used == 0)
        return;
    head->used = stream->used * (uint32_t)sizeof(struct takt_trace_record);
    summed = *head;
    summed.state = 0;
    summed.end_low = summed.end_high = summed.crc = 0;
    head->crc = takt_trace_crc(takt_trace_crc(0, stream->packet.record, head->used), &summed, sizeof(summed));
    fwrite(&stream->packet, 1, sizeof(stream->packet), stream->out);
    head->sequence++;
    stream->used = 0;
}

static void put(struct stream *stream, unsigned event, uint32_t a, uint32_t b, bool handler)
{
    if (stream->used == 0) {
        stream->packet.head.base_low = (uint32_t)stream->now;
        stream->packet.head.base_high = (uint32_t)(stream->now >> 32);
    }
    stream->packet.record[stream->used++] = (struct takt_trace_record){
        .time = (uint32_t)stream->now, .event = (uint16_t)event, .context = handler, .a = a, .b = b};
    if (stream->used == RECORDS)
        flush(stream);
}

static void event(struct stream *stream, unsigned name, uint32_t a, uint32_t b, bool handler)
{
    uint64_t before = stream->now;

    stream->now += 100;
    if (stream->now >> 32 != before >> 32 && stream->used != 0)
        put(stream, TAKT_TRACE_EVENT_sync, (uint32_t)(stream->now >> 32), (uint32_t)stream->now, false);
    put(stream, name, a, b, handler);
    stream->events++;
}

#define EVENT(name, a, b) event(stream, TAKT_TRACE_EVENT_##name, a, b, handler)

static void wake_worker(struct stream *stream, bool handler)
{
    EVENT(irq_enter, 7, 0);
    EVENT(wake, WORKER, 0);
    EVENT(ready, WORKER, 5);
    EVENT(sem_give, SEM, 0);
    EVENT(irq_exit, 7, 0);
}

static void work(struct stream *stream, uint32_t number, unsigned cores, bool handler)
{
    EVENT(switch, IDLE, WORKER);
    EVENT(sem_take, SEM, 0);
    EVENT(wake, READER, 0);
    EVENT(ready, READER, 8);
    EVENT(queue_send, QUEUE, 0);
    if (cores > 1)
        EVENT(doorbell, stream->core, (stream->core + 1) % cores);
    EVENT(block, SEM, WORKER);
    EVENT(unready, WORKER, 1);
    EVENT(switch, WORKER, READER);
    EVENT(queue_receive, QUEUE, 0);
    EVENT(mark, 1, number);
    EVENT(block, QUEUE, READER);
    EVENT(unready, READER, 1);
    EVENT(switch, READER, IDLE);
}

static void serve(struct stream *stream, unsigned cores, bool handler)
{
    EVENT(irq_enter, 31, 0);
    EVENT(remote, (stream->core + cores - 1) % cores, 3);
    EVENT(irq_exit, 31, 0);
}

static void period(struct stream *stream, uint32_t number, unsigned cores)
{
    stream->now = (uint64_t)(number + 1) * PERIOD;
    wake_worker(stream, true);
    work(stream, number, cores, false);
    if (cores > 1)
        serve(stream, cores, true);
}

static void put_region(FILE *out, unsigned core, unsigned cores)
{
    struct {
        struct takt_trace_region region;
        struct takt_trace_object object[5];
    } head = {
        .region = {.magic = TAKT_TRACE_REGION,
                   .version = TAKT_TRACE_VERSION,
                   .core = (uint16_t)core,
                   .cores = cores,
                   .run = 1,
                   .packet_size = sizeof(struct packet),
                   .objects = 5,
                   .span_high = 1, /* a unit is a nanosecond */
                   .board = "generated"},
        .object = {{.id = IDLE, .kind = TAKT_TRACE_THREAD, .base = 31, .effective = 31, .name = "idle"},
                   {.id = WORKER, .kind = TAKT_TRACE_THREAD, .base = 5, .effective = 5, .name = "worker"},
                   {.id = READER, .kind = TAKT_TRACE_THREAD, .base = 8, .effective = 8, .name = "reader"},
                   {.id = SEM, .kind = TAKT_TRACE_SEM, .name = "tick"},
                   {.id = QUEUE, .kind = TAKT_TRACE_QUEUE, .name = "messages"}},
    };

    head.region.crc = takt_trace_crc(0, &head.region, offsetof(struct takt_trace_region, crc));
    head.region.objects_used = 5;
    for (unsigned i = 0; i < 5; i++)
        head.object[i].crc = takt_trace_crc(0, &head.object[i], offsetof(struct takt_trace_object, crc));
    fwrite(&head, 1, sizeof(head), out);
}

/* @return events written */
static long write_core(FILE *out, unsigned core, unsigned cores, long events)
{
    struct stream *stream = calloc(1, sizeof(*stream));
    long each, written;

    if (stream == NULL)
        return -1;
    put_region(out, core, cores);
    stream->out = out;
    stream->core = core;
    stream->packet.head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                                     .core = (uint16_t)core,
                                                     .state = TAKT_TRACE_SEALED,
                                                     .run = 1,
                                                     .size = sizeof(struct packet)};
    each = cores > 1 ? 23 : 19;
    for (uint32_t number = 0; stream->events + each <= events; number++)
        period(stream, number, cores);
    flush(stream);
    written = stream->events;
    free(stream);
    return written;
}

long generate(const char *path, long events, unsigned cores)
{
    FILE *out = fopen(path, "wb");
    long written = 0;

    if (out == NULL)
        return -1;
    for (unsigned core = 0; core < cores; core++)
        written += write_core(out, core, cores, events / (long)cores);
    return fclose(out) == 0 ? written : -1;
}
