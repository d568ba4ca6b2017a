/*
 * A thread on another core. Objects belong to a core, so a thread takes along what it alone uses, or shares only with threads
 * that move with it: timers too, with what their functions use. It stays where it shares an object with a thread or a
 * handler that stays, where other cores ask for what is its, or where it is a channel's end; the first act that shows it
 * is told. A lock between cores is left behind: the thread takes it by the other core's handle.
 */
#include "move.h"

#include "../trace/read.h"

#include <stdlib.h>
#include <string.h>

struct moving {
    struct tt_score *score;
    const struct tt_setting *setting;
    bool *goes; /* of each thing: it is moved, if it may */
    bool changed, failed;
};

static const char *name_of(const struct tt_thing *thing)
{
    return thing->name[0] != '\0' ? thing->name : "an object without a name";
}

/* What an act is about: one thing or two. @return how many */
static unsigned things_of(const struct tt_act *act, uint32_t thing[2])
{
    unsigned count = 0;

    if (act->thing != TT_NOBODY)
        thing[count++] = act->thing;
    if (act->kind == TAKT_TRACE_EVENT_call_cond_wait)
        thing[count++] = act->b;
    return count;
}

static void refuse(struct moving *moving, uint32_t thread, const char *what, uint32_t thing,
                   const struct tt_act *act)
{
    const struct tt_thing *who = &moving->score->thing[thread];

    if (!moving->failed)
        fprintf(stderr, "takt-trace: %s cannot move to another core: %s %s (at %.3f us, %s).\n", who->name,
                what, thing == TT_NOBODY ? "" : name_of(&moving->score->thing[thing]),
                (double)act->begin / 1000.0,
                tt_event_name(act->kind < TAKT_TRACE_EVENTS ? act->kind : TAKT_TRACE_EVENT_call_channel));
    moving->failed = true;
}

static unsigned target_of(const struct moving *moving, uint32_t thing)
{
    return moving->setting[thing].core;
}

/* What a thread or a timer that goes does: its objects go, too. */
static void take_along(struct moving *moving, uint32_t owner)
{
    const struct tt_score *score = moving->score;

    for (uint32_t at = score->thing[owner].chain.first; at != 0 && !moving->failed;
         at = score->act[at].next) {
        uint32_t thing[2];
        unsigned count = things_of(&score->act[at], thing);

        if (score->act[at].kind == TAKT_TRACE_EVENT_stopped)
            refuse(moving, owner, "it ends its core's recording", TT_NOBODY, &score->act[at]);
        for (unsigned i = 0; i < count; i++) {
            const struct tt_thing *what = &score->thing[thing[i]];

            if (what->kind == TAKT_TRACE_CHANNEL)
                refuse(moving, owner, "a channel belongs to its core:", thing[i], &score->act[at]);
            else if (what->asked)
                refuse(moving, owner, "other cores ask for", thing[i], &score->act[at]);
            else if (what->kind != TAKT_TRACE_LLQ && what->kind != TAKT_TRACE_THREAD &&
                     !moving->goes[thing[i]])
                moving->goes[thing[i]] = moving->changed = true;
        }
    }
}

static void refuse_shared(struct moving *moving, uint32_t thing, const char *user, const struct tt_act *act)
{
    char when[48] = "since before the recording began";

    if (act->begin >= 0)
        snprintf(when, sizeof(when), "at %.3f us", (double)act->begin / 1000.0);
    if (!moving->failed)
        fprintf(
            stderr,
            "takt-trace: %s cannot move to another core: %s, which stays, uses it, too (%s, %s). Move that "
            "as well, or let them speak by what crosses cores.\n",
            name_of(&moving->score->thing[thing]), user,
            tt_event_name(act->kind < TAKT_TRACE_EVENTS ? act->kind : TAKT_TRACE_EVENT_call_channel), when);
    moving->failed = true;
}

/* Whoever stays must use nothing that goes. owner: TT_NOBODY: a handler */
static void look_at(struct moving *moving, const struct tt_row *row, uint32_t owner)
{
    const struct tt_score *score = moving->score;

    if (owner != TT_NOBODY && moving->goes[owner])
        return;
    for (uint32_t at = row->first; at != 0 && !moving->failed; at = score->act[at].next) {
        uint32_t thing[2];
        unsigned count = things_of(&score->act[at], thing);

        for (unsigned i = 0; i < count; i++) {
            if (moving->goes[thing[i]])
                refuse_shared(moving, thing[i],
                              owner == TT_NOBODY ? "a handler" : name_of(&score->thing[owner]),
                              &score->act[at]);
        }
    }
}

/* All that go have to go to one core. */
static unsigned one_target(struct moving *moving)
{
    unsigned target = TT_CORES;

    for (uint32_t i = 0; i < moving->score->things; i++) {
        if (!moving->goes[i] || moving->score->thing[i].kind != TAKT_TRACE_THREAD)
            continue;
        if (target != TT_CORES && target != target_of(moving, i)) {
            fprintf(stderr, "takt-trace: threads can move to one other core at a time.\n");
            moving->failed = true;
        }
        target = target_of(moving, i);
    }
    return target;
}

/* The other core's handle of a lock. */
static void hand_over(struct moving *moving, uint32_t owner, unsigned target)
{
    struct tt_score *score = moving->score;

    for (uint32_t at = score->thing[owner].chain.first; at != 0 && !moving->failed;
         at = score->act[at].next) {
        struct tt_act *act = &score->act[at];
        uint32_t handle = TT_NOBODY;

        if (act->kind == TAKT_TRACE_EVENT_call_remote && act->b < TT_SLOTS)
            score->core[act->with[0]].slot[act->b].by |= UINT64_C(1) << target;
        if (act->thing == TT_NOBODY || score->thing[act->thing].kind != TAKT_TRACE_LLQ)
            continue;
        for (uint32_t i = 0; i < score->things; i++) {
            if (score->thing[i].kind == TAKT_TRACE_LLQ && score->thing[i].core == target &&
                score->thing[i].met && strcmp(score->thing[i].name, score->thing[act->thing].name) == 0)
                handle = i;
        }
        if (handle == TT_NOBODY)
            refuse(moving, owner, "the other core does not use the lock", act->thing, act);
        else
            act->thing = handle;
    }
}

static bool knows(const struct tt_replay *replay, unsigned core, const struct tt_thing *thing)
{
    const struct tt_object *object = tt_object(replay->trace, core, thing->id);

    return object != NULL && object->id == thing->id;
}

static void go(struct tt_replay *replay, struct moving *moving, unsigned target)
{
    struct tt_score *score = moving->score;

    for (uint32_t i = 0; i < score->things && !moving->failed; i++) {
        if (!moving->goes[i])
            continue;
        if (knows(replay, target, &score->thing[i])) {
            fprintf(stderr, "takt-trace: %s cannot move: core %u has something else at its address.\n",
                    name_of(&score->thing[i]), target);
            moving->failed = true;
        }
        hand_over(moving, i, target);
        score->thing[i].core = (uint8_t)target;
        score->thing[i].moved = true;
        score->moved++;
    }
}

static void check(struct moving *moving)
{
    struct tt_score *score = moving->score;

    do {
        moving->changed = false;
        for (uint32_t i = 0; i < score->things; i++) {
            if (moving->goes[i])
                take_along(moving, i);
        }
    } while (moving->changed && !moving->failed);
    for (uint32_t i = 0; i < score->things; i++)
        look_at(moving, &score->thing[i].chain, i);
    for (uint32_t i = 0; i < score->lines; i++)
        look_at(moving, &score->line[i].chain, TT_NOBODY);
}

static void choose(struct moving *moving)
{
    const struct tt_score *score = moving->score;

    for (uint32_t i = 0; i < score->things && !moving->failed; i++) {
        const struct tt_thing *thing = &score->thing[i];
        unsigned target = target_of(moving, i);

        moving->goes[i] = thing->kind == TAKT_TRACE_THREAD && thing->met && target != thing->core;
        if (!moving->goes[i])
            continue;
        moving->failed = target >= score->cores || !score->core[target].present ||
                         score->core[thing->core].current == i || thing->asked;
        if (moving->failed)
            fprintf(stderr, "takt-trace: %s cannot move to core %u: %s.\n", thing->name, target,
                    thing->asked                            ? "other cores ask for it"
                    : score->core[thing->core].current == i ? "it ran when recording began"
                                                            : "that core is not in the recording");
    }
}

int tt_move(struct tt_replay *replay, const struct tt_setting *setting)
{
    struct moving moving = {.score = &replay->score, .setting = setting};
    unsigned target;

    moving.goes = tt_must(calloc(replay->score.things + 1, sizeof(*moving.goes)));
    choose(&moving);
    target = moving.failed ? TT_CORES : one_target(&moving);
    if (target != TT_CORES && !moving.failed) {
        check(&moving);
        if (!moving.failed)
            go(replay, &moving, target);
    }
    free(moving.goes);
    return moving.failed ? -1 : 0;
}

static int by_id(const void *a, const void *b)
{
    const struct tt_object *x = a, *y = b;

    return x->id < y->id ? -1 : x->id > y->id;
}

void tt_moved_trace(const struct tt_replay *replay, struct tt_trace *run)
{
    const struct tt_score *score = &replay->score;

    *run = *replay->trace;
    for (unsigned c = 0; c < score->cores && score->moved != 0; c++) {
        struct tt_core *core = &run->core[c];
        struct tt_object *table = tt_must(malloc((core->objects + score->moved) * sizeof(*table)));

        memcpy(table, core->object, core->objects * sizeof(*table));
        for (uint32_t i = 0; i < score->things; i++) {
            const struct tt_thing *thing = &score->thing[i];
            const struct tt_object *object = NULL;

            for (unsigned from = 0; thing->moved && thing->core == c && object == NULL && from < score->cores;
                 from++) {
                if (knows(replay, from, thing))
                    object = tt_object(replay->trace, from, thing->id);
            }
            if (object != NULL)
                table[core->objects++] = *object;
        }
        qsort(table, core->objects, sizeof(*table), by_id);
        for (size_t i = 0; i < core->objects; i++)
            table[i].core = (uint8_t)c;
        core->object = table;
    }
}

void tt_moved_free(const struct tt_replay *replay, struct tt_trace *run)
{
    for (unsigned c = 0; c < replay->score.cores && replay->score.moved != 0; c++)
        free(run->core[c].object);
}
