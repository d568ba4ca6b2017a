/* The maps of priorities and thresholds that advice looks at. */
#ifndef TAKT_TOOLS_REPLAY_MAPS_H
#define TAKT_TOOLS_REPLAY_MAPS_H

#include "budget.h"
#include "measure.h"

/** A map, and what its replay came to. */
struct tt_map {
    struct tt_setting *setting; /* of each thing */
    uint64_t switches;
    int64_t *latency; /* ns, the worst of each thing */
    int64_t worst;    /* of the threads that may change */
    unsigned changes; /* settings that differ from the recording's */
    bool thresholds;  /* some thread has one */
    bool fits;        /* within all budgets */
};

struct tt_maps {
    struct tt_replay *replay;
    const struct tt_budgets *budgets;
    unsigned tries, tries_max;
    uint32_t *member; /* threads that may change */
    unsigned members;
    struct tt_map *map; /* from the recorded one on; those whose replay says nothing are left out */
    size_t count, room;
    unsigned
        silent; /* maps under which the application would have done something else, or not come to an end */
};

/** Try maps core by core. @return 0; -1: the recorded map cannot be replayed */
int tt_maps_try(struct tt_maps *maps, struct tt_replay *replay, const struct tt_budgets *budgets,
                unsigned tries);
void tt_maps_free(struct tt_maps *maps);

/**
 * Whether no other map has both fewer switches and a lower worst latency. Of those with the same figures, the ones with the
 * fewest changes, with and without thresholds, are.
 */
bool tt_map_is_best(const struct tt_maps *maps, const struct tt_map *map);

#endif
