/*
 * What a recording looks like in memory and in a file: the same bytes, read by the host's tools and written by the
 * recorder. Only fixed-width fields, in the target's byte order; the magics tell which that is.
 *
 * A recording is a sequence of parts, each of which begins with a magic at a multiple of 16 bytes: a region's head,
 * followed by its table of objects; and packets. So a file that was saved, a stream, several of them one after
 * another, and a raw image of a device's memory are read in the same way: by looking for the parts.
 *
 * A packet holds the records of one core. Its time is 64 bits: that of the head, and 32 bits in each record; a
 * record whose upper half differs from that of the record before comes behind a SYNC record. A packet that was
 * not closed yet (a core stopped in the middle) has state OPEN and does not say how much it holds: its records end
 * where an event is 0. A record's event is stored last, and before it that of the place behind, as 0; so one that was
 * not finished is that end. The check sum of a packet is made when nobody waits for it (recorder.c); until then the
 * packet is CLOSED and its records have to stand for themselves.
 */
#ifndef TAKT_TRACE_FORMAT_H
#define TAKT_TRACE_FORMAT_H

#include <stdint.h>

#define TAKT_TRACE_REGION  0x47524b54u /* "TKRG" where the least byte comes first */
#define TAKT_TRACE_PACKET  0x4b504b54u /* "TKPK" */
#define TAKT_TRACE_VERSION 2u
#define TAKT_TRACE_ALIGN   16u /* bytes: parts begin at multiples of it */
#define TAKT_TRACE_NAME    24u /* bytes of a name, the ending 0 included */

/** Head of a core's region. */
struct takt_trace_region {
    uint32_t magic;
    uint16_t version, core;
    uint32_t cores;
    uint32_t run;           /* differs from start to start */
    uint32_t configuration; /* hash of the configuration that the core was built with */
    uint32_t packet_size;   /* bytes, head included */
    uint32_t packets;       /* room for so many follow the table; 0 in a stream */
    uint32_t objects;       /* entries of the table */
    uint32_t objects_used, objects_lost;
    uint32_t span_high, span_low; /* nanoseconds that 2^32 units of the counter last */
    char board[12];
    uint32_t crc; /* of all before it, objects_used and objects_lost taken as 0 */
};

/** What an object is. The numbers stand in recordings. */
enum takt_trace_kind {
    TAKT_TRACE_NOTHING,
    TAKT_TRACE_THREAD,
    TAKT_TRACE_SEM,
    TAKT_TRACE_MUTEX,
    TAKT_TRACE_COND,
    TAKT_TRACE_QUEUE,
    TAKT_TRACE_EVENT,
    TAKT_TRACE_TIMER,
    TAKT_TRACE_POOL,
    TAKT_TRACE_LLQ,
    TAKT_TRACE_CHANNEL,
    TAKT_TRACE_IRQ,
    TAKT_TRACE_MARK,
    TAKT_TRACE_COUNTER,
    TAKT_TRACE_KINDS
};

/** How a lock between cores was made, as struct llq_attr has it. */
#define TAKT_TRACE_LLQ_KIND(attr)                                                                            \
    ((uint32_t)(attr).engine | (uint32_t)(attr).overtakings << 2 |                                           \
     ((attr).robust ? TAKT_TRACE_LLQ_ROBUST : 0) | ((attr).block ? TAKT_TRACE_LLQ_BLOCKS : 0) |              \
     (uint32_t)(attr).ceiling << 8)
#define TAKT_TRACE_LLQ_ROBUST 0x40u
#define TAKT_TRACE_LLQ_BLOCKS 0x80u
#define TAKT_TRACE_GATE                                                                                      \
    0x80u /* flag of a mutex: it is the gate of a lock that threads sleep for; limit: its ceiling */

#define TAKT_TRACE_IRQS 0x10000u /* an interrupt's id in the table is this and its number */

/** An entry of the table of objects. */
struct takt_trace_object {
    uint32_t id; /* what records call it: the lower 32 bits of its address, or its number */
    uint8_t kind, state, base, effective; /* priorities: of threads */
    uint32_t
        value; /* threads: slice, units; queues, channels: message bytes; semaphores: count at first; interrupts:
                * priority; mutexes: flags; locks between cores: rank */
    uint32_t
        limit; /* threads: threshold; queues, semaphores, pools: room; interrupts: the timer's priority; locks between
                * cores: TAKT_TRACE_LLQ_KIND() */
    uint32_t
        now; /* when recording began: semaphores: count; mutexes: the owner; queues: messages; event flags: bits;
                     * timers: 1 if it runs; pools: free blocks */
    char name[TAKT_TRACE_NAME];
    uint32_t crc; /* of all before it; 0: not made yet */
};

enum takt_trace_state {
    TAKT_TRACE_FREE,
    TAKT_TRACE_OPEN,   /* being filled; used is 0, and what it holds ends with an event 0 */
    TAKT_TRACE_CLOSED, /* full, not summed up yet */
    TAKT_TRACE_SEALED  /* crc holds */
};

struct takt_trace_packet {
    uint32_t magic;
    uint16_t core, state;
    uint32_t run;
    uint32_t sequence;            /* of the core's packets, from 0 */
    uint32_t base_low, base_high; /* time of the first record */
    uint32_t end_low, end_high;   /* of the last; 0 while OPEN */
    uint32_t used;                /* bytes of records; 0 while OPEN */
    uint32_t size;                /* bytes, head included */
    uint32_t lost; /* events of this core that found no room, from the start to the first record */
    uint32_t crc;  /* of the records, then of the head with state, end and crc taken as 0 */
};

/** The words are stored in this order. */
struct takt_trace_record {
    uint32_t time;    /* lower half */
    uint32_t a, b;    /* by the event's line of events.def */
    uint16_t event;   /* enum takt_trace_event */
    uint16_t context; /* bit 0: in a handler; from bit 1: what the event says more, 0 to TAKT_TRACE_MORE */
};

/** Why a thread runs no more: what a switch says more. */
enum takt_trace_reason {
    TAKT_TRACE_UNKNOWN,
    TAKT_TRACE_PREEMPTED,
    TAKT_TRACE_BLOCKED,
    TAKT_TRACE_YIELDED,
    TAKT_TRACE_SLICED, /* its slice was used up */
    TAKT_TRACE_ENDED,
    TAKT_TRACE_IDLE, /* it was the idle thread */
    TAKT_TRACE_SUSPENDED,
    TAKT_TRACE_REASONS
};

#define TAKT_TRACE_MORE 0x7fffu /* larger numbers are this one */

#define TAKT_EVENT2(group, name, a, b)     TAKT_TRACE_EVENT_##name,
#define TAKT_EVENT2_OWN(group, name, a, b) TAKT_TRACE_EVENT_##name,
enum takt_trace_event {
    TAKT_TRACE_EVENT_none,
#include "events.def"
    TAKT_TRACE_EVENTS
};
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN

_Static_assert(sizeof(struct takt_trace_region) == 64, "multiples of the alignment, the same everywhere");
_Static_assert(sizeof(struct takt_trace_object) == 48, "");
_Static_assert(sizeof(struct takt_trace_packet) == 48, "");
_Static_assert(sizeof(struct takt_trace_record) == 16, "");

#endif
