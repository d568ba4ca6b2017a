/* From bytes to events. The parts are found by their magics, as trace/format.h says. */
#include "trace.h"

#include "../../trace/crc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The bytes at hand. */
struct input {
    const char *path;
    unsigned char *byte;
    size_t size;
    bool swap; /* the target's byte order is not this machine's */
};

static uint32_t u32(const struct input *in, uint32_t value)
{
    return in->swap ? __builtin_bswap32(value) : value;
}

static uint16_t u16(const struct input *in, uint16_t value)
{
    return in->swap ? __builtin_bswap16(value) : value;
}

static void *must(void *memory)
{
    if (memory == NULL) {
        fprintf(
            stderr,
            "takt-trace: there is not enough memory for this recording. Cut it, or use a larger machine.\n");
        exit(2);
    }
    return memory;
}

static void *grow(void *memory, size_t used, size_t *room, size_t size)
{
    if (used < *room)
        return memory;
    *room = *room == 0 ? 256 : *room * 2;
    return must(realloc(memory, *room * size));
}

static struct tt_core *core_of(struct tt_trace *trace, unsigned number)
{
    struct tt_core *core = &trace->core[number];

    if (number >= trace->cores)
        trace->cores = number + 1;
    core->present = true;
    return core;
}

static int64_t to_ns(uint64_t units, uint64_t span)
{
    return (int64_t)((unsigned __int128)units * span >> 32);
}

static int by_id(const void *a, const void *b)
{
    const struct tt_object *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

static void add_object(const struct input *in, struct tt_core *core, unsigned number,
                       const struct takt_trace_object *from)
{
    struct tt_object object = {.id = u32(in, from->id),
                               .core = (uint8_t)number,
                               .kind = from->kind,
                               .state = from->state,
                               .base = from->base,
                               .effective = from->effective,
                               .value = u32(in, from->value),
                               .limit = u32(in, from->limit)};

    memcpy(object.name, from->name, TAKT_TRACE_NAME - 1);
    for (size_t i = 0; i < core->objects; i++) { /* told again: a later table knows better */
        if (core->object[i].id == object.id) {
            core->object[i] = object;
            return;
        }
    }
    core->object = grow(core->object, core->objects, &core->objects_room, sizeof(object));
    core->object[core->objects++] = object;
}

/* @return bytes that the region's head and table take; 0: it is none */
static size_t read_region(struct tt_trace *trace, const struct input *in, size_t at)
{
    struct takt_trace_region region;
    struct tt_core *core;
    size_t used, table;

    if (in->size - at < sizeof(region))
        return 0;
    memcpy(&region, in->byte + at, sizeof(region));
    used = u32(in, region.objects_used);
    table = u32(in, region.objects);
    region.objects_used = 0;
    core = u16(in, region.core) < TT_CORES ? &trace->core[u16(in, region.core)] : NULL;
    if (core != NULL)
        core->objects_lost = u32(in, region.objects_lost);
    region.objects_lost = 0;
    if (core == NULL || u16(in, region.version) != TAKT_TRACE_VERSION || used > table ||
        table > (in->size - at - sizeof(region)) / sizeof(struct takt_trace_object) ||
        takt_trace_crc(0, &region, offsetof(struct takt_trace_region, crc)) != u32(in, region.crc)) {
        trace->bad_regions++;
        return 0;
    }
    core = core_of(trace, u16(in, region.core));
    core->configuration = u32(in, region.configuration);
    core->run = u32(in, region.run);
    core->span = (uint64_t)u32(in, region.span_high) << 32 | u32(in, region.span_low);
    memcpy(core->board, region.board, sizeof(region.board));
    for (size_t i = 0; i < used; i++) {
        struct takt_trace_object object;

        memcpy(&object, in->byte + at + sizeof(region) + i * sizeof(object), sizeof(object));
        if (object.crc != 0 &&
            takt_trace_crc(0, &object, offsetof(struct takt_trace_object, crc)) != u32(in, object.crc)) {
            trace->bad_objects++;
            continue;
        }
        add_object(in, core, u16(in, region.core), &object);
    }
    return sizeof(region) + table * sizeof(struct takt_trace_object);
}

static bool sum_is_right(const struct input *in, const struct takt_trace_packet *head, size_t at)
{
    struct takt_trace_packet copy = *head;
    uint32_t crc = takt_trace_crc(0, in->byte + at + sizeof(copy), u32(in, head->used));

    copy.state = 0;
    copy.end_low = copy.end_high = copy.crc = 0;
    return takt_trace_crc(crc, &copy, sizeof(copy)) == u32(in, head->crc);
}

static void add_event(struct tt_core *core, const struct tt_event *event)
{
    core->event = grow(core->event, core->count, &core->room, sizeof(*event));
    core->event[core->count++] = *event;
}

/* The head was checked. A record that makes no sense ends the packet: what follows it cannot be trusted. */
static void read_records(struct tt_trace *trace, const struct input *in, size_t at,
                         const struct takt_trace_packet *head)
{
    struct tt_core *core = core_of(trace, u16(in, head->core));
    uint64_t high = u32(in, head->base_high);
    uint32_t last = u32(in, head->base_low);

    for (size_t i = 0; i < u32(in, head->used) / sizeof(struct takt_trace_record); i++) {
        struct takt_trace_record record;
        struct tt_event event;

        memcpy(&record, in->byte + at + sizeof(*head) + i * sizeof(record), sizeof(record));
        event = (struct tt_event){.event = u16(in, record.event),
                                  .handler = u16(in, record.context) != 0,
                                  .core = (uint8_t)u16(in, head->core),
                                  .a = u32(in, record.a),
                                  .b = u32(in, record.b)};
        if (event.event == TAKT_TRACE_EVENT_sync)
            high = event.a;
        else if (event.event == 0 || event.event >= TAKT_TRACE_EVENTS || u32(in, record.time) < last) {
            trace->bad_records++;
            return;
        }
        last = u32(in, record.time);
        event.time = to_ns(high << 32 | last, core->span);
        if (event.event != TAKT_TRACE_EVENT_sync)
            add_event(core, &event);
    }
}

/* A packet's place among those of its core. */
struct place {
    size_t at;
    uint32_t run, sequence;
    uint16_t core;
};

/* @return bytes that the packet takes; 0: it is none */
static size_t find_packet(struct tt_trace *trace, const struct input *in, size_t at, struct place *place)
{
    struct takt_trace_packet head;
    unsigned state;
    size_t size, used;

    if (in->size - at < sizeof(head))
        return 0;
    memcpy(&head, in->byte + at, sizeof(head));
    size = u32(in, head.size);
    used = u32(in, head.used);
    state = u16(in, head.state);
    if (u16(in, head.core) >= TT_CORES || size < sizeof(head) || used > size - sizeof(head) ||
        used > in->size - at - sizeof(head) || state > TAKT_TRACE_SEALED ||
        (state == TAKT_TRACE_SEALED && !sum_is_right(in, &head, at))) {
        trace->bad_packets++;
        return 0;
    }
    *place = (struct place){at, u32(in, head.run), u32(in, head.sequence), u16(in, head.core)};
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

static void take_packet(struct tt_trace *trace, const struct input *in, const struct place *place)
{
    struct tt_core *core = core_of(trace, place->core);
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
    core->next_sequence = place->sequence + 1;
    core->packets++;
    core->open += u16(in, head.state) == TAKT_TRACE_OPEN;
    core->unsealed += u16(in, head.state) == TAKT_TRACE_CLOSED;
    if (u32(in, head.lost) > core->lost)
        core->lost = u32(in, head.lost);
    read_records(trace, in, place->at, &head);
}

static bool is_magic(struct input *in, size_t at, uint32_t magic)
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
static void scan(struct tt_trace *trace, struct input *in)
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
                places = grow(places, count, &room, sizeof(place));
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

static int load(struct input *in)
{
    FILE *file = fopen(in->path, "rb");
    size_t room = 0, got;

    if (file == NULL) {
        fprintf(stderr, "takt-trace: %s cannot be opened: %s.\n", in->path, strerror(errno));
        return -1;
    }
    do {
        room = room == 0 ? 1 << 16 : room * 2;
        in->byte = must(realloc(in->byte, room));
        got = fread(in->byte + in->size, 1, room - in->size, file);
        in->size += got;
    } while (in->size == room);
    if (ferror(file)) {
        fprintf(stderr, "takt-trace: %s cannot be read: %s.\n", in->path, strerror(errno));
        fclose(file);
        return -1;
    }
    fclose(file);
    return 0;
}

/* The cores' events into one order: at equal times the core with the lower number first. */
static void merge(struct tt_trace *trace)
{
    size_t next[TT_CORES] = {0};
    size_t total = 0;

    for (unsigned c = 0; c < trace->cores; c++)
        total += trace->core[c].count;
    trace->event = must(malloc((total + 1) * sizeof(*trace->event)));
    for (trace->count = 0; trace->count < total; trace->count++) {
        unsigned best = TT_CORES;

        for (unsigned c = 0; c < trace->cores; c++) {
            if (next[c] < trace->core[c].count &&
                (best == TT_CORES ||
                 trace->core[c].event[next[c]].time < trace->core[best].event[next[best]].time))
                best = c;
        }
        trace->event[trace->count] = trace->core[best].event[next[best]++];
    }
    trace->begin = total > 0 ? trace->event[0].time : 0;
    for (size_t i = 0; i < total; i++)
        trace->event[i].time -= trace->begin;
    trace->end = total > 0 ? trace->event[total - 1].time : 0;
}

int tt_read(struct tt_trace *trace, const char *const *paths, unsigned count)
{
    *trace = (struct tt_trace){0};
    for (unsigned i = 0; i < count; i++) {
        struct input in = {.path = paths[i]};

        if (load(&in) != 0) {
            free(in.byte);
            return -1;
        }
        scan(trace, &in);
        free(in.byte);
    }
    for (unsigned c = 0; c < trace->cores; c++) {
        if (trace->core[c].objects > 0)
            qsort(trace->core[c].object, trace->core[c].objects, sizeof(struct tt_object), by_id);
    }
    if (trace->cores == 0) {
        fprintf(stderr,
                "takt-trace: %s holds no recording of Takt's. takt_trace_save() and takt_trace_drain() make "
                "them; an image of the device's memory will do, too.\n",
                count > 0 ? paths[0] : "the standard input");
        return -1;
    }
    merge(trace);
    return 0;
}

void tt_free(struct tt_trace *trace)
{
    for (unsigned c = 0; c < trace->cores; c++) {
        free(trace->core[c].event);
        free(trace->core[c].object);
    }
    free(trace->event);
}
