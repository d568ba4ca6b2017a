/*
 * Which send a receive belongs to. A recording that has the group of messages says it: each message by its number as it
 * enters and leaves its queue, and as it is passed to a receiver that waited, which then gets it with its next receive.
 * Messages between cores have a number in their lane, which sender and receiver tell alike.
 *
 * Of other recordings only the ends of calls are known. Messages of a queue stay in order, so the n-th that is received
 * is the n-th that was sent, but for two: a receiver that waited and is more urgent receives before the call that sent
 * has ended, so its arrow begins where it was made ready, and that send is then not looked for again; and messages that
 * were in the queue when recording began have no send at all.
 */
#include "lanes_walk.h"

#include <stdlib.h>

static struct tt_flow *flow_at(struct tt_flows *flows, unsigned core, uint32_t id)
{
    for (size_t i = 0; i < flows->count; i++) {
        if (flows->flow[i].id == id && flows->flow[i].core == core)
            return &flows->flow[i];
    }
    flows->flow = tt_grow(flows->flow, flows->count, &flows->room, sizeof(*flows->flow));
    flows->flow[flows->count] = (struct tt_flow){.id = id, .core = core};
    return &flows->flow[flows->count++];
}

static struct tt_flow *flow_of(struct tt_flows *flows, const struct tt_event *event)
{
    return flow_at(flows, event->core, event->a);
}

/* A channel's lane has one name on all cores. */
static struct tt_flow *lane_of(struct tt_flows *flows, const struct tt_event *event)
{
    return flow_at(flows, TT_CORES, event->a);
}

static void grow(struct tt_flow *flow)
{
    size_t room = flow->room == 0 ? 16 : flow->room * 2;
    struct tt_message *sent = tt_must(calloc(room, sizeof(*sent)));

    for (size_t i = 0; i < flow->count; i++)
        sent[i] = flow->sent[(flow->first + i) % flow->room];
    free(flow->sent);
    flow->sent = sent;
    flow->first = 0;
    flow->room = room;
}

static void put(struct tt_flow *flow, const struct tt_message *message, bool front)
{
    if (flow->count == flow->room)
        grow(flow);
    if (front)
        flow->first = (flow->first + flow->room - 1) % flow->room;
    flow->sent[(flow->first + (front ? 0 : flow->count)) % flow->room] = *message;
    flow->count++;
}

static struct tt_message take(struct tt_flow *flow)
{
    struct tt_message message = flow->sent[flow->first];

    flow->first = (flow->first + 1) % flow->room;
    flow->count--;
    return message;
}

static uint32_t arrow(struct tt_lanes *lanes, const struct tt_event *event, uint32_t from, int64_t since,
                      uint32_t to)
{
    return tt_lanes_arrow(
        lanes, &(struct tt_arrow){
                   .from = from, .from_time = since, .to = to, .to_time = event->time, .object = event->a});
}

static void message_in(struct tt_flow *flow, struct tt_lanes *lanes, const struct tt_event *event)
{
    put(flow,
        &(struct tt_message){.from = tt_lanes_actor(lanes, event), .number = event->b, .time = event->time},
        event->more != 0);
}

/* One with a smaller number than the first that is known was there before the recording. */
static void message_out(struct tt_flow *flow, struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_message message;

    if (flow->count == 0 || flow->sent[flow->first].number > event->b)
        return;
    message = take(flow);
    arrow(lanes, event, message.from, message.time, tt_lanes_actor(lanes, event));
}

static void message_pass(struct tt_lanes *lanes, const struct tt_event *event)
{
    uint32_t to = tt_lanes_thread(lanes, event->core, event->b), from = tt_lanes_actor(lanes, event);
    uint32_t made = arrow(lanes, event, from, event->time, to);

    lanes->lane[to].passed = made;
}

/* Messages of a lane are numbered one after another; those that went before it are not looked for any more. */
static void channel_receive(struct tt_flow *flow, struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_message message = {.number = event->b + 1};

    while (flow->count > 0 && (int32_t)(flow->sent[flow->first].number - event->b) <= 0)
        message = take(flow);
    if (message.number == event->b)
        arrow(lanes, event, message.from, message.time, tt_lanes_actor(lanes, event));
}

/* What was passed on is in its hand now. */
static void received(struct tt_lanes *lanes, const struct tt_event *event)
{
    struct tt_lane *lane;
    uint32_t to = tt_lanes_actor(lanes, event);

    lane = &lanes->lane[to];
    if (lane->passed != 0 && lanes->arrow[lane->passed - 1].object == event->a)
        lanes->arrow[lane->passed - 1].to_time = event->time;
    lane->passed = 0;
}

static void send_ended(struct tt_flow *flow, struct tt_lanes *lanes, const struct tt_event *event)
{
    if (flow->early > 0)
        flow->early--;
    else
        put(flow, &(struct tt_message){.from = tt_lanes_actor(lanes, event), .time = event->time}, false);
}

static void receive_ended(struct tt_flow *flow, struct tt_lanes *lanes, const struct tt_event *event)
{
    uint32_t to = tt_lanes_actor(lanes, event), woken = lanes->lane[to].woken;
    struct tt_message message;

    lanes->lane[to].woken = 0;
    if (flow->count > 0) {
        message = take(flow);
        arrow(lanes, event, message.from, message.time, to);
    } else if (woken != 0) {
        flow->early++;
        arrow(lanes, event, lanes->arrow[woken - 1].from, lanes->arrow[woken - 1].from_time, to);
    }
}

/* Calls that ended well. */
static void call_ended(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event)
{
    bool send = event->event == TAKT_TRACE_EVENT_queue_send;

    if ((int32_t)event->b < 0)
        return;
    if (!flows->told && send)
        send_ended(flow_of(flows, event), lanes, event);
    else if (!flows->told)
        receive_ended(flow_of(flows, event), lanes, event);
    else if (!send)
        received(lanes, event);
}

void tt_flows_step(struct tt_flows *flows, struct tt_lanes *lanes, const struct tt_event *event)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_channel_send:
        message_in(lane_of(flows, event), lanes, event);
        return;
    case TAKT_TRACE_EVENT_channel_receive:
        channel_receive(lane_of(flows, event), lanes, event);
        return;
    case TAKT_TRACE_EVENT_queue_send:
    case TAKT_TRACE_EVENT_queue_receive:
        call_ended(flows, lanes, event);
        return;
    case TAKT_TRACE_EVENT_message_in:
        message_in(flow_of(flows, event), lanes, event);
        break;
    case TAKT_TRACE_EVENT_message_out:
        message_out(flow_of(flows, event), lanes, event);
        break;
    case TAKT_TRACE_EVENT_message_pass:
        message_pass(lanes, event);
        break;
    default:
        return;
    }
    flows->told = true;
}

void tt_flows_end(struct tt_flows *flows)
{
    for (size_t i = 0; i < flows->count; i++)
        free(flows->flow[i].sent);
    free(flows->flow);
}
