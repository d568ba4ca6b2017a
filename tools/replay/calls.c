/*
 * Calls of a recording, from their beginning to the event that has their result; and what their deadlines were made from.
 */
#include "making.h"

/** What stands in the list of events of a call. */
struct call {
    uint16_t begins, ends;
    uint8_t kind; /* of its object */
    uint8_t withs;
};

#define CALL(name, end, kind, withs)                                                                         \
    {                                                                                                        \
        TAKT_TRACE_EVENT_call_##name, TAKT_TRACE_EVENT_##end, TAKT_TRACE_##kind, withs                       \
    }

static const struct call calls[] = {
    CALL(sem_give, sem_give, SEM, 0),
    CALL(sem_take, sem_take, SEM, 0),
    CALL(mutex_lock, mutex_lock, MUTEX, 0),
    CALL(mutex_unlock, call_end, MUTEX, 0),
    CALL(cond_wait, call_end, COND, 1),
    CALL(cond_signal, call_end, COND, 0),
    CALL(queue_send, queue_send, QUEUE, 0),
    CALL(queue_front, queue_send, QUEUE, 0),
    CALL(queue_receive, queue_receive, QUEUE, 0),
    CALL(event_set, call_end, EVENT, 0),
    CALL(event_clear, call_end, EVENT, 0),
    CALL(event_wait, event_wait, EVENT, 2),
    CALL(pool_alloc, pool_alloc, POOL, 0),
    CALL(pool_free, pool_free, POOL, 0),
    CALL(timer_start, call_end, TIMER, 2),
    CALL(timer_stop, call_end, TIMER, 0),
    CALL(sleep, call_end, THREAD, 0),
    CALL(yield, call_end, THREAD, 0),
    CALL(create, call_end, THREAD, 0),
    CALL(start, call_end, THREAD, 0),
    CALL(exit, none, THREAD, 0),
    CALL(join, call_end, THREAD, 0),
    CALL(suspend, call_end, THREAD, 0),
    CALL(resume, call_end, THREAD, 0),
    CALL(priority, call_end, THREAD, 0),
    CALL(threshold, call_end, THREAD, 0),
    CALL(slice, call_end, THREAD, 1),
    CALL(preempt, call_end, NOTHING, 0),
    CALL(remote, call_end, NOTHING, 0),
    CALL(channel, channel_sent, CHANNEL, 0),
    {TT_RECEIVE, TAKT_TRACE_EVENT_channel_received, TAKT_TRACE_CHANNEL, 0},
    CALL(llq_acquire, none, LLQ, 0),
    CALL(llq_release, none, LLQ, 0),
    CALL(delete, none, NOTHING, 0),
    {TAKT_TRACE_EVENT_made, TAKT_TRACE_EVENT_none, TAKT_TRACE_NOTHING, 1},
};

const struct call *tt_call_of(unsigned event)
{
    static const struct call *table[TT_RECEIVE + 1];

    if (table[TAKT_TRACE_EVENT_call_sem_give] == NULL) {
        for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
            table[calls[i].begins] = &calls[i];
    }
    return table[event];
}

/* The deadline of an act, if it is a time. */
static int64_t *deadline_of(struct tt_act *act)
{
    int64_t *deadline = &act->with[0];

    if (act->kind == TAKT_TRACE_EVENT_call_event_wait)
        deadline = &act->with[1];
    else if (act->kind != TAKT_TRACE_EVENT_call_cond_wait && act->kind != TAKT_TRACE_EVENT_call_timer_start &&
             act->b != 1)
        return NULL;
    return *deadline < 0 ? deadline : NULL;
}

/*
 * A thread that sleeps until a time has worked that out: from the time that it read last, if it lies as far ahead of
 * that as its deadline before, or if it is the first; else from that deadline.
 */
static void follow(struct making *making, struct tt_act *act)
{
    struct clock *clock = &making->clock[making->core[making->event->core].running];
    const int64_t *deadline = deadline_of(act);
    int64_t ahead;

    if (deadline == NULL || making->core[making->event->core].depth != 0)
        return;
    ahead = *deadline - clock->read;
    if (clock->has_read && (!clock->has_deadline || (clock->has_ahead && ahead == clock->ahead)))
        act->follows = TT_CLOCK;
    else if (clock->has_deadline)
        act->follows = TT_DEADLINE;
    clock->has_ahead = clock->has_read;
    clock->ahead = ahead;
    clock->deadline = *deadline;
    clock->has_deadline = true;
}

void tt_call_clock(struct making *making)
{
    const struct tt_event *event = making->event;
    int64_t time = (int64_t)((uint64_t)event->a << 32 | event->b);
    uint32_t running = making->core[event->core].running;
    struct under_way *open;

    if (tt_make_frame(making)->chain == NULL)
        return;
    open = tt_make_open(making);
    if (open->reads || (open->act != 0 && tt_cross_has_inner(&making->score->act[open->act]))) {
        open->reads = false; /* it was the kernel's own look */
        return;
    }
    open->with[0] = time;
    (void)tt_make_put(making, TT_NOBODY);
    if (making->core[event->core].depth == 0) {
        making->clock[running].read = time;
        making->clock[running].has_read = true;
    }
}

/* What is made or deleted: what of it is known to the machine. */
static uint32_t made_thing(struct making *making)
{
    const struct tt_event *event = making->event;
    unsigned kind = event->event == TAKT_TRACE_EVENT_made ? event->b : TAKT_TRACE_NOTHING;
    uint32_t thing = tt_make_thing(making, event->a, kind);

    if (kind == TAKT_TRACE_LLQ || kind == TAKT_TRACE_CHANNEL)
        tt_make_fail(making, "what cores share has to be there before recording begins");
    return thing;
}

void tt_call_begin(struct making *making, const struct call *call)
{
    const struct tt_event *event = making->event;
    uint32_t thing = TT_NOBODY, act;
    struct under_way *open;

    if (tt_make_frame(making)->own) {
        tt_cross_gave(making); /* what another core asked for */
        return;
    }
    if (tt_make_frame(making)->chain == NULL) {
        tt_make_fail(making, "it is not known who called");
        return;
    }
    open = tt_make_open(making);
    if (open->act != 0 && tt_cross_has_inner(&making->score->act[open->act])) {
        tt_cross_inner(making, open, call->ends);
        return;
    }
    if (call->kind != TAKT_TRACE_NOTHING)
        thing = tt_make_thing(making, event->a, call->kind);
    if (open->act != 0) {
        tt_make_fail(making, "a call inside another one");
        return;
    }
    if (open->withs < call->withs) {
        tt_make_fail(making, "an argument is missing");
        return;
    }
    if (event->event == TAKT_TRACE_EVENT_call_create) {
        making->score->thing[thing].created = true;
        making->score->thing[thing].base = event->b;
    }
    if (event->event == TAKT_TRACE_EVENT_made || event->event == TAKT_TRACE_EVENT_call_delete)
        thing = made_thing(making);
    act = tt_make_put(making, thing);
    if (event->event == TAKT_TRACE_EVENT_call_preempt && act != 0)
        making->score->act[act].b = event->a;
    if (event->event == TAKT_TRACE_EVENT_call_cond_wait && act != 0)
        making->score->act[act].b = tt_make_thing(making, event->b, TAKT_TRACE_MUTEX);
    if (act == 0)
        return;
    *open = (struct under_way){.act = act};
    tt_cross_asks(making, open);
    follow(making, &making->score->act[act]);
}

/* The beginning of a call that was under way when recording began. */
static const struct call *call_that_ends(const struct tt_event *event)
{
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (calls[i].ends == event->event && event->event != TAKT_TRACE_EVENT_call_end)
            return &calls[i];
    }
    return NULL;
}

/* A thread that waited when recording began comes back. Of other calls the beginning would be needed. */
static void end_initial(struct making *making)
{
    const struct tt_event *event = making->event;
    const struct call *call = call_that_ends(event);
    uint32_t running = making->core[event->core].running;
    struct tt_thing *thread = &making->score->thing[running];
    uint32_t act, thing = tt_score_thing(making->score, event->core, event->a);
    uint16_t waits = thing == running ? TAKT_TRACE_EVENT_call_sleep : TAKT_TRACE_EVENT_call_join;

    if (making->core[event->core].depth != 0 || thread->chain.first != 0 || (thread->state & 1) == 0 ||
        thing == TT_NOBODY || (call == NULL && making->score->thing[thing].kind != TAKT_TRACE_THREAD)) {
        tt_make_fail(making, "the end of a call whose beginning was not recorded");
        return;
    }
    act = tt_make_put(making, thing);
    making->score->act[act] = (struct tt_act){.kind = call != NULL ? call->begins : waits,
                                              .initial = true,
                                              .ended = true,
                                              .result = (int32_t)event->b,
                                              .thing = thing,
                                              .b = 2, /* for ever: initial.c knows which had a deadline */
                                              .begin = -1};
}

void tt_call_end(struct making *making)
{
    const struct tt_event *event = making->event;
    struct under_way *open;
    struct tt_act *act;

    if (tt_make_frame(making)->own) {
        tt_cross_gave(making);
        return;
    }
    if (tt_make_frame(making)->chain == NULL)
        return; /* of the kernel's own */
    open = tt_make_open(making);
    if (open->act == 0) {
        if (!tt_cross_received(making))
            end_initial(making);
        return;
    }
    act = &making->score->act[open->act];
    if (tt_cross_has_inner(act) && tt_cross_ends_inner(making, open, tt_call_of(act->kind)->ends))
        return;
    if (tt_call_of(act->kind)->ends != event->event) {
        tt_make_fail(making, "the end of another call than the one that began");
        return;
    }
    act->ended = true;
    act->result = (int32_t)event->b;
    open->act = 0;
}
