/* What a recording adds up to; commands print it, tests and the comparison of two recordings read it. */
#ifndef TAKT_TOOLS_TRACE_STATS_H
#define TAKT_TOOLS_TRACE_STATS_H

#include "blame.h"
#include "cycle.h"
#include "inversion.h"
#include "match.h"
#include "model.h"

struct tt_stats {
    struct tt_model model;
    struct tt_blame blame;
    struct tt_inversions inversions;
    struct tt_cycle cycle[TT_CORES];
    uint64_t events[TT_CORES][TAKT_TRACE_EVENTS];
};

/** What to look at; NULL: all, and no cycles. */
struct tt_stats_wish {
    const char *cycle;   /* an event that begins each cycle */
    const char *between; /* two events with a comma between them */
};

/** @return 0; -1: the events that were wished are not there, which was said on the standard error */
int tt_stats_take(struct tt_stats *stats, const struct tt_trace *trace, const struct tt_stats_wish *wish);
void tt_stats_drop(struct tt_stats *stats);

#endif
