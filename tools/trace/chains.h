/*
 * Latencies in parts: from an interrupt, another core's doorbell or a thread's call to the moment when the thread that
 * it made ready runs.
 */
#ifndef TAKT_TOOLS_TRACE_CHAINS_H
#define TAKT_TOOLS_TRACE_CHAINS_H

#include "model.h"
#include "table.h"

/** In the order in which they follow each other; those that a chain does not have are 0. */
enum tt_part {
    TT_BELL,   /* another core rang: until the handler begins */
    TT_CALL,   /* from the handler's or the call's beginning until the thread is ready */
    TT_LEAVE,  /* until the outermost handler has ended */
    TT_OTHERS, /* others run that are not less urgent */
    TT_SWITCH, /* until the thread runs, when nobody else comes first */
    TT_PARTS
};

extern const char *const tt_part_names[TT_PARTS];

/** One wake-up. */
struct tt_link {
    uint32_t chain; /* place in chains */
    int64_t begin;
    int64_t part[TT_PARTS];
};

/** All from one source through one object to one thread. */
struct tt_chain {
    unsigned core;
    struct tt_actor source;
    uint32_t object, thread; /* object 0: it waited for nothing but time, or was not waiting */
    uint64_t times;
    int64_t sum[TT_PARTS], total, least, worst, most; /* most: 99 % are not above it */
    struct tt_link worst_link;
};

struct tt_chains {
    struct tt_chain *chain;
    struct tt_link *link; /* in the order of time */
    size_t chains, links, chain_room, link_room;
};

void tt_chains_take(struct tt_chains *chains, const struct tt_trace *trace);
void tt_chains_drop(struct tt_chains *chains);

#endif
