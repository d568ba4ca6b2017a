/*
 * What leaves the core: heads, check sums, the file and the stream.
 *
 * A check sum takes as long as the packet is, so it is made here, by a thread that saves or drains, never
 * when a packet is closed. Where packets are overwritten, one that is being summed up may be opened anew by a handler
 * of the core: its sequence is looked at again, masked, before it is called sealed.
 */
#include "recorder.h"

#include "crc.h"

#include <takt/console.h>

#include <string.h>

/* Heads are summed up where they stand: a copy on a stack would be a second one to who reads raw memory. */

static const uint8_t nothing[8];

/* The words from one member up to another. */
static uint32_t sum(uint32_t crc, const void *from, const void *to)
{
    return takt_trace_crc(crc, from, (size_t)((const char *)to - (const char *)from));
}

static uint32_t region_crc(const struct takt_trace_region *region)
{
    uint32_t crc = sum(0, region, &region->objects_used);

    crc = takt_trace_crc(crc, nothing, sizeof(region->objects_used) + sizeof(region->objects_lost));
    return sum(crc, &region->span_high, &region->crc);
}

static bool is_good(const struct takt_trace_region *region)
{
    return region->magic == TAKT_TRACE_REGION && region->version == TAKT_TRACE_VERSION &&
           region->configuration == TAKT_CONFIGURATION_HASH &&
           region->objects_used <= CONFIG_TAKT_TRACE_OBJECTS && region->crc == region_crc(region);
}

static void write_head(unsigned core, uint32_t run, uint32_t used)
{
    struct takt_trace_region *region = &takt_trace_memory[core].region;
    uint64_t span = (uint64_t)takt_port_to_ns((uint64_t)1 << 32);

    *region = (struct takt_trace_region){
        .magic = TAKT_TRACE_REGION,
        .version = TAKT_TRACE_VERSION,
        .core = (uint16_t)core,
        .cores = takt_port_core_count(),
        .run = run,
        .configuration = TAKT_CONFIGURATION_HASH,
        .packet_size = CONFIG_TAKT_TRACE_PACKET_SIZE,
        .packets = CONFIG_TAKT_TRACE_PACKETS,
        .objects = CONFIG_TAKT_TRACE_OBJECTS,
        .objects_used = used,
        .span_high = (uint32_t)(span >> 32),
        .span_low = (uint32_t)span,
    };
    strncpy(region->board, TAKT_BOARD, sizeof(region->board) - 1);
    region->crc = region_crc(region);
}

static void free_packets(struct takt_trace_memory *memory)
{
    for (unsigned i = 0; i < CONFIG_TAKT_TRACE_PACKETS; i++)
        memory->slot[i].head = (struct takt_trace_packet){.state = TAKT_TRACE_FREE};
}

void takt_trace_boot(unsigned core)
{
    static bool ready[CONFIG_TAKT_CORES];

    if (ready[core])
        return;
    ready[core] = true;
    if (is_good(&takt_trace_memory[core].region))
        return;
    free_packets(&takt_trace_memory[core]);
    write_head(core, 1, 0);
}

/* A core that has recorded since its start has a sequence of its own. */
uint32_t takt_trace_kept(void)
{
    unsigned core = takt_port_core_id();
    uint32_t kept = 0;

    takt_trace_boot(core);
    if (takt_trace_ring[core].sequence != 0)
        return 0;
    for (unsigned i = 0; i < CONFIG_TAKT_TRACE_PACKETS; i++) {
        const struct takt_trace_packet *head = &takt_trace_memory[core].slot[i].head;

        kept += head->magic == TAKT_TRACE_PACKET && head->state != TAKT_TRACE_FREE &&
                head->run == takt_trace_memory[core].region.run;
    }
    return kept;
}

void takt_trace_clear(unsigned core)
{
    const struct takt_trace_region *region = &takt_trace_memory[core].region;

    takt_trace_boot(core);
    free_packets(&takt_trace_memory[core]);
    write_head(core, region->run + 1, region->objects_used);
}

static uint32_t packet_crc(const struct takt_trace_slot *slot)
{
    const struct takt_trace_packet *head = &slot->head;
    uint32_t crc = takt_trace_crc(0, slot->record, head->used);

    crc = sum(crc, head, &head->state);
    crc = takt_trace_crc(crc, nothing, sizeof(head->state));
    crc = sum(crc, &head->run, &head->end_low);
    crc = takt_trace_crc(crc, nothing, sizeof(head->end_low) + sizeof(head->end_high));
    crc = sum(crc, &head->used, &head->crc);
    return takt_trace_crc(crc, nothing, sizeof(head->crc));
}

static void seal_slot(struct takt_trace_slot *slot)
{
    uint32_t sequence = slot->head.sequence;
    uint32_t crc = packet_crc(slot);
    takt_mask_t old = takt_port_mask();

    if (slot->head.sequence == sequence && slot->head.state == TAKT_TRACE_CLOSED) {
        slot->head.crc = crc;
        slot->head.state = TAKT_TRACE_SEALED;
    }
    takt_port_unmask(old);
}

void takt_trace_seal(unsigned core)
{
    struct takt_trace_memory *memory = &takt_trace_memory[core];

    for (unsigned i = 0; i < CONFIG_TAKT_TRACE_PACKETS; i++) {
        if (memory->slot[i].head.state == TAKT_TRACE_CLOSED)
            seal_slot(&memory->slot[i]);
    }
    takt_trace_seal_table(memory);
}

int takt_trace_save(const char *name)
{
    unsigned cores = takt_port_core_count();

    for (unsigned core = 0; core < cores; core++)
        takt_trace_seal(core);
    return takt_result_write(name, (const char *)takt_trace_memory, cores * sizeof(takt_trace_memory[0]));
}

/* The region's head and table go before the first packet, and again when the table has grown. */
static int drain_table(struct takt_trace_ring *ring, takt_trace_sink_t sink, void *context)
{
    struct takt_trace_memory *memory = &takt_trace_memory[takt_port_core_id()];
    struct takt_trace_region head = memory->region;
    int result;

    if (ring->taken != 0 && ring->table_told == head.objects_used)
        return 0;
    takt_trace_seal_table(memory);
    head.packets = 0;
    head.objects = head.objects_used;
    head.crc = region_crc(&head);
    result = sink(context, &head, sizeof(head));
    if (result == 0)
        result = sink(context, memory->object, head.objects_used * sizeof(memory->object[0]));
    if (result == 0)
        ring->table_told = head.objects_used;
    return result;
}

/* Close the open packet early, so that it can go. */
static void close_early(struct takt_trace_ring *ring)
{
    takt_mask_t old = takt_port_mask();

    if (ring->open != NULL)
        takt_trace_close(ring);
    takt_port_unmask(old);
}

int takt_trace_drain(takt_trace_sink_t sink, void *context, bool all)
{
    struct takt_trace_ring *ring = takt_trace_own();
    struct takt_trace_memory *memory = &takt_trace_memory[takt_port_core_id()];
    int drained = 0, result;

    if (all)
        close_early(ring);
    while (ring->taken != ring->sequence) {
        struct takt_trace_slot *slot = &memory->slot[ring->taken % CONFIG_TAKT_TRACE_PACKETS];

        if (slot == ring->open)
            break;
        seal_slot(slot);
        result = drain_table(ring, sink, context);
        if (result == 0)
            result = sink(context, slot, sizeof(*slot));
        if (result != 0)
            return result;
        ring->taken++;
        drained++;
    }
    return drained;
}
