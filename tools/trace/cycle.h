/* Counts from one event of a kind to the next: the article's cycle. */
#ifndef TAKT_TOOLS_TRACE_CYCLE_H
#define TAKT_TOOLS_TRACE_CYCLE_H

#include "model.h"

/** Of the events of one core. */
struct tt_cycle {
    bool open;
    uint64_t switches, switches_min, switches_max, switches_sum, cycles;
    int64_t begun, time_min, time_max, time_sum;
};

/** The event is there: a cycle of its core ends, and one begins. */
void tt_cycle_step(struct tt_cycle *cycle, uint64_t switches, int64_t now);
void tt_cycle_print(const struct tt_cycle *cycle, unsigned core);

#endif
