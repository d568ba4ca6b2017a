/*
 * Which send a receive belongs to. Messages of a queue stay in order, so the n-th that is received is the n-th that was
 * sent. Two things come in another order in a recording: a receiver that waited and is more urgent receives before the
 * call that sent it has ended, so its arrow begins where it was made ready, and that send is then not looked for
 * again; and messages that were in the queue when recording began have no send at all.
 */
#include "lanes_walk.h"

#include <stdlib.h>

static struct tt_flow *flow_of(struct tt_flows *flows, const struct tt_event *event)
{
    for (size_t i = 0; i < flows->count; i++) {
        if (flows->flow[i].id == event->a && flows->flow[i].core == event->core)
            return &flows->flow[i];
    }
    if (flows->count == flows->room) {
        flows->room = flows->room == 0 ? 16 : flows->room * 2;
        flows->flow = tt_must(realloc(flows->flow, flows->room * sizeof(*flows->flow)));
    }
    flows->flow[flows->count] = (struct tt_flow){.id = event->a, .core = event->core};
    return &flows->flow[flows->count++];
}

static void grow(struct tt_flow *flow)
{
    size_t room = flow->room == 0 ? 16 : flow->room * 2;
    struct tt_arrow *sent = tt_must(calloc(room, sizeof(*sent)));

    for (size_t i = 0; i < flow->count; i++)
        sent[i] = flow->sent[(flow->first + i) % flow->room];
    free(flow->sent);
    flow->sent = sent;
    flow->first = 0;
    flow->room = room;
}

void tt_flows_send(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_flow *flow = flow_of(flows, event);

    if ((int32_t)event->b < 0)
        return;
    if (flow->early > 0) {
        flow->early--;
        return;
    }
    if (flow->count == flow->room)
        grow(flow);
    flow->sent[(flow->first + flow->count++) % flow->room] =
        (struct tt_arrow){.from = tt_lanes_actor(lanes, event), .from_time = event->time};
}

void tt_flows_receive(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_flow *flow = flow_of(flows, event);
    uint32_t to = tt_lanes_actor(lanes, event), woken = lanes->lane[to].woken;
    struct tt_arrow one;

    if ((int32_t)event->b < 0)
        return;
    lanes->lane[to].woken = 0;
    if (flow->count > 0) {
        one = flow->sent[flow->first];
        flow->first = (flow->first + 1) % flow->room;
        flow->count--;
    } else if (woken != 0) {
        one = lanes->arrow[woken - 1];
        flow->early++;
    } else {
        return;
    }
    one.to = to;
    one.to_time = event->time;
    one.object = event->a;
    tt_lanes_arrow(lanes, &one);
}

void tt_flows_end(struct tt_flows *flows)
{
    for (size_t i = 0; i < flows->count; i++)
        free(flows->flow[i].sent);
    free(flows->flow);
}
