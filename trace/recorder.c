/* Taking slots, opening and closing packets. The argument stands in recorder.h. */
#include "recorder.h"

struct takt_trace_ring takt_trace_ring[CONFIG_TAKT_CORES];

/** Is there a packet that may be filled next? In a stream: one that was handed over. Masked. */
static bool has_room(const struct takt_trace_ring *ring)
{
    uint32_t filled = ring->sequence - ring->taken;

    return ring->mode == TAKT_TRACE_FLIGHT || filled < CONFIG_TAKT_TRACE_PACKETS;
}

void takt_trace_close(struct takt_trace_ring *ring)
{
    struct takt_trace_packet *head;

    if (ring->open == NULL)
        return;
    head = &ring->open->head;
    head->end_low = ring->next[-1].time;
    head->end_high = ring->high;
    head->state = TAKT_TRACE_CLOSED;
    ring->open = NULL;
    ring->next = ring->end = NULL;
}

/* Masked. The head first, its state last: a reader of raw memory sees an old packet or a new, empty one. */
static void open_next(struct takt_trace_ring *ring, uint64_t now)
{
    unsigned core = takt_port_core_id();
    struct takt_trace_memory *memory = &takt_trace_memory[core];
    struct takt_trace_slot *slot = &memory->slot[ring->sequence % CONFIG_TAKT_TRACE_PACKETS];

    slot->head.state = TAKT_TRACE_FREE;
    slot->head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                            .core = (uint16_t)core,
                                            .run = memory->region.run,
                                            .sequence = ring->sequence++,
                                            .base_low = (uint32_t)now,
                                            .base_high = (uint32_t)(now >> 32),
                                            .size = CONFIG_TAKT_TRACE_PACKET_SIZE,
                                            .lost = ring->lost,
                                            .state = TAKT_TRACE_OPEN};
    ring->high = (uint32_t)(now >> 32);
    ring->open = slot;
    ring->next = slot->record;
    ring->end = slot->record + sizeof(slot->record) / sizeof(slot->record[0]);
}

static inline void put(struct takt_trace_ring *ring, uint64_t now, unsigned event, uint32_t a, uint32_t b)
{
    struct takt_trace_record *record = ring->next++;

    record->time = (uint32_t)now;
    record->event = (uint16_t)event;
    record->context = takt_port_in_handler();
    record->a = a;
    record->b = b;
    ring->open->head.used += (uint32_t)sizeof(*record);
}

/* Masked. Room for three records follows: LOST, SYNC, and the one that is waited for. */
static bool make_room(struct takt_trace_ring *ring, uint64_t now)
{
    takt_trace_close(ring);
    if (!has_room(ring)) {
        ring->lost++;
        if (ring->mode == TAKT_TRACE_ONCE)
            ring->groups = 0;
        return false;
    }
    open_next(ring, now);
    if (ring->lost != ring->lost_told)
        put(ring, now, TAKT_TRACE_EVENT_lost, ring->lost - ring->lost_told, ring->lost);
    ring->lost_told = ring->lost;
    return true;
}

/* A first place is left over for SYNC: whoever fills the last but one closes the packet at the next record. */
static inline bool fits(const struct takt_trace_ring *ring)
{
    return ring->end - ring->next >= 2;
}

static bool is_muted(const struct takt_trace_ring *ring, uint32_t id)
{
    for (unsigned i = 0; i < ring->mutes; i++) {
        if (ring->muted[i] == id)
            return true;
    }
    return false;
}

void takt_trace_write(struct takt_trace_ring *ring, unsigned event, uint32_t a, uint32_t b)
{
    takt_mask_t old;
    uint64_t now;

    if (ring->mutes != 0 && is_muted(ring, a))
        return;
    old = takt_port_quiet_mask();
    now = takt_port_counter();
    if (fits(ring) || make_room(ring, now)) {
        if ((uint32_t)(now >> 32) != ring->high) {
            ring->high = (uint32_t)(now >> 32);
            put(ring, now, TAKT_TRACE_EVENT_sync, ring->high, (uint32_t)now);
        }
        put(ring, now, event, a, b);
    }
    takt_port_quiet_unmask(old);
}

void takt_trace_start(enum takt_trace_mode mode, uint32_t groups)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old;

    groups = groups == 0 ? TAKT_TRACE_GROUP_all : groups | TAKT_TRACE_GROUP_always;
    ring->groups = 0;
    takt_trace_clear(takt_port_core_id());
    takt_trace_enter_threads();
    old = takt_port_mask();
    ring->open = NULL;
    ring->next = ring->end = NULL;
    ring->sequence = ring->taken = ring->lost = ring->lost_told = ring->table_told = 0;
    ring->mode = mode;
    ring->groups = groups;
    takt_port_unmask(old);
    takt_trace_record(TAKT_TRACE_GROUP_always, TAKT_TRACE_EVENT_started, groups, mode);
}

void takt_trace_stop(void)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_quiet_mask();

    takt_trace_record(TAKT_TRACE_GROUP_always, TAKT_TRACE_EVENT_stopped, ring->groups, 0);
    ring->groups = 0;
    takt_port_quiet_unmask(old);
}

void takt_trace_groups(uint32_t groups)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_quiet_mask();

    ring->groups = groups == 0 ? 0 : groups | TAKT_TRACE_GROUP_always;
    takt_port_quiet_unmask(old);
}

int takt_trace_mute(const void *object)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_mask();
    int result = -ENOSPC;

    if (is_muted(ring, (uint32_t)(uintptr_t)object)) {
        result = 0;
    } else if (ring->mutes < CONFIG_TAKT_TRACE_MUTED) {
        ring->muted[ring->mutes++] = (uint32_t)(uintptr_t)object;
        result = 0;
    }
    takt_port_unmask(old);
    return result;
}

int takt_trace_unmute(const void *object)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_mask();
    int result = -ENOENT;

    for (unsigned i = 0; i < ring->mutes; i++) {
        if (ring->muted[i] == (uint32_t)(uintptr_t)object) {
            ring->muted[i] = ring->muted[--ring->mutes];
            result = 0;
            break;
        }
    }
    takt_port_unmask(old);
    return result;
}

void takt_trace_mark(uint16_t number, uint32_t value)
{
    takt_trace_record(TAKT_TRACE_GROUP_user, TAKT_TRACE_EVENT_mark, number, value);
}

void takt_trace_counter(uint16_t number, uint32_t value)
{
    takt_trace_record(TAKT_TRACE_GROUP_user, TAKT_TRACE_EVENT_counter, number, value);
}

uint32_t takt_trace_lost(void)
{
    return takt_trace_own()->lost;
}
