/*
 * A chain begins where its cause does. In a handler that is the handler's beginning, and of a request of another core
 * the doorbell before it; in a thread the beginning of its call where calls are recorded (group call), else the moment
 * of readiness itself. It ends with the switch to the thread.
 */
#include "chains.h"

#include "read.h"

#include <stdlib.h>
#include <string.h>

const char *const tt_part_names[TT_PARTS] = {"bell", "call", "leave", "others", "switch"};

/** A thread that was made ready and does not run yet. */
struct pending {
    bool open, in_handler;
    struct tt_actor source;
    uint32_t object;
    int64_t begin, bell_end, ready, left;
    uint64_t switches; /* of its core, when it became ready */
};

struct walk {
    struct tt_chains *out;
    struct tt_model model;
    struct pending *pending; /* by the place of the thread in the model */
    size_t room;
    struct tt_table known;               /* chains by key; count 0: their place */
    int64_t rung[TT_CORES][TT_CORES][2]; /* from, to: the last two doorbells */
    size_t inside[TT_CORES];             /* threads that were made ready in a handler that has not ended */
    int64_t call[TT_CORES];              /* when the last call began; -1: not known */
    bool is_call[TAKT_TRACE_EVENTS];
};

static struct pending *pending_of(struct walk *walk, unsigned core, uint32_t id)
{
    size_t place = (size_t)(tt_model_thread(&walk->model, core, id) - walk->model.thread);

    if (place >= walk->room) {
        size_t room = walk->model.room;

        walk->pending = tt_must(realloc(walk->pending, room * sizeof(*walk->pending)));
        memset(walk->pending + walk->room, 0, (room - walk->room) * sizeof(*walk->pending));
        walk->room = room;
    }
    return &walk->pending[place];
}

static int64_t bell_before(const struct walk *walk, unsigned from, unsigned to, int64_t handler)
{
    for (unsigned i = 0; from < TT_CORES && i < 2; i++) {
        int64_t time = walk->rung[from][to][i];

        if (time >= 0 && time <= handler)
            return time;
    }
    return handler;
}

/* Before the model takes the step: what the thread waits for is still known. */
static void ready(struct walk *walk, const struct tt_event *event)
{
    const struct tt_core_state *core = &walk->model.core[event->core];
    struct pending *pending = pending_of(walk, event->core, event->a);
    const struct tt_thread *thread = tt_model_thread(&walk->model, event->core, event->a);
    struct tt_actor source = tt_model_resumer(&walk->model, event->core);
    const struct tt_object *object =
        thread->waits ? tt_object(walk->model.trace, event->core, thread->waits_for) : NULL;

    walk->inside[event->core] += (core->depth > 0 ? 1u : 0u) - (pending->in_handler ? 1u : 0u);
    *pending = (struct pending){.open = true,
                                .in_handler = core->depth > 0,
                                .source = source,
                                .object = object != NULL  ? object->id
                                          : thread->waits ? thread->waits_for
                                                          : 0,
                                .begin = event->time,
                                .ready = event->time,
                                .left = event->time,
                                .switches = core->switches};
    if (core->depth > 0 && core->depth <= TT_NESTED)
        pending->begin = core->entered[core->depth - 1];
    else if (walk->call[event->core] >= core->since)
        pending->begin = walk->call[event->core];
    pending->bell_end = pending->begin;
    if (source.kind == TT_CORE)
        pending->begin = bell_before(walk, source.id, event->core, pending->begin);
}

/* The outermost handler of a core has ended: so has it for all that were made ready inside. */
static void leave(struct walk *walk, unsigned core, int64_t now)
{
    for (size_t i = 0; walk->inside[core] > 0 && i < walk->model.threads && i < walk->room; i++) {
        struct pending *pending = &walk->pending[i];

        if (pending->in_handler && walk->model.thread[i].core == core) {
            pending->left = now;
            pending->in_handler = false;
            walk->inside[core]--;
        }
    }
}

static uint32_t chain_of(struct walk *walk, const struct pending *pending, unsigned core, uint32_t thread)
{
    struct tt_chains *out = walk->out;
    struct tt_row *row =
        tt_row(&walk->known, (uint64_t)core << 32 | thread,
               (uint64_t)pending->source.kind << 32 | pending->source.id, pending->object, 0);

    if (row->count[0] == 0) {
        out->chain = tt_grow(out->chain, out->chains, &out->chain_room, sizeof(*out->chain));
        out->chain[out->chains] = (struct tt_chain){
            .core = core, .source = pending->source, .object = pending->object, .thread = thread};
        row->count[0] = ++out->chains;
    }
    return (uint32_t)row->count[0] - 1;
}

static int64_t total_of(const struct tt_link *link)
{
    int64_t total = 0;

    for (unsigned part = 0; part < TT_PARTS; part++)
        total += link->part[part];
    return total;
}

static void add_link(struct tt_chains *out, const struct tt_link *link)
{
    struct tt_chain *chain = &out->chain[link->chain];
    int64_t total = total_of(link);

    if (chain->times == 0 || total < chain->least)
        chain->least = total;
    if (chain->times == 0 || total > chain->worst) {
        chain->worst = total;
        chain->worst_link = *link;
    }
    chain->times++;
    chain->total += total;
    for (unsigned part = 0; part < TT_PARTS; part++)
        chain->sum[part] += link->part[part];
    out->link = tt_grow(out->link, out->links, &out->link_room, sizeof(*out->link));
    out->link[out->links++] = *link;
}

/* Before the model takes the step: who runs is still the thread that is switched from. */
static void run(struct walk *walk, const struct tt_event *event)
{
    const struct tt_core_state *core = &walk->model.core[event->core];
    struct pending *pending = pending_of(walk, event->core, event->b);
    const struct tt_thread *from, *to;
    struct tt_link link = {0};
    bool first;

    if (!pending->open)
        return;
    (void)tt_model_thread(&walk->model, event->core, event->a);
    from = tt_model_thread(&walk->model, event->core, event->a);
    to = tt_model_thread(&walk->model, event->core, event->b);
    first = pending->switches == core->switches && (from->idle || from->level > to->level);
    link.chain = chain_of(walk, pending, event->core, event->b);
    link.begin = pending->begin;
    link.part[TT_BELL] = pending->bell_end - pending->begin;
    link.part[TT_CALL] = pending->ready - pending->bell_end;
    link.part[TT_LEAVE] = pending->left - pending->ready;
    link.part[first ? TT_SWITCH : TT_OTHERS] = event->time - pending->left;
    add_link(walk->out, &link);
    pending->open = false;
}

static void before(struct walk *walk, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_ready) {
        ready(walk, event);
    } else if (event->event == TAKT_TRACE_EVENT_switch) {
        run(walk, event);
    } else if (event->event == TAKT_TRACE_EVENT_unready) {
        pending_of(walk, event->core, event->a)->open = false;
    } else if (event->event == TAKT_TRACE_EVENT_doorbell && event->b < TT_CORES) {
        walk->rung[event->core][event->b][1] = walk->rung[event->core][event->b][0];
        walk->rung[event->core][event->b][0] = event->time;
    } else if (walk->is_call[event->event] && !event->handler) {
        walk->call[event->core] = event->time;
    }
}

/* Events are missing: what was waited for may have come. */
static void forget(struct walk *walk, unsigned core)
{
    for (size_t i = 0; i < walk->model.threads && i < walk->room; i++) {
        if (walk->model.thread[i].core == core)
            walk->pending[i].open = walk->pending[i].in_handler = false;
    }
    walk->inside[core] = 0;
}

static void begin(struct walk *walk, const struct tt_trace *trace)
{
    tt_model_begin(&walk->model, trace);
    for (unsigned from = 0; from < TT_CORES; from++) {
        walk->call[from] = -1;
        for (unsigned to = 0; to < TT_CORES; to++)
            walk->rung[from][to][0] = walk->rung[from][to][1] = -1;
    }
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++)
        walk->is_call[event] = strncmp(tt_event_name(event), "call_", 5) == 0;
    walk->is_call[TAKT_TRACE_EVENT_call_with] = walk->is_call[TAKT_TRACE_EVENT_call_end] = false;
}

static const struct tt_link *sorted_links; /* by_total() sorts places of these */

static int by_total(const void *a, const void *b)
{
    const struct tt_link *x = &sorted_links[*(const size_t *)a], *y = &sorted_links[*(const size_t *)b];
    int64_t left = total_of(x), right = total_of(y);

    if (x->chain != y->chain)
        return x->chain < y->chain ? -1 : 1;
    return left < right ? -1 : left > right;
}

/* The value that 99 of 100 do not exceed. */
static void settle(struct tt_chains *out)
{
    size_t *order = tt_must(calloc(out->links + 1, sizeof(*order)));

    for (size_t i = 0; i < out->links; i++)
        order[i] = i;
    sorted_links = out->link;
    qsort(order, out->links, sizeof(*order), by_total);
    for (size_t i = 0; i < out->links;) {
        struct tt_chain *chain = &out->chain[out->link[order[i]].chain];
        size_t times = (size_t)chain->times;

        chain->most = total_of(&out->link[order[i + (times * 99 + 99) / 100 - 1]]);
        i += times;
    }
    free(order);
}

void tt_chains_take(struct tt_chains *chains, const struct tt_trace *trace)
{
    struct walk *walk = tt_must(calloc(1, sizeof(*walk)));

    *chains = (struct tt_chains){0};
    walk->out = chains;
    begin(walk, trace);
    for (size_t i = 0; i < trace->count; i++) {
        const struct tt_event *event = &trace->event[i];

        before(walk, event);
        tt_model_step(&walk->model, event);
        if (event->event == TAKT_TRACE_EVENT_irq_exit && walk->model.core[event->core].depth == 0)
            leave(walk, event->core, event->time);
        else if (event->event == TAKT_TRACE_EVENT_lost)
            forget(walk, event->core);
    }
    settle(chains);
    tt_model_free(&walk->model);
    tt_table_free(&walk->known);
    free(walk->pending);
    free(walk);
}

void tt_chains_drop(struct tt_chains *chains)
{
    free(chains->chain);
    free(chains->link);
}
