/*
 * A recording as lanes: what a person looks at. A lane is a core's handlers, a thread, or a mutex with its owners; each
 * is a list of spans that begin where the one before ends. And arrows between lanes: who made whom ready, and which
 * message went where. Pages are made of them; everything is linear in the recording's size.
 */
#ifndef TAKT_TOOLS_TRACE_LANES_H
#define TAKT_TOOLS_TRACE_LANES_H

#include "trace.h"

enum tt_lane_kind { TT_LANE_CORE, TT_LANE_THREAD, TT_LANE_MUTEX };

/** The numbers stand in pages. */
enum tt_lane_state {
    TT_WAITS, /* what: the object it waits for; 0: a time, or being started */
    TT_READY, /* what: 1 if its level is raised by inheritance */
    TT_RUNS,  /* what: the same */
    TT_NOT_KNOWN,
    TT_HANDLER, /* what: the interrupt's number */
    TT_OWNED    /* what: the thread that owns it */
};

struct tt_span {
    int64_t time;
    uint32_t what;
    uint8_t state;
};

struct tt_lane {
    enum tt_lane_kind kind;
    uint32_t id;
    unsigned core;
    bool idle;
    unsigned level; /* of a thread as its table has it; 255: not known */
    struct tt_span *span;
    size_t count, room;
    /* Arrows, + 1: the one that waits for its run; the last one, until a message came by it; a message passed on. */
    uint32_t wake, woken, passed;
};

/** From a lane to another, at its two times. */
struct tt_arrow {
    int64_t from_time, to_time;
    uint32_t from, to; /* lanes */
    uint32_t object;   /* the queue of a message; 0: a thread was made ready */
};

struct tt_lanes {
    const struct tt_trace *trace;
    struct tt_lane *lane; /* of core after core: handlers, threads, mutexes; each in the order of their ids */
    size_t lanes, room;
    uint32_t *hash; /* place + 1 */
    size_t hash_size;
    struct tt_arrow *arrow; /* in the order of their beginning's record */
    size_t arrows, arrow_room;
    /* the walk */
    uint32_t running[TT_CORES];
    unsigned depth[TT_CORES];
};

/** Lanes and arrows of a recording. Ends the program where memory is too small. */
void tt_lanes_make(struct tt_lanes *lanes, const struct tt_trace *trace);
void tt_lanes_free(struct tt_lanes *lanes);

/** A lane's name. The text lasts as that of tt_name(). */
const char *tt_lane_name(const struct tt_lanes *lanes, const struct tt_lane *lane);

#endif
