/*
 * Each waiting thread has a window of its own, so several mutexes at a time are told apart. Windows that are open at
 * once are few: each is a blocked thread with a less urgent owner before it.
 */
#include "inversion.h"

#include "read.h"

#include <stdlib.h>

#define CHAIN 16 /* owners that wait for owners; a longer chain is taken for unbounded */

static uint64_t key_of(unsigned core, uint32_t id)
{
    return (uint64_t)core << 32 | id;
}

static uint32_t mutex_id(const struct tt_trace *trace, unsigned core, uint32_t id)
{
    const struct tt_object *object = tt_object(trace, core, id);

    return object != NULL ? object->id : id;
}

/* @return 0: it was never seen owned, so it is no mutex, or nobody is known to have it */
static uint32_t owner_of(struct tt_inversions *inversions, unsigned core, uint32_t mutex)
{
    return (uint32_t)tt_row(&inversions->owner, key_of(core, mutex), 0, 0, 0)->count[0];
}

static void block(struct tt_inversions *inversions, struct tt_model *model, const struct tt_event *event)
{
    uint32_t mutex = mutex_id(model->trace, event->core, event->a);
    uint32_t owner = event->a == 0 ? 0 : owner_of(inversions, event->core, mutex);
    unsigned level;

    if (owner == 0 || owner == event->b)
        return;
    (void)tt_model_thread(model, event->core, owner);
    level = tt_model_thread(model, event->core, event->b)->level;
    if (level >= tt_model_thread(model, event->core, owner)->level)
        return;
    inversions->open =
        tt_grow(inversions->open, inversions->count, &inversions->room, sizeof(*inversions->open));
    inversions->open[inversions->count++] = (struct tt_window){
        .core = event->core, .waiter = event->b, .mutex = mutex, .owner = owner, .since = event->time};
}

static void end(struct tt_inversions *inversions, const struct tt_event *event)
{
    for (size_t i = 0; i < inversions->count; i++) {
        struct tt_window *window = &inversions->open[i];

        if (window->core != event->core || window->waiter != event->a)
            continue;
        tt_row_add(tt_row(&inversions->found, key_of(event->core, event->a), window->mutex, window->owner,
                          window->between),
                   0, event->time - window->since);
        *(window->between == 0 ? &inversions->bounded[event->core] : &inversions->unbounded[event->core]) +=
            1;
        *window = inversions->open[--inversions->count];
        return;
    }
}

/* Does the thread own what the window's waiter waits for, at the end of a chain? */
static bool is_owner(struct tt_inversions *inversions, struct tt_model *model, const struct tt_window *window,
                     uint32_t thread)
{
    uint32_t owner = window->owner;

    for (unsigned i = 0; i < CHAIN && owner != 0; i++) {
        const struct tt_thread *next;

        if (owner == thread)
            return true;
        next = tt_model_thread(model, window->core, owner);
        if (!next->waits || next->waits_for == 0)
            return false;
        owner = owner_of(inversions, window->core, mutex_id(model->trace, window->core, next->waits_for));
    }
    return false;
}

static void run(struct tt_inversions *inversions, struct tt_model *model, const struct tt_event *event)
{
    for (size_t i = 0; i < inversions->count; i++) {
        struct tt_window *window = &inversions->open[i];
        const struct tt_thread *thread = tt_model_thread(model, event->core, event->b);
        unsigned level = thread->level;

        if (window->core != event->core || window->between != 0 || thread->idle)
            continue;
        if (level > tt_model_thread(model, event->core, window->waiter)->level &&
            !is_owner(inversions, model, window, event->b))
            window->between = event->b;
    }
}

void tt_inversions_step(struct tt_inversions *inversions, struct tt_model *model,
                        const struct tt_event *event)
{
    switch (event->event) {
    case TAKT_TRACE_EVENT_mutex_owner:
        tt_row(&inversions->owner, key_of(event->core, mutex_id(model->trace, event->core, event->a)), 0, 0,
               0)
            ->count[0] = event->b;
        break;
    case TAKT_TRACE_EVENT_block:
        block(inversions, model, event);
        break;
    case TAKT_TRACE_EVENT_ready:
        end(inversions, event);
        break;
    case TAKT_TRACE_EVENT_switch:
        run(inversions, model, event);
        break;
    default:
        break;
    }
}

void tt_inversions_restart(struct tt_inversions *inversions)
{
    tt_table_free(&inversions->found);
    for (unsigned c = 0; c < TT_CORES; c++)
        inversions->bounded[c] = inversions->unbounded[c] = 0;
}

void tt_inversions_print(struct tt_inversions *inversions, const struct tt_trace *trace)
{
    if (inversions->found.rows == 0)
        return;
    tt_table_by_time(&inversions->found, 1);
    printf("\npriority inversions\n%-5s %-20s %-24s %-20s %-20s %9s %14s %14s\n", "core", "thread", "mutex",
           "owner", "unbounded by", "times", "waited us", "longest us");
    for (size_t i = 0; i < inversions->found.rows; i++) {
        const struct tt_row *row = &inversions->found.row[i];
        unsigned core = (unsigned)(row->key[0] >> 32);

        printf("%-5u %-20s %-24s %-20s %-20s %9llu %14.3f %14.3f\n", core,
               tt_name(trace, core, (uint32_t)row->key[0]), tt_name(trace, core, (uint32_t)row->key[1]),
               tt_name(trace, core, (uint32_t)row->key[2]),
               row->key[3] == 0 ? "-" : tt_name(trace, core, (uint32_t)row->key[3]),
               (unsigned long long)row->count[0], (double)row->time[0] / 1e3, (double)row->time[1] / 1e3);
    }
}

void tt_inversions_free(struct tt_inversions *inversions)
{
    tt_table_free(&inversions->owner);
    tt_table_free(&inversions->found);
    free(inversions->open);
}
