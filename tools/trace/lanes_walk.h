/* Inside of lanes: what the walk and the flows ask of each other. */
#ifndef TAKT_TOOLS_TRACE_LANES_WALK_H
#define TAKT_TOOLS_TRACE_LANES_WALK_H

#include "lanes.h"
#include "read.h"

/** A message that is under way. */
struct tt_message {
    uint32_t from, number; /* the sender's lane; the queue's count where it is told, or 0 */
    int64_t time;
};

/** Messages of a queue that are under way. */
struct tt_flow {
    uint32_t id;
    unsigned core;
    struct tt_message *sent; /* a ring */
    size_t first, count, room;
    size_t early; /* received, while the call that sent has not ended yet */
};

struct tt_flows {
    struct tt_flow *flow;
    size_t count, room;
    bool told; /* the recording has messages in, out and passed on: the calls' ends are not needed */
};

/** Take what an event says of messages. */
void tt_flows_step(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event);
void tt_flows_end(struct tt_flows *flows);

/** Keep an arrow. @return its place + 1 */
uint32_t tt_lanes_arrow(struct tt_lanes *lanes, const struct tt_arrow *one);

/** A thread's lane. @return its place */
uint32_t tt_lanes_thread(struct tt_lanes *lanes, unsigned core, uint32_t id);

/** The lane of who does what an event tells: a handler, or the thread that runs. */
uint32_t tt_lanes_actor(struct tt_lanes *lanes, const struct tt_event *event);

#endif
