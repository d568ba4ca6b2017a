/* What a run comes to: the same figures of what was recorded and of what was replayed. */
#ifndef TAKT_TOOLS_REPLAY_MEASURE_H
#define TAKT_TOOLS_REPLAY_MEASURE_H

#include "replay.h"

/** Of a thread: from being ready to running, and to waiting again. */
struct tt_latency {
    uint64_t times;     /* it became ready and ran */
    int64_t worst, sum; /* ns from ready to its first run */
    int64_t response;   /* ns, the longest from ready to not ready */
    uint64_t switches;  /* to it */
};

struct tt_sums {
    uint64_t switches;
    int64_t span; /* ns */
    int64_t busy; /* ns that threads ran which are not idle, all cores */
    uint64_t cycles, cycle_switches_min, cycle_switches_max, cycle_switches;
    int64_t *cycle; /* ns that each took; at the end from the shortest on */
    size_t cycles_room;
    struct tt_latency *thread; /* of each thing */
};

/** cycle: name or number of the mark at which each begins; NULL: none. */
void tt_measure(struct tt_sums *figures, const struct tt_replay *replay, const struct tt_event *event,
                size_t count, const char *cycle);
/** What a cycle took, ns: half of them took less. 0: there was none. */
int64_t tt_cycle_median(const struct tt_sums *figures);
void tt_sums_free(struct tt_sums *figures);

#endif
