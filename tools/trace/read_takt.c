/* A recording of Takt's own, from bytes to events. The parts are found by their magics, as trace/format.h says. */
#include "read.h"

#include "../../trace/crc.h"

#include <stdlib.h>
#include <string.h>

static int64_t to_ns(uint64_t units, uint64_t span)
{
    return (int64_t)((unsigned __int128)units * span >> 32);
}

static void add_object(const struct tt_input *in, struct tt_core *core, unsigned number,
                       const struct takt_trace_object *from)
{
    struct tt_object object = {.id = tt_u32(in, from->id),
                               .core = (uint8_t)number,
                               .kind = from->kind,
                               .state = from->state,
                               .base = from->base,
                               .effective = from->effective,
                               .value = tt_u32(in, from->value),
                               .limit = tt_u32(in, from->limit),
                               .now = tt_u32(in, from->now)};

    if (object.kind == TAKT_TRACE_THREAD && core->span != 0)
        object.value = (uint32_t)to_ns(object.value, core->span); /* its slice */
    memcpy(object.name, from->name, TAKT_TRACE_NAME - 1);
    tt_add_object(core, &object);
}

/* @return bytes that the region's head and table take; 0: it is none */
static size_t read_region(struct tt_trace *trace, const struct tt_input *in, size_t at)
{
    struct takt_trace_region region;
    struct tt_core *core;
    size_t used, table;
    uint32_t lost;

    if (in->size - at < sizeof(region))
        return 0;
    memcpy(&region, in->byte + at, sizeof(region));
    used = tt_u32(in, region.objects_used);
    table = tt_u32(in, region.objects);
    region.objects_used = 0;
    lost = tt_u32(in, region.objects_lost);
    region.objects_lost = 0;
    if (tt_u16(in, region.core) >= TT_CORES || tt_u16(in, region.version) != TAKT_TRACE_VERSION ||
        used > table || table > (in->size - at - sizeof(region)) / sizeof(struct takt_trace_object) ||
        takt_trace_crc(0, &region, offsetof(struct takt_trace_region, crc)) != tt_u32(in, region.crc)) {
        trace->bad_regions++;
        return 0;
    }
    core = tt_core_of(trace, tt_u16(in, region.core));
    core->objects_lost = lost;
    core->configuration = tt_u32(in, region.configuration);
    core->run = tt_u32(in, region.run);
    core->span = (uint64_t)tt_u32(in, region.span_high) << 32 | tt_u32(in, region.span_low);
    memcpy(core->board, region.board, sizeof(region.board));
    for (size_t i = 0; i < used; i++) {
        struct takt_trace_object object;

        memcpy(&object, in->byte + at + sizeof(region) + i * sizeof(object), sizeof(object));
        if (object.crc != 0 &&
            takt_trace_crc(0, &object, offsetof(struct takt_trace_object, crc)) != tt_u32(in, object.crc)) {
            trace->bad_objects++;
            continue;
        }
        add_object(in, core, tt_u16(in, region.core), &object);
    }
    return sizeof(region) + table * sizeof(struct takt_trace_object);
}

static bool sum_is_right(const struct tt_input *in, const struct takt_trace_packet *head, size_t at)
{
    struct takt_trace_packet copy = *head;
    uint32_t crc = takt_trace_crc(0, in->byte + at + sizeof(copy), tt_u32(in, head->used));

    copy.state = 0;
    copy.end_low = copy.end_high = copy.crc = 0;
    return takt_trace_crc(crc, &copy, sizeof(copy)) == tt_u32(in, head->crc);
}

/* Places for records: of a packet that is open all that is there, whose records end where an event is 0. */
static size_t places_of(const struct tt_input *in, size_t at, const struct takt_trace_packet *head)
{
    size_t room = in->size - at, size = tt_u32(in, head->size);

    if (tt_u16(in, head->state) != TAKT_TRACE_OPEN)
        return tt_u32(in, head->used) / sizeof(struct takt_trace_record);
    return ((size < room ? size : room) - sizeof(*head)) / sizeof(struct takt_trace_record);
}

/* The head was checked. A record that makes no sense ends the packet: what follows it cannot be trusted. */
static void read_records(struct tt_trace *trace, const struct tt_input *in, size_t at,
                         const struct takt_trace_packet *head)
{
    struct tt_core *core = tt_core_of(trace, tt_u16(in, head->core));
    uint64_t high = tt_u32(in, head->base_high);
    uint32_t last = tt_u32(in, head->base_low);
    size_t places = places_of(in, at, head);

    for (size_t i = 0; i < places; i++) {
        struct takt_trace_record record;
        struct tt_event event;

        memcpy(&record, in->byte + at + sizeof(*head) + i * sizeof(record), sizeof(record));
        event = (struct tt_event){.event = tt_u16(in, record.event),
                                  .handler = tt_u16(in, record.context) & 1,
                                  .more = tt_u16(in, record.context) >> 1,
                                  .core = (uint8_t)tt_u16(in, head->core),
                                  .a = tt_u32(in, record.a),
                                  .b = tt_u32(in, record.b)};
        if (event.event == TAKT_TRACE_EVENT_none && tt_u16(in, head->state) == TAKT_TRACE_OPEN)
            return;
        if (event.event == TAKT_TRACE_EVENT_sync)
            high = event.a;
        else if (event.event == 0 || event.event >= TAKT_TRACE_EVENTS || tt_u32(in, record.time) < last) {
            trace->bad_records++;
            return;
        }
        last = tt_u32(in, record.time);
        event.time = to_ns(high << 32 | last, core->span);
        if (event.event != TAKT_TRACE_EVENT_sync)
            tt_add_event(core, &event);
    }
}

/* A packet's place among those of its core. */
struct place {
    size_t at;
    uint32_t run, sequence;
    uint16_t core;
};

/* @return bytes that the packet takes; 0: it is none */
static size_t find_packet(struct tt_trace *trace, const struct tt_input *in, size_t at, struct place *place)
{
    struct takt_trace_packet head;
    unsigned state;
    size_t size, used;

    if (in->size - at < sizeof(head))
        return 0;
    memcpy(&head, in->byte + at, sizeof(head));
    size = tt_u32(in, head.size);
    used = tt_u32(in, head.used);
    state = tt_u16(in, head.state);
    if (tt_u16(in, head.core) >= TT_CORES || size < sizeof(head) || used > size - sizeof(head) ||
        used > in->size - at - sizeof(head) || state > TAKT_TRACE_SEALED ||
        (state == TAKT_TRACE_SEALED && !sum_is_right(in, &head, at))) {
        trace->bad_packets++;
        return 0;
    }
    *place = (struct place){at, tt_u32(in, head.run), tt_u32(in, head.sequence), tt_u16(in, head.core)};
    if (state == TAKT_TRACE_FREE)
        place->core = TT_CORES;
    return size < in->size - at ? size : in->size - at;
}

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

/* Events are missing from the last one on; how many a lost packet held is not known. */
static void mark_gap(struct tt_core *core, unsigned number)
{
    struct tt_event gap = {.event = TAKT_TRACE_EVENT_lost, .core = (uint8_t)number};

    if (core->count == 0)
        return;
    gap.time = core->event[core->count - 1].time;
    gap.b = (uint32_t)core->lost;
    tt_add_event(core, &gap);
}

static void take_packet(struct tt_trace *trace, const struct tt_input *in, const struct place *place)
{
    struct tt_core *core = tt_core_of(trace, place->core);
    struct takt_trace_packet head;

    memcpy(&head, in->byte + place->at, sizeof(head));
    if (core->span == 0 || place->run != core->run) {
        trace->bad_packets++; /* its region is not here, or it is an earlier run's */
        return;
    }
    if (core->packets == 0)
        core->first_sequence = place->sequence;
    else if (place->sequence < core->next_sequence)
        return; /* the same packet, read twice */
    else
        core->missing += place->sequence - core->next_sequence;
    if (place->sequence > core->next_sequence || tt_u32(in, head.lost) > core->lost)
        mark_gap(core, place->core);
    core->next_sequence = place->sequence + 1;
    core->packets++;
    core->open += tt_u16(in, head.state) == TAKT_TRACE_OPEN;
    core->unsealed += tt_u16(in, head.state) == TAKT_TRACE_CLOSED;
    if (tt_u32(in, head.lost) > core->lost)
        core->lost = tt_u32(in, head.lost);
    read_records(trace, in, place->at, &head);
}

static bool is_magic(struct tt_input *in, size_t at, uint32_t magic)
{
    uint32_t word;

    if (in->size - at < sizeof(word))
        return false;
    memcpy(&word, in->byte + at, sizeof(word));
    if (word != magic && word != __builtin_bswap32(magic))
        return false;
    in->swap = word != magic;
    return true;
}

/* Regions come before the packets that need them, wherever they stand. */
void tt_read_takt(struct tt_trace *trace, struct tt_input *in)
{
    struct place *places = NULL;
    size_t count = 0, room = 0, step;

    for (size_t at = 0; at < in->size; at += step) {
        struct place place;

        step = 0;
        if (is_magic(in, at, TAKT_TRACE_REGION)) {
            step = read_region(trace, in, at);
        } else if (is_magic(in, at, TAKT_TRACE_PACKET)) {
            step = find_packet(trace, in, at, &place);
            if (step != 0 && place.core < TT_CORES) {
                places = tt_grow(places, count, &room, sizeof(place));
                places[count++] = place;
            }
        }
        step = step == 0 ? TAKT_TRACE_ALIGN
                         : (step + TAKT_TRACE_ALIGN - 1) / TAKT_TRACE_ALIGN * TAKT_TRACE_ALIGN;
    }
    if (count > 0)
        qsort(places, count, sizeof(*places), by_place);
    for (size_t i = 0; i < count; i++)
        take_packet(trace, in, &places[i]);
    free(places);
}
