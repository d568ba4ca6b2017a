/*
 * The recorder's inside: one ring of packets a core, in memory of that core's own.
 *
 * Guards: that a record is whole and in order. The time is read and the slot is taken in one masked window of the
 * core, so no handler's record can come between with a later time in an earlier slot. No other core ever writes a
 * ring; it is read from outside only when its core has stopped recording, or by the core itself (takt_trace_drain()).
 *
 * Races considered. A handler that interrupts the sealing of a packet may open, fill and close others, even
 * the same one again where the oldest is overwritten: sealing works on a packet that it has first taken out of the
 * ring's turn (state CLOSED and its sequence are looked at again, masked, before SEALED is written).
 * A core that stops in the middle of a record leaves the packet OPEN without that record: its event is stored last, and
 * was 0 before.
 *
 * Bound: a record is one window of constant length; every so many records the window opens the next packet, which
 * is a head of 48 bytes. Check sums are made outside of every window.
 *
 * The straight way is one comparison with the packet's end and one with the upper half of the time; whatever is not
 * usual (no packet is open, it is full, something is muted) makes the first fail, so it costs those who do not use it
 * nothing.
 */
#ifndef TAKT_TRACE_RECORDER_H
#define TAKT_TRACE_RECORDER_H

#include <takt/trace.h>

#include "format.h"

#include <port.h>

#define TAKT_TRACE_NESTED 8u /* handlers whose lines are known; deeper ones take the place of the first */

#define TAKT_TRACE_ROOM ((uint32_t)CONFIG_TAKT_TRACE_PACKET_SIZE - (uint32_t)sizeof(struct takt_trace_packet))

_Static_assert(CONFIG_TAKT_TRACE_PACKET_SIZE % TAKT_TRACE_ALIGN == 0 && CONFIG_TAKT_TRACE_PACKET_SIZE >= 128,
               "CONFIG_TAKT_TRACE_PACKET_SIZE: a multiple of 16");

/* Where interrupts come at calls of the port alone, a record is a step without them, and a mask would be a place
 * where they come: a recording would change what it records. */
#if !defined(TAKT_PORT_QUIET) && !defined(takt_port_quiet_mask)
#define takt_port_quiet_mask()      takt_port_mask()
#define takt_port_quiet_unmask(old) takt_port_unmask(old)
#endif

/* Where a reset leaves it alone, if the port has such memory: what happened before can then be read after. */
#ifndef TAKT_PORT_KEPT
#define TAKT_TRACE_KEPT
#else
#define TAKT_TRACE_KEPT TAKT_PORT_KEPT
#endif

/** A packet's memory. */
struct takt_trace_slot {
    struct takt_trace_packet head;
    struct takt_trace_record record[TAKT_TRACE_ROOM / sizeof(struct takt_trace_record)];
};

/** What a dump shows: the format's parts, one behind the other. */
struct takt_trace_memory {
    struct takt_trace_region region;
    struct takt_trace_object object[CONFIG_TAKT_TRACE_OBJECTS];
    struct takt_trace_slot slot[CONFIG_TAKT_TRACE_PACKETS];
} __attribute__((aligned(64)));

/** A core's recorder. */
struct takt_trace_ring {
    uint32_t groups;                        /* recorded now; 0: nothing */
    uint32_t high;                          /* upper half of the last record's time */
    uint32_t context;                       /* of a record's last word: whether a handler runs */
    struct takt_trace_record *next, *limit; /* the straight way ends there */
    struct takt_trace_record *end; /* of the open packet, less one place; next: none is open, or it is full */
    struct takt_trace_slot *open;
    uint32_t depth;                   /* handlers that run, one in another */
    uint32_t line[TAKT_TRACE_NESTED]; /* theirs */
    uint32_t gives;           /* why the running thread gives way to its equals: enum takt_trace_reason */
    uint32_t sequence, taken; /* packets opened; of these, handed to the sink or given up */
    uint32_t table_told;      /* entries of the table that the sink has */
    uint32_t lost, lost_told; /* events without room; of these, told by a LOST record */
    struct {
        uint32_t id, groups; /* what is left out, and in which groups */
    } muted[CONFIG_TAKT_TRACE_MUTED];
    unsigned mutes;
    enum takt_trace_mode mode;
} __attribute__((aligned(64))); /* no line of it is another core's */

extern struct takt_trace_ring takt_trace_ring[CONFIG_TAKT_CORES];
extern struct takt_trace_memory takt_trace_memory[CONFIG_TAKT_CORES];

static inline struct takt_trace_ring *takt_trace_own(void)
{
    return &takt_trace_ring[takt_port_core_id()];
}

/* A record's last word: its event, and whether a handler runs. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TAKT_TRACE_WORD(event, context) ((uint32_t)(event) | (uint32_t)(context) << 16)
#else
#define TAKT_TRACE_WORD(event, context) ((uint32_t)(event) << 16 | (uint32_t)(context))
#endif

/** Write a record. Any; masks for itself. @param word as TAKT_TRACE_WORD() makes it, without the handler */
void takt_trace_write(struct takt_trace_ring *ring, uint32_t word, uint32_t a, uint32_t b);

/** The hooks' way in: one branch when the group is off. */
static inline void takt_trace_record(uint32_t group, unsigned event, uintptr_t a, uintptr_t b, uint32_t more)
{
    struct takt_trace_ring *ring = takt_trace_own();

    if (ring->groups & group)
        takt_trace_write(ring, TAKT_TRACE_WORD(event, (more < TAKT_TRACE_MORE ? more : TAKT_TRACE_MORE) << 1),
                         (uint32_t)a, (uint32_t)b);
}

/* Handlers nest, so each finds these words as it left them whatever interrupts it: no mask. */

/** A handler begins. @return how many run, this one included */
static inline uint32_t takt_trace_deeper(unsigned line)
{
    struct takt_trace_ring *ring = takt_trace_own();

    ring->line[ring->depth % TAKT_TRACE_NESTED] = line;
    ring->context = TAKT_TRACE_WORD(0, 1);
    return ++ring->depth;
}

/** How deep the running one is. */
static inline uint32_t takt_trace_depth(void)
{
    return takt_trace_own()->depth;
}

/** It ends. */
static inline void takt_trace_shallower(void)
{
    struct takt_trace_ring *ring = takt_trace_own();

    if (--ring->depth == 0)
        ring->context = 0;
}

/** Close the open packet. Masked. */
void takt_trace_close(struct takt_trace_ring *ring);

/** Sum up the packets that are full. Thread, or a core that has stopped. */
void takt_trace_seal(unsigned core);

/** The head is this start's: whatever an earlier start left is kept where it can be read, else thrown away. */
void takt_trace_boot(unsigned core);

/** Empty a core's memory and write the region's head. Groups are 0. */
void takt_trace_clear(unsigned core);

/** The table's entry of an id, a new one if there is none. @return NULL: full */
struct takt_trace_object *takt_trace_entry(unsigned core, uint32_t id, enum takt_trace_kind kind);

/** Enter an object that was made. @param name NULL, or its name unless the application gave it another. Thread, before start. */
void takt_trace_enter(enum takt_trace_kind kind, const void *object, uint32_t value, uint32_t limit,
                      const char *name);

/** An object was deleted: its memory is looked at no more. */
void takt_trace_leave(const void *object);

/** What an object of the calling core is now: takt_trace_object's now. */
uint32_t takt_trace_state_of(enum takt_trace_kind kind, const void *object);

/** Write into the table what every object and every thread of the calling core is now. Thread, before start. */
void takt_trace_enter_objects(void);
void takt_trace_enter_threads(void);

/** Record which timers of the calling core run; one of them, where timers are built in. Thread, before start. */
void takt_trace_tell_timers(void);
void takt_trace_tell_timer(const void *object);

/** Record which thread of the calling core runs. */
void takt_trace_tell_running(void);

/** Forget how long masked windows have been. */
#if CONFIG_TAKT_TRACE_WINDOWS || CONFIG_TAKT_WINDOWS
void takt_trace_windows_clear(void);
#else
static inline void takt_trace_windows_clear(void)
{
}
#endif

/** Sum up the table before it is shown. */
void takt_trace_seal_table(struct takt_trace_memory *memory);

#endif
