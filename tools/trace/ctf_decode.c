/*
 * A stream's bytes by the metadata's types. Nothing in it is believed: a length is compared with the bits that are left,
 * and what does not fit ends the packet.
 *
 * Packets of a ring that has wrapped are not in order; they are read by their sequence number where they have one.
 */
#include "ctf.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC    0xc1fc1fc1u
#define ELEMENTS 65536u /* of an array */

struct cursor {
    const struct tt_ctf *ctf;
    const unsigned char *byte;
    size_t at, end; /* bits */
    struct tt_ctf_record *record;
    unsigned clock_bits;
    uint64_t clock;
    uint64_t budget; /* of looks at a type: small types can describe what would take for ever */
};

struct packet {
    size_t at, end; /* bits: of the records, and the packet's own end is the next one's beginning */
    uint64_t sequence, discarded, id;
    uint32_t core;
    bool has_begin;
    uint64_t begin;
};

const struct tt_ctf_value *tt_ctf_value(const struct tt_ctf_record *record, const char *name)
{
    for (unsigned i = 0; i < record->count; i++) {
        if (strcmp(record->value[i].name, name) == 0)
            return &record->value[i];
    }
    return NULL;
}

static bool align(struct cursor *cursor, unsigned bits)
{
    cursor->at = (cursor->at + bits - 1) / bits * bits;
    return cursor->at <= cursor->end;
}

static unsigned bit_at(const unsigned char *byte, size_t at, bool big)
{
    return byte[at / 8] >> (big ? 7 - at % 8 : at % 8) & 1u;
}

static bool take_bits(struct cursor *cursor, const struct tt_ctf_type *type, uint64_t *value)
{
    bool big = type->native ? cursor->ctf->big : type->big;

    *value = 0;
    if (type->size == 0 || !align(cursor, type->align) || type->size > cursor->end - cursor->at)
        return false;
    if (cursor->at % 8 == 0 && type->size % 8 == 0) {
        for (unsigned i = 0; i < type->size / 8; i++)
            *value |= (uint64_t)cursor->byte[cursor->at / 8 + i] << (big ? type->size - 8 - 8 * i : 8 * i);
    } else {
        for (unsigned i = 0; i < type->size; i++)
            *value |= (uint64_t)bit_at(cursor->byte, cursor->at + i, big) << (big ? type->size - 1 - i : i);
    }
    cursor->at += type->size;
    if (type->is_signed && type->size < 64 && (*value >> (type->size - 1) & 1) != 0)
        *value |= ~(uint64_t)0 << type->size;
    return true;
}

static struct tt_ctf_value *keep(struct cursor *cursor, const char *name, uint64_t value)
{
    struct tt_ctf_value *out;

    if (cursor->record->count == TT_CTF_FIELDS)
        return NULL;
    out = &cursor->record->value[cursor->record->count++];
    out->name = name;
    out->value = value;
    out->text[0] = '\0';
    return out;
}

static bool take_number(struct cursor *cursor, const struct tt_ctf_type *type, const char *name)
{
    uint64_t value;

    if (!take_bits(cursor, type, &value))
        return false;
    (void)keep(cursor, name, value);
    if (type->clock || (cursor->clock_bits == 0 && strcmp(name, "timestamp") == 0)) {
        cursor->clock = value;
        cursor->clock_bits = type->size;
    }
    return true;
}

static bool take_string(struct cursor *cursor, const char *name)
{
    struct tt_ctf_value *value = keep(cursor, name, 0);
    size_t used = 0;

    if (!align(cursor, 8))
        return false;
    for (; cursor->at + 8 <= cursor->end; cursor->at += 8) {
        char c = (char)cursor->byte[cursor->at / 8];

        if (c == '\0') {
            cursor->at += 8;
            return true;
        }
        if (value != NULL && used + 1 < sizeof(value->text)) {
            value->text[used++] = c;
            value->text[used] = '\0';
        }
    }
    return false;
}

static bool take_text(struct cursor *cursor, const char *name, size_t count)
{
    struct tt_ctf_value *value = keep(cursor, name, 0);

    if (!align(cursor, 8) || count > (cursor->end - cursor->at) / 8)
        return false;
    if (value != NULL)
        snprintf(value->text, sizeof(value->text), "%.*s",
                 (int)(count < TT_CTF_NAME ? count : TT_CTF_NAME - 1),
                 (const char *)cursor->byte + cursor->at / 8);
    cursor->at += count * 8;
    return true;
}

static bool take(struct cursor *cursor, int number, const char *name);

static bool take_elements(struct cursor *cursor, const struct tt_ctf_type *type, const char *name)
{
    const struct tt_ctf_type *inner = &cursor->ctf->type[type->inner];
    const struct tt_ctf_value *length =
        type->kind == TT_CTF_SEQUENCE ? tt_ctf_value(cursor->record, type->length) : NULL;
    uint64_t count =
        type->kind == TT_CTF_SEQUENCE ? (length != NULL ? length->value : UINT64_MAX) : type->count;

    if (count > ELEMENTS)
        return false;
    if (inner->text && inner->size == 8)
        return take_text(cursor, name, (size_t)count);
    for (uint64_t i = 0; i < count; i++) {
        if (!take(cursor, type->inner, name))
            return false;
    }
    return true;
}

/* The metadata's types come before those that use them, so this ends. */
static bool take(struct cursor *cursor, int number, const char *name)
{
    const struct tt_ctf_type *type;

    if (number == TT_CTF_NONE)
        return true;
    if (cursor->budget-- == 0)
        return false;
    type = &cursor->ctf->type[number];
    switch (type->kind) {
    case TT_CTF_INTEGER:
    case TT_CTF_FLOAT:
        return take_number(cursor, type, name);
    case TT_CTF_STRING:
        return take_string(cursor, name);
    case TT_CTF_ARRAY:
    case TT_CTF_SEQUENCE:
        return take_elements(cursor, type, name);
    default:
        break;
    }
    if (!align(cursor, type->align))
        return false;
    for (int f = type->inner; f != TT_CTF_NONE; f = cursor->ctf->field[f].next) {
        if (!take(cursor, cursor->ctf->field[f].type, cursor->ctf->field[f].name))
            return false;
    }
    return true;
}

static uint64_t value_of(const struct cursor *cursor, const char *name, uint64_t otherwise)
{
    const struct tt_ctf_value *value = tt_ctf_value(cursor->record, name);

    return value != NULL ? value->value : otherwise;
}

static const struct tt_ctf_stream *stream_of(const struct tt_ctf *ctf, uint64_t id)
{
    for (size_t i = 0; i < ctf->streams; i++) {
        if (ctf->stream[i].id == id)
            return &ctf->stream[i];
    }
    return NULL;
}

/* @return where the next packet begins, in bits; 0: this is none */
static size_t take_packet(struct cursor *cursor, size_t size, struct packet *packet)
{
    const struct tt_ctf *ctf = cursor->ctf;
    const struct tt_ctf_stream *stream;
    size_t begin = cursor->at;
    uint64_t whole, content;

    cursor->end = size * 8;
    cursor->record->count = 0;
    if (!take(cursor, ctf->packet_header, "") || value_of(cursor, "magic", MAGIC) != MAGIC)
        return 0;
    *packet = (struct packet){.id = value_of(cursor, "stream_id", ctf->streams > 0 ? ctf->stream[0].id : 0)};
    stream = stream_of(ctf, packet->id);
    if (stream == NULL || !take(cursor, stream->packet_context, ""))
        return 0;
    whole = value_of(cursor, "packet_size", value_of(cursor, "content_size", size * 8 - begin));
    content = value_of(cursor, "content_size", whole);
    if (whole > size * 8 - begin) /* cut off: what is there is read */
        whole = size * 8 - begin;
    if (content > whole)
        content = whole;
    packet->at = cursor->at;
    packet->end = begin + (size_t)content;
    packet->sequence = value_of(cursor, "packet_seq_num", 0);
    packet->discarded = value_of(cursor, "events_discarded", 0);
    packet->core = (uint32_t)value_of(cursor, "cpu_id", 0);
    packet->has_begin = tt_ctf_value(cursor->record, "timestamp_begin") != NULL;
    packet->begin = value_of(cursor, "timestamp_begin", 0);
    return packet->at <= packet->end && whole > 0 ? begin + (size_t)whole : 0;
}

static const struct tt_ctf_event *event_of(const struct tt_ctf *ctf, uint64_t stream, uint64_t id)
{
    for (size_t i = 0; i < ctf->events; i++) {
        if (ctf->event[i].id == id && ctf->event[i].stream == stream)
            return &ctf->event[i];
    }
    return NULL;
}

/* A clock of fewer than 64 bits that is smaller than before has wrapped, unless it went back by less than half. */
static int64_t extend(uint64_t *now, uint64_t value, unsigned bits)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1, step = (value - *now) & mask;

    if (bits < 64 && step > mask / 2)
        *now -= (*now - value) & mask;
    else
        *now += step;
    return (int64_t)*now;
}

static int64_t to_ns(int64_t units, uint64_t frequency)
{
    return frequency == 1000000000 || frequency == 0 ? units
                                                     : (int64_t)((__int128)units * 1000000000 / frequency);
}

/* Places that were never written. */
static bool is_blank(const unsigned char *byte, size_t at, size_t end)
{
    for (; at < end; at += 8) {
        if (byte[at / 8] != 0)
            return false;
    }
    return true;
}

/* @return whether the packet was well: what is left behind the last record may be zeros */
static bool take_records(struct cursor *cursor, const struct packet *packet, uint64_t *now,
                         const struct tt_ctf_told *told)
{
    const struct tt_ctf_stream *stream = stream_of(cursor->ctf, packet->id);
    struct tt_ctf_record *record = cursor->record;

    cursor->at = packet->at;
    cursor->end = packet->end;
    if (packet->has_begin)
        *now = packet->begin;
    while (cursor->at < packet->end) {
        size_t before = cursor->at;

        record->count = 0;
        cursor->clock_bits = 0;
        if (!take(cursor, stream->event_header, ""))
            return is_blank(cursor->byte, before, packet->end);
        record->event = event_of(cursor->ctf, packet->id, value_of(cursor, "id", 0));
        if (record->event == NULL)
            return is_blank(cursor->byte, before, packet->end);
        if (cursor->clock_bits != 0)
            (void)extend(now, cursor->clock, cursor->clock_bits);
        record->count = 0;
        if (!take(cursor, stream->event_context, "") || !take(cursor, record->event->context, "") ||
            !take(cursor, record->event->fields, "") || cursor->at == before)
            return false;
        record->time = to_ns((int64_t)*now, cursor->ctf->frequency);
        record->core = (uint32_t)value_of(cursor, "core_id", value_of(cursor, "cpu_id", packet->core));
        told->record(told->context, record);
    }
    return true;
}

static int by_sequence(const void *a, const void *b)
{
    const struct packet *x = a, *y = b;

    if (x->sequence != y->sequence)
        return x->sequence < y->sequence ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static bool take_packets(struct cursor *cursor, struct packet *packet, size_t packets,
                         const struct tt_ctf_told *told)
{
    uint64_t now = 0, discarded = 0;
    bool well = true;

    if (packets > 1)
        qsort(packet, packets, sizeof(*packet), by_sequence);
    for (size_t i = 0; i < packets; i++) {
        if (packet[i].discarded > discarded)
            told->lost(told->context, packet[i].core, packet[i].discarded - discarded);
        discarded = packet[i].discarded;
        well &= take_records(cursor, &packet[i], &now, told);
    }
    return well;
}

bool tt_ctf_decode(const struct tt_ctf *ctf, const unsigned char *byte, size_t size,
                   const struct tt_ctf_told *told)
{
    struct tt_ctf_record record = {0};
    struct cursor cursor = {
        .ctf = ctf, .byte = byte, .record = &record, .budget = 16 * (uint64_t)size + ELEMENTS};
    struct packet *packet = NULL;
    size_t packets = 0, room = 0, at = 0;
    bool well = true;

    while (at < size * 8) {
        size_t end;

        packet = tt_grow(packet, packets, &room, sizeof(*packet));
        cursor.at = at;
        end = take_packet(&cursor, size, &packet[packets]);
        if (end == 0) {
            well = false;
            break;
        }
        packets++;
        at = (end + 7) / 8 * 8;
    }
    well &= take_packets(&cursor, packet, packets, told);
    free(packet);
    return well;
}
