/* Taking slots, opening and closing packets. The argument stands in recorder.h. */
#include "recorder.h"

#include <stdatomic.h>

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
    head->used = (uint32_t)((char *)ring->next - (char *)ring->open->record);
    head->state = TAKT_TRACE_CLOSED;
    ring->open = NULL;
    ring->next = ring->limit = ring->end = NULL;
}

static void set_limit(struct takt_trace_ring *ring)
{
    ring->limit = ring->mutes == 0 ? ring->end : NULL;
}

static inline void set_word(struct takt_trace_record *record, uint32_t word)
{
    __builtin_memcpy(&record->event, &word, sizeof(word));
}

/* Masked. The head first, its state last: a reader of raw memory sees an old packet or a new, empty one. */
static void open_next(struct takt_trace_ring *ring, uint64_t now)
{
    unsigned core = takt_port_core_id();
    struct takt_trace_memory *memory = &takt_trace_memory[core];
    struct takt_trace_slot *slot = &memory->slot[ring->sequence % CONFIG_TAKT_TRACE_PACKETS];

    slot->head.state = TAKT_TRACE_FREE;
    atomic_signal_fence(memory_order_seq_cst);
    set_word(&slot->record[0], TAKT_TRACE_EVENT_none);
    slot->head = (struct takt_trace_packet){.magic = TAKT_TRACE_PACKET,
                                            .core = (uint16_t)core,
                                            .run = memory->region.run,
                                            .sequence = ring->sequence++,
                                            .base_low = (uint32_t)now,
                                            .base_high = (uint32_t)(now >> 32),
                                            .size = CONFIG_TAKT_TRACE_PACKET_SIZE,
                                            .lost = ring->lost};
    atomic_signal_fence(memory_order_seq_cst);
    slot->head.state = TAKT_TRACE_OPEN;
    ring->high = (uint32_t)(now >> 32);
    ring->open = slot;
    ring->next = slot->record;
    ring->end = slot->record + sizeof(slot->record) / sizeof(slot->record[0]) - 1;
    set_limit(ring);
}

/* The place behind is emptied first, and the event stored last: whoever reads raw memory sees a whole record or none. */
static inline void put(struct takt_trace_ring *ring, struct takt_trace_record *record, uint32_t time,
                       uint32_t word, uint32_t a, uint32_t b)
{
    ring->next = record + 1;
    set_word(record + 1, TAKT_TRACE_EVENT_none);
    record->time = time;
    record->a = a;
    record->b = b;
    atomic_signal_fence(memory_order_release);
    set_word(record, word);
}

/* Masked. Recording ends here, and the place that was left behind the last packet's records says why. */
static void end_full(struct takt_trace_ring *ring, uint64_t now)
{
    if (ring->open != NULL && (uint32_t)(now >> 32) == ring->high) {
        *ring->next = (struct takt_trace_record){.time = (uint32_t)now, .a = ring->groups, .b = 1};
        set_word(ring->next++, TAKT_TRACE_WORD(TAKT_TRACE_EVENT_stopped, 0) | ring->context);
    }
    ring->groups = 0;
}

/* Masked. Opens a packet, if there is room for one. */
static bool make_room(struct takt_trace_ring *ring, uint64_t now)
{
    if (!has_room(ring)) {
        ring->lost++;
        if (ring->mode == TAKT_TRACE_ONCE)
            end_full(ring, now);
        takt_trace_close(ring);
        return false;
    }
    takt_trace_close(ring);
    open_next(ring, now);
    if (ring->lost != ring->lost_told)
        put(ring, ring->next, (uint32_t)now, TAKT_TRACE_WORD(TAKT_TRACE_EVENT_lost, 0),
            ring->lost - ring->lost_told, ring->lost);
    ring->lost_told = ring->lost;
    return true;
}

/* Masked. The time's upper half is another one than the record's before. */
static void sync(struct takt_trace_ring *ring, uint64_t now)
{
    ring->high = (uint32_t)(now >> 32);
    put(ring, ring->next, (uint32_t)now, TAKT_TRACE_WORD(TAKT_TRACE_EVENT_sync, 0), ring->high,
        (uint32_t)now);
}

static bool is_muted(const struct takt_trace_ring *ring, uint32_t id, uint32_t groups)
{
    for (unsigned i = 0; i < ring->mutes; i++) {
        if (ring->muted[i].id == id && (ring->muted[i].groups & groups) != 0)
            return true;
    }
    return false;
}

static uint32_t group_of(unsigned event)
{
    static const uint16_t groups[] = {
        0,
#define TAKT_EVENT2(group, name, a, b)     TAKT_TRACE_GROUP_##group,
#define TAKT_EVENT2_OWN(group, name, a, b) TAKT_TRACE_GROUP_##group,
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN
    };

    return groups[event];
}

/* Masked. */
static void write_other(struct takt_trace_ring *ring, uint32_t word, uint32_t a, uint32_t b)
{
    uint64_t now = takt_port_counter();

    if (ring->next != ring->end && (uint32_t)(now >> 32) != ring->high)
        sync(ring, now);
    if (ring->next != ring->end || make_room(ring, now))
        put(ring, ring->next, (uint32_t)now, word, a, b);
}

/* Whatever is not the straight way. It begins anew, so that the straight way has nothing to keep for it. */
static __attribute__((noinline)) void write_slow(struct takt_trace_ring *ring, uint32_t word, uint32_t a,
                                                 uint32_t b)
{
    takt_mask_t old = takt_port_quiet_mask();
    uint16_t event;

    __builtin_memcpy(&event, &word, sizeof(event));
    if (ring->mutes == 0 || !is_muted(ring, a, group_of(event)))
        write_other(ring, word, a, b);
    takt_port_quiet_unmask(old);
}

static inline void record(struct takt_trace_ring *ring, uint32_t word, uint32_t a, uint32_t b)
{
    takt_mask_t old = takt_port_quiet_mask();
    struct takt_trace_record *next = ring->next;
    uint64_t now = takt_port_counter();

    word |= ring->context;
    if (__builtin_expect(next < ring->limit && (uint32_t)(now >> 32) == ring->high, 1)) {
        put(ring, next, (uint32_t)now, word, a, b);
        takt_port_quiet_unmask(old);
        return;
    }
    takt_port_quiet_unmask(old);
    write_slow(ring, word, a, b);
}

void takt_trace_write(struct takt_trace_ring *ring, uint32_t word, uint32_t a, uint32_t b)
{
    record(ring, word, a, b);
}

void takt_trace_start(enum takt_trace_mode mode, uint32_t groups)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old;

    groups = groups == 0 ? TAKT_TRACE_GROUP_all : groups | TAKT_TRACE_GROUP_always;
    ring->groups = 0;
    takt_trace_clear(takt_port_core_id());
    takt_trace_enter_threads();
    takt_trace_enter_objects();
    takt_trace_windows_clear();
    old = takt_port_quiet_mask();
    ring->open = NULL;
    ring->next = ring->limit = ring->end = NULL;
    ring->sequence = ring->taken = ring->lost = ring->lost_told = ring->table_told = 0;
    ring->mode = mode;
    ring->groups = groups;
    takt_port_quiet_unmask(old);
    takt_trace_record(TAKT_TRACE_GROUP_always, TAKT_TRACE_EVENT_started, groups, mode, 0);
    takt_trace_tell_running();
    takt_trace_tell_timers();
}

void takt_trace_stop(void)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_quiet_mask();

    takt_trace_record(TAKT_TRACE_GROUP_always, TAKT_TRACE_EVENT_stopped, ring->groups, 0, 0);
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

static int mute(uint32_t id, uint32_t groups)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_mask();
    int result = -ENOSPC;

    if (is_muted(ring, id, groups)) {
        result = 0;
    } else if (ring->mutes < CONFIG_TAKT_TRACE_MUTED) {
        ring->muted[ring->mutes].id = id;
        ring->muted[ring->mutes++].groups = groups;
        result = 0;
    }
    set_limit(ring);
    takt_port_unmask(old);
    return result;
}

static int unmute(uint32_t id, uint32_t groups)
{
    struct takt_trace_ring *ring = takt_trace_own();
    takt_mask_t old = takt_port_mask();
    int result = -ENOENT;

    for (unsigned i = 0; i < ring->mutes; i++) {
        if (ring->muted[i].id != id || ring->muted[i].groups != groups)
            continue;
        ring->muted[i] = ring->muted[--ring->mutes];
        result = 0;
        break;
    }
    set_limit(ring);
    takt_port_unmask(old);
    return result;
}

#define NUMBERS (TAKT_TRACE_GROUP_always | TAKT_TRACE_GROUP_irq | TAKT_TRACE_GROUP_user)

int takt_trace_mute(const void *object)
{
    return mute((uint32_t)(uintptr_t)object, ~NUMBERS);
}

int takt_trace_unmute(const void *object)
{
    return unmute((uint32_t)(uintptr_t)object, ~NUMBERS);
}

int takt_trace_mute_number(uint32_t group, unsigned number)
{
    return (group & NUMBERS & ~TAKT_TRACE_GROUP_always) != 0 ? mute(number, group) : -EINVAL;
}

int takt_trace_unmute_number(uint32_t group, unsigned number)
{
    return unmute(number, group);
}

void takt_trace_mark(uint16_t number, uint32_t value)
{
    struct takt_trace_ring *ring = takt_trace_own();

    if (ring->groups & TAKT_TRACE_GROUP_user)
        record(ring, TAKT_TRACE_WORD(TAKT_TRACE_EVENT_mark, 0), number, value);
}

void takt_trace_counter(uint16_t number, uint32_t value)
{
    struct takt_trace_ring *ring = takt_trace_own();

    if (ring->groups & TAKT_TRACE_GROUP_user)
        record(ring, TAKT_TRACE_WORD(TAKT_TRACE_EVENT_counter, 0), number, value);
}

uint32_t takt_trace_lost(void)
{
    return takt_trace_own()->lost;
}
