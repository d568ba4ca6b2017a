/*
 * The table of a core's objects: who is meant by an id of a record. It is filled as objects are made, named and
 * met, so that the newest packets can be read when the packets that told of their beginning are long overwritten.
 *
 * A step is one entry under the mask: a scan over the table, which is Kconfig's to bound, is done with
 * interrupts open, and entries are never taken out while the core records.
 */
#include "recorder.h"

#include "crc.h"

#include <string.h>

struct takt_trace_memory takt_trace_memory[CONFIG_TAKT_CORES] TAKT_TRACE_KEPT;

/* Where an entry's object is; NULL: unknown, or it is no more. No part of what a dump shows. */
static const void *addresses[CONFIG_TAKT_CORES][CONFIG_TAKT_TRACE_OBJECTS];

static struct takt_trace_object *find(struct takt_trace_memory *memory, uint32_t id, uint32_t from)
{
    uint32_t used = memory->region.objects_used;

    for (uint32_t i = from; i < used; i++) {
        if (memory->object[i].id == id)
            return &memory->object[i];
    }
    return NULL;
}

/* Masked: looks only at what came since the search with interrupts open. */
static struct takt_trace_object *add(struct takt_trace_memory *memory, uint32_t id, enum takt_trace_kind kind,
                                     uint32_t seen)
{
    struct takt_trace_region *region = &memory->region;
    struct takt_trace_object *object = find(memory, id, seen);

    if (object != NULL)
        return object;
    if (region->objects_used == CONFIG_TAKT_TRACE_OBJECTS) {
        region->objects_lost++;
        return NULL;
    }
    object = &memory->object[region->objects_used++];
    *object = (struct takt_trace_object){.id = id, .kind = (uint8_t)kind};
    return object;
}

struct takt_trace_object *takt_trace_entry(unsigned core, uint32_t id, enum takt_trace_kind kind)
{
    struct takt_trace_memory *memory = &takt_trace_memory[core];
    struct takt_trace_object *object;
    takt_mask_t old;
    uint32_t seen;

    takt_trace_boot(core);
    seen = memory->region.objects_used;
    object = find(memory, id, 0);

    if (object == NULL) {
        old = takt_port_mask();
        object = add(memory, id, kind, seen);
        takt_port_unmask(old);
    }
    if (object == NULL)
        return NULL;
    if (kind != TAKT_TRACE_NOTHING)
        object->kind = (uint8_t)kind;
    object->crc = 0; /* the caller changes it */
    return object;
}

static void set_name(struct takt_trace_object *object, const char *name)
{
    size_t length = strlen(name);

    if (length > sizeof(object->name) - 1)
        length = sizeof(object->name) - 1;
    memset(object->name, 0, sizeof(object->name));
    memcpy(object->name, name, length);
}

/* An object that is made while its core records. */
static void tell_made(enum takt_trace_kind kind, const void *object, uint32_t value, uint32_t limit)
{
    if ((takt_trace_own()->groups & TAKT_TRACE_GROUP_call) == 0)
        return;
    takt_trace_record(TAKT_TRACE_GROUP_call, TAKT_TRACE_EVENT_call_with, value, limit, 0);
    takt_trace_record(TAKT_TRACE_GROUP_call, TAKT_TRACE_EVENT_made, (uintptr_t)object, kind, 0);
}

void takt_trace_enter(enum takt_trace_kind kind, const void *object, uint32_t value, uint32_t limit,
                      const char *name)
{
    unsigned core = takt_port_core_id();
    struct takt_trace_object *entry = takt_trace_entry(core, (uint32_t)(uintptr_t)object, kind);

    tell_made(kind, object, value, limit);
    if (entry == NULL)
        return;
    entry->value = value;
    entry->limit = limit;
    if (name != NULL && entry->name[0] == '\0')
        set_name(entry, name);
    addresses[core][entry - takt_trace_memory[core].object] = object;
}

void takt_trace_leave(const void *object)
{
    unsigned core = takt_port_core_id();

    for (uint32_t i = 0; i < takt_trace_memory[core].region.objects_used; i++) {
        if (addresses[core][i] == object)
            addresses[core][i] = NULL;
    }
}

void takt_trace_enter_objects(void)
{
    unsigned core = takt_port_core_id();
    struct takt_trace_memory *memory = &takt_trace_memory[core];

    for (uint32_t i = 0; i < memory->region.objects_used; i++) {
        if (addresses[core][i] == NULL)
            continue;
        memory->object[i].crc = 0;
        memory->object[i].now = takt_trace_state_of(memory->object[i].kind, addresses[core][i]);
    }
}

void takt_trace_tell_timers(void)
{
    unsigned core = takt_port_core_id();
    const struct takt_trace_memory *memory = &takt_trace_memory[core];

    for (uint32_t i = 0; i < memory->region.objects_used; i++) {
        if (memory->object[i].kind == TAKT_TRACE_TIMER && addresses[core][i] != NULL)
            takt_trace_tell_timer(addresses[core][i]);
    }
}

static int name_entry(uint32_t id, enum takt_trace_kind kind, const char *name)
{
    struct takt_trace_object *object = takt_trace_entry(takt_port_core_id(), id, kind);

    if (object == NULL)
        return -ENOSPC;
    set_name(object, name);
    return 0;
}

int takt_trace_name(const void *object, const char *name)
{
    return name_entry((uint32_t)(uintptr_t)object, TAKT_TRACE_NOTHING, name);
}

int takt_trace_mark_name(uint16_t number, const char *name)
{
    return name_entry(number, TAKT_TRACE_MARK, name);
}

int takt_trace_counter_name(uint16_t number, const char *name)
{
    return name_entry(number, TAKT_TRACE_COUNTER, name);
}

void takt_trace_seal_table(struct takt_trace_memory *memory)
{
    for (uint32_t i = 0; i < memory->region.objects_used; i++) {
        struct takt_trace_object *object = &memory->object[i];

        object->crc = takt_trace_crc(0, object, offsetof(struct takt_trace_object, crc));
    }
}
