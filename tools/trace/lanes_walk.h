/* Inside of lanes: what the walk and the flows ask of each other. */
#ifndef TAKT_TOOLS_TRACE_LANES_WALK_H
#define TAKT_TOOLS_TRACE_LANES_WALK_H

#include "lanes.h"
#include "read.h"

/** Messages of a queue that are under way. */
struct tt_flow {
    uint32_t id;
    unsigned core;
    struct tt_arrow *sent; /* a ring: from, from_time */
    size_t first, count, room;
    size_t early; /* received, while the call that sent has not ended yet */
};

struct tt_flows {
    struct tt_flow *flow;
    size_t count, room;
};

/** A message was sent or received, or the call failed. */
void tt_flows_send(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event);
void tt_flows_receive(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event);
void tt_flows_end(struct tt_flows *flows);

/** Keep an arrow. @return its place + 1 */
uint32_t tt_lanes_arrow(struct tt_lanes *lanes, const struct tt_arrow *one);

/** The lane of who does what an event tells: a handler, or the thread that runs. */
uint32_t tt_lanes_actor(struct tt_lanes *lanes, const struct tt_event *event);

#endif
