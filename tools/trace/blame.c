/*
 * A wait lasts from its block to its ready. Who made the thread ready is who had kept it waiting: the owner that
 * unlocked, the sender, the other core that asked; a timer's interrupt where time was up.
 */
#include "blame.h"

#include <string.h>

enum { CALLS, FAILED, WAITS, LONGEST, TIMEOUTS }; /* counts of an object; times: WAITS and LONGEST */

static uint64_t key_of(unsigned core, uint32_t id)
{
    return (uint64_t)core << 32 | id;
}

static uint64_t actor_key(struct tt_actor actor)
{
    return (uint64_t)actor.kind << 32 | actor.id;
}

static struct tt_actor actor_of(uint64_t key)
{
    struct tt_actor actor = {.kind = TT_THREAD, .id = (uint32_t)key};

    if (key >> 32 == TT_HANDLER)
        actor.kind = TT_HANDLER;
    else if (key >> 32 == TT_CORE)
        actor.kind = TT_CORE;
    return actor;
}

/* An object is met under its own id and under that of the queue in it. */
static uint32_t object_id(const struct tt_trace *trace, unsigned core, uint32_t id)
{
    const struct tt_object *object = tt_object(trace, core, id);

    return object != NULL ? object->id : id;
}

void tt_blame_begin(struct tt_blame *blame)
{
    *blame = (struct tt_blame){0};
    for (unsigned event = 1; event < TAKT_TRACE_EVENTS; event++)
        blame->call[event] = strcmp(tt_argument_name(event, 0), "object") == 0 &&
                             strncmp(tt_event_name(event), "call_", 5) != 0;
    blame->call[TAKT_TRACE_EVENT_block] = false;
    blame->call[TAKT_TRACE_EVENT_posted] = false;
    blame->call[TAKT_TRACE_EVENT_mutex_owner] = false;
}

static void end_wait(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event)
{
    const struct tt_thread *thread = tt_model_thread(model, event->core, event->a);
    int64_t waited = event->time - thread->waits_since;
    uint32_t object;

    if (!thread->waits)
        return;
    object = object_id(model->trace, event->core, thread->waits_for);
    tt_row_add(tt_row(&blame->waits, key_of(event->core, event->a), object,
                      actor_key(tt_model_resumer(model, event->core)), 0),
               0, waited);
    if (object != 0)
        tt_row_add(tt_row(&blame->objects, key_of(event->core, object), 0, 0, 0), WAITS, waited);
}

static void count_call(struct tt_blame *blame, const struct tt_model *model, const struct tt_event *event)
{
    struct tt_row *row =
        tt_row(&blame->objects, key_of(event->core, object_id(model->trace, event->core, event->a)), 0, 0, 0);

    row->count[CALLS]++;
    if (strcmp(tt_argument_name(event->event, 1), "result") == 0 && (int32_t)event->b < 0)
        row->count[FAILED]++;
}

/* The wait's end says how it ended; what was waited for is still known. */
static void count_timeout(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event)
{
    const struct tt_thread *thread = tt_model_thread(model, event->core, event->a);

    if ((int32_t)event->b < 0 && thread->waits_for != 0)
        tt_row(&blame->objects, key_of(event->core, object_id(model->trace, event->core, thread->waits_for)),
               0, 0, 0)
            ->count[TIMEOUTS]++;
}

void tt_blame_before(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event)
{
    if (event->event == TAKT_TRACE_EVENT_ready)
        end_wait(blame, model, event);
    else if (event->event == TAKT_TRACE_EVENT_wake)
        count_timeout(blame, model, event);
    else if (blame->call[event->event])
        count_call(blame, model, event);
}

void tt_blame_after(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event)
{
    const struct tt_thread *thread;

    if (!model->preempted_at_once)
        return;
    thread = tt_model_thread(model, event->core, event->b);
    tt_row(&blame->at_once, key_of(event->core, event->b), actor_key(thread->resumer), 0, 0)->count[0]++;
}

static void print_objects(struct tt_blame *blame, const struct tt_trace *trace)
{
    tt_table_by_count(&blame->objects, CALLS);
    printf("\n%-5s %-24s %9s %9s %9s %9s %14s %14s\n", "core", "object", "calls", "failed", "waits",
           "unserved", "waited us", "longest us");
    for (size_t i = 0; i < blame->objects.rows; i++) {
        const struct tt_row *row = &blame->objects.row[i];
        unsigned core = (unsigned)(row->key[0] >> 32);

        printf("%-5u %-24s %9llu %9llu %9llu %9llu %14.3f %14.3f\n", core,
               tt_name(trace, core, (uint32_t)row->key[0]), (unsigned long long)row->count[CALLS],
               (unsigned long long)row->count[FAILED], (unsigned long long)row->count[WAITS],
               (unsigned long long)row->count[TIMEOUTS], (double)row->time[WAITS] / 1e3,
               (double)row->time[LONGEST] / 1e3);
    }
}

static void print_waits(struct tt_blame *blame, const struct tt_trace *trace)
{
    tt_table_by_time(&blame->waits, 0);
    printf("\nwho waited, for what, and who ended it\n%-5s %-20s %-24s %-20s %9s %14s %14s\n", "core",
           "thread", "for", "ended by", "times", "waited us", "longest us");
    for (size_t i = 0; i < blame->waits.rows; i++) {
        const struct tt_row *row = &blame->waits.row[i];
        unsigned core = (unsigned)(row->key[0] >> 32);

        printf("%-5u %-20s %-24s %-20s %9llu %14.3f %14.3f\n", core,
               tt_name(trace, core, (uint32_t)row->key[0]),
               row->key[1] == 0 ? "time" : tt_name(trace, core, (uint32_t)row->key[1]),
               tt_actor_name(trace, core, actor_of(row->key[2])), (unsigned long long)row->count[0],
               (double)row->time[0] / 1e3, (double)row->time[1] / 1e3);
    }
}

static void print_at_once(struct tt_blame *blame, const struct tt_trace *trace)
{
    tt_table_by_count(&blame->at_once, 0);
    printf("\nresumptions that preempted at once\n%-5s %-20s %-20s %9s\n", "core", "by", "thread", "times");
    for (size_t i = 0; i < blame->at_once.rows; i++) {
        const struct tt_row *row = &blame->at_once.row[i];
        unsigned core = (unsigned)(row->key[0] >> 32);

        printf("%-5u %-20s %-20s %9llu\n", core, tt_actor_name(trace, core, actor_of(row->key[1])),
               tt_name(trace, core, (uint32_t)row->key[0]), (unsigned long long)row->count[0]);
    }
}

void tt_blame_print(struct tt_blame *blame, const struct tt_trace *trace)
{
    if (blame->objects.rows > 0)
        print_objects(blame, trace);
    if (blame->waits.rows > 0)
        print_waits(blame, trace);
    if (blame->at_once.rows > 0)
        print_at_once(blame, trace);
}

void tt_blame_free(struct tt_blame *blame)
{
    tt_table_free(&blame->waits);
    tt_table_free(&blame->at_once);
    tt_table_free(&blame->objects);
}
