/*
 * Common Trace Format 1.8, as babeltrace2 and Trace Compass read it: a folder with the metadata and a stream a core.
 * Ids of objects are enumerations, so that readers show names. A switch is called sched_switch and has the fields of
 * that event of Linux's, because viewers build their lanes of it.
 *
 * Bytes are written in this machine's order, and the metadata says which.
 */
#include "export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAGIC       0xc1fc1fc1u
#define PACKET_SIZE 65536u
#define NAME_BYTES  16u
#define HEAD_BYTES  60u

/** A core's stream: the packet that is being filled. */
struct stream {
    FILE *out;
    unsigned char packet[PACKET_SIZE];
    size_t used;
    uint64_t begin, end, sequence, discarded;
    uint32_t core;
};

static void put(struct stream *stream, const void *bytes, size_t size)
{
    memcpy(stream->packet + stream->used, bytes, size);
    stream->used += size;
}

static void put_u32(struct stream *stream, uint32_t value)
{
    put(stream, &value, sizeof(value));
}

static void put_u64(struct stream *stream, uint64_t value)
{
    put(stream, &value, sizeof(value));
}

static void flush(struct stream *stream)
{
    size_t used = stream->used;

    if (used <= HEAD_BYTES)
        return;
    stream->used = 0;
    put_u32(stream, MAGIC);
    put_u32(stream, 0);
    put_u64(stream, stream->begin);
    put_u64(stream, stream->end);
    put_u64(stream, used * 8);
    put_u64(stream, used * 8);
    put_u64(stream, stream->sequence++);
    put_u64(stream, stream->discarded);
    put_u32(stream, stream->core);
    fwrite(stream->packet, 1, used, stream->out);
    stream->used = HEAD_BYTES;
}

static void put_name(struct stream *stream, const char *name)
{
    char bytes[NAME_BYTES] = {0};

    strncpy(bytes, name, sizeof(bytes) - 1);
    put(stream, bytes, sizeof(bytes));
}

static void put_switch(struct stream *stream, const struct tt_trace *trace, const struct tt_event *event,
                       bool still_ready)
{
    const struct tt_object *from = tt_object(trace, event->core, event->a);
    const struct tt_object *to = tt_object(trace, event->core, event->b);

    put_name(stream, tt_name(trace, event->core, event->a));
    put_u32(stream, event->a);
    put_u32(stream, from != NULL ? from->effective : 0);
    put_u64(stream, still_ready ? 0 : 1); /* as Linux's: 0 runs on when it is let, 1 waits */
    put_name(stream, tt_name(trace, event->core, event->b));
    put_u32(stream, event->b);
    put_u32(stream, to != NULL ? to->effective : 0);
}

static void put_event(struct stream *stream, const struct tt_trace *trace, const struct tt_event *event,
                      bool still_ready)
{
    uint16_t id = event->event;

    if (stream->used + 128 > PACKET_SIZE)
        flush(stream);
    if (stream->used == HEAD_BYTES)
        stream->begin = (uint64_t)event->time;
    stream->end = (uint64_t)event->time;
    if (event->event == TAKT_TRACE_EVENT_lost)
        stream->discarded = event->b;
    put(stream, &id, sizeof(id));
    put_u64(stream, (uint64_t)event->time);
    put(stream, &event->handler, 1);
    if (event->event == TAKT_TRACE_EVENT_switch) {
        put_switch(stream, trace, event, still_ready);
    } else {
        put_u32(stream, event->a);
        put_u32(stream, event->b);
    }
}

static int write_stream(const struct tt_trace *trace, unsigned number, const char *folder)
{
    struct stream *stream = calloc(1, sizeof(*stream));
    char path[1024];
    uint32_t unready = 0;
    int failed;

    snprintf(path, sizeof(path), "%s/core%u", folder, number);
    if (stream == NULL || (stream->out = fopen(path, "wb")) == NULL) {
        free(stream);
        return -1;
    }
    stream->core = number;
    stream->used = HEAD_BYTES;
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        if (event->core != number)
            continue;
        if (event->event == TAKT_TRACE_EVENT_unready)
            unready = event->a;
        put_event(stream, trace, event, unready != event->a);
    }
    flush(stream);
    failed = ferror(stream->out);
    failed |= fclose(stream->out);
    free(stream);
    return failed ? -1 : 0;
}

static void put_enumeration(const struct tt_trace *trace, FILE *out)
{
    fputs("typealias enum : integer { size = 32; align = 8; signed = false; base = hex; } {\n\t\"none\" = 0",
          out);
    for (unsigned c = 0; c < trace->cores; c++) {
        for (size_t i = 0; i < trace->core[c].objects; i++) {
            const struct tt_object *object = &trace->core[c].object[i];

            if (object->id == 0)
                continue;
            fputs(",\n\t", out);
            tt_put_quoted(out, tt_name(trace, c, object->id));
            fprintf(out, " = %u", object->id);
        }
    }
    fputs("\n} := object_t;\n\n", out);
}

static void put_fields(FILE *out, unsigned event)
{
    if (event == TAKT_TRACE_EVENT_switch) {
        fputs("\t\tstring_t prev_comm[16];\n\t\tint32_t prev_tid;\n\t\tint32_t prev_prio;\n\t\tint64_t "
              "prev_state;\n"
              "\t\tstring_t next_comm[16];\n\t\tint32_t next_tid;\n\t\tint32_t next_prio;\n",
              out);
        return;
    }
    for (unsigned which = 0; which < 2; which++)
        fprintf(out, "\t\t%s _%s;\n", tt_is_object(event, which) ? "object_t" : "int32_t",
                tt_argument_name(event, which));
}

static int write_metadata(const struct tt_trace *trace, FILE *out)
{
    const uint16_t one = 1;
    bool little = *(const unsigned char *)&one == 1;

    fprintf(
        out,
        "/* CTF 1.8 */\n\n"
        "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
        "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
        "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
        "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
        "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
        "typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
        "typealias integer { size = 8; align = 8; signed = false; encoding = UTF8; } := string_t;\n\n"
        "trace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = %s;\n"
        "\tpacket.header := struct {\n\t\tuint32_t magic;\n\t\tuint32_t stream_id;\n\t};\n};\n\n"
        "env {\n\tdomain = \"kernel\";\n\ttracer_name = \"takt\";\n\thostname = \"%s\";\n};\n\n"
        "clock {\n\tname = takt;\n\tfreq = 1000000000;\n};\n\n"
        "typealias integer { size = 64; align = 8; signed = false; map = clock.takt.value; } := time_t;\n\n",
        little ? "le" : "be", trace->core[0].board);
    put_enumeration(trace, out);
    fputs("stream {\n\tid = 0;\n"
          "\tpacket.context := struct {\n\t\ttime_t timestamp_begin;\n\t\ttime_t timestamp_end;\n"
          "\t\tuint64_t content_size;\n\t\tuint64_t packet_size;\n\t\tuint64_t packet_seq_num;\n"
          "\t\tuint64_t events_discarded;\n\t\tuint32_t cpu_id;\n\t};\n"
          "\tevent.header := struct {\n\t\tuint16_t id;\n\t\ttime_t timestamp;\n\t};\n"
          "\tevent.context := struct {\n\t\tuint8_t handler;\n\t};\n};\n\n",
          out);
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++) {
        fprintf(out, "event {\n\tname = \"%s\";\n\tid = %u;\n\tstream_id = 0;\n\tfields := struct {\n",
                event == TAKT_TRACE_EVENT_switch ? "sched_switch" : tt_event_name(event), event);
        put_fields(out, event);
        fputs("\t};\n};\n\n", out);
    }
    return ferror(out) ? -1 : 0;
}

static int fails(const char *path)
{
    fprintf(stderr, "takt-trace: %s cannot be written: %s.\n", path, strerror(errno));
    return 2;
}

static int write_ctf(const struct tt_trace *trace, const char *folder)
{
    char path[1024];
    FILE *out;
    int failed;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fails(folder);
    snprintf(path, sizeof(path), "%s/metadata", folder);
    out = fopen(path, "wb");
    if (out == NULL)
        return fails(path);
    failed = write_metadata(trace, out);
    failed |= fclose(out);
    for (unsigned c = 0; c < trace->cores && failed == 0; c++) {
        if (trace->core[c].count > 0)
            failed = write_stream(trace, c, folder);
    }
    return failed != 0 ? fails(folder) : 0;
}

const struct tt_format tt_ctf = {"ctf", "Common Trace Format 1.8: a folder for babeltrace2 and Trace Compass",
                                 NULL, write_ctf};
