/*
 * What locks between cores add to demands: how long a request may wait at most, however long it waited in the recording.
 *
 * A request of core k waits for one section of each other core that uses the lock, K more of the longest where K
 * overtakings are allowed, a hand-over after each, and one more: the sum over j other than k of (L_j + h), plus
 * K times the largest of these, plus h (docs/llq.md, "The formulas"). L_j is the longest time from grant to release on core
 * j, h the longest from a lock that is free, and asked for, to its grant; both from the recording, with the margin.
 *
 * A thread's longest job is made longer by that for each request that one of its jobs made. What it waited in the
 * recording is in there already, and counts twice: larger, never smaller. From registration to release no other thread of
 * the core runs, so a less urgent one keeps off for a wait and a section (bound.c).
 *
 * A lock is known by its address, which is the same on all cores of one image.
 */
#include "bound.h"

#include "../trace/read.h"

#include <stdlib.h>

#define LOCKS_MAX  64
#define NESTED_MAX 32

struct lock {
    uint32_t id;
    unsigned overtakings;
    int64_t longest[TT_CORES]; /* from grant to release */
    int64_t handover;
    int64_t freed, granted[TT_CORES], asked[TT_CORES];
};

/** Who asks: a thread's job, or a handler. */
struct asker {
    unsigned requests; /* in this job */
    uint64_t locks;    /* by place */
};

struct spins {
    struct tt_demands *demands;
    const struct tt_replay *replay;
    struct lock lock[LOCKS_MAX];
    unsigned locks;
    bool many;        /* more locks than are known apart */
    struct asker *of; /* one a demand */
    uint32_t running[TT_CORES];
    uint32_t number[TT_CORES][NESTED_MAX];
    unsigned depth[TT_CORES];
};

static struct lock *lock_of(struct spins *spins, const struct tt_event *event)
{
    unsigned i = 0;
    uint32_t thing = tt_score_thing(&spins->replay->score, event->core, event->a);

    while (i < spins->locks && spins->lock[i].id != event->a)
        i++;
    if (i == LOCKS_MAX) {
        spins->many = true;
        return &spins->lock[0];
    }
    if (i == spins->locks) {
        spins->lock[i] = (struct lock){.id = event->a};
        spins->locks++;
    }
    if (thing != TT_NOBODY && spins->replay->score.thing[thing].kind == TAKT_TRACE_LLQ)
        spins->lock[i].overtakings = spins->replay->score.thing[thing].limit >> 2 & 15;
    return &spins->lock[i];
}

/* The demand of whoever runs on a core. @return NULL: it has none */
static struct asker *asker_of(struct spins *spins, unsigned core)
{
    unsigned depth = spins->depth[core];

    for (size_t i = 0; i < spins->demands->count; i++) {
        const struct tt_demand *demand = &spins->demands->demand[i];

        if (demand->core != core)
            continue;
        if (depth == 0 ? demand->thing == spins->running[core] && demand->thing != TT_NOBODY
                       : demand->thing == TT_NOBODY &&
                             demand->number == spins->number[core][(depth - 1) % NESTED_MAX])
            return &spins->of[i];
    }
    return NULL;
}

static void asks(struct spins *spins, const struct tt_event *event)
{
    struct lock *lock = lock_of(spins, event);
    struct asker *asker = asker_of(spins, event->core);

    lock->asked[event->core] = event->time;
    if (asker == NULL)
        return;
    asker->requests++;
    asker->locks |= UINT64_C(1) << (lock - spins->lock);
}

static void gets(struct spins *spins, const struct tt_event *event)
{
    struct lock *lock = lock_of(spins, event);
    int64_t since = lock->asked[event->core] > lock->freed ? lock->asked[event->core] : lock->freed;

    lock->granted[event->core] = event->time;
    if (event->time - since > lock->handover)
        lock->handover = event->time - since;
}

static void gives(struct spins *spins, const struct tt_event *event)
{
    struct lock *lock = lock_of(spins, event);
    int64_t held = event->time - lock->granted[event->core];

    lock->freed = event->time;
    if (lock->granted[event->core] != 0 && held > lock->longest[event->core])
        lock->longest[event->core] = held;
}

static void most(struct tt_demand *demand, struct asker *asker)
{
    if (asker->requests > demand->requests)
        demand->requests = asker->requests;
    demand->locks |= asker->locks;
    asker->requests = 0;
}

/* A job, or a handler, begins or ends: what it asked for is its own. */
static void turn(struct spins *spins, unsigned core, uint32_t thing, uint32_t number)
{
    for (size_t i = 0; i < spins->demands->count; i++) {
        struct tt_demand *demand = &spins->demands->demand[i];

        if (demand->core == core && demand->thing == thing &&
            (thing != TT_NOBODY || demand->number == number))
            most(demand, &spins->of[i]);
    }
}

static void step(struct spins *spins, const struct tt_event *event)
{
    unsigned core = event->core;

    switch (event->event) {
    case TAKT_TRACE_EVENT_switch:
        spins->running[core] = tt_score_thing(&spins->replay->score, core, event->b);
        break;
    case TAKT_TRACE_EVENT_unready:
        turn(spins, core, tt_score_thing(&spins->replay->score, core, event->a), 0);
        break;
    case TAKT_TRACE_EVENT_irq_enter:
        spins->number[core][spins->depth[core]++ % NESTED_MAX] = event->a;
        break;
    case TAKT_TRACE_EVENT_irq_exit:
        turn(spins, core, TT_NOBODY, event->a);
        spins->depth[core] -= spins->depth[core] != 0;
        break;
    case TAKT_TRACE_EVENT_llq_register:
        asks(spins, event);
        break;
    case TAKT_TRACE_EVENT_llq_grant:
        gets(spins, event);
        break;
    case TAKT_TRACE_EVENT_llq_release:
        gives(spins, event);
        break;
    default:
        break;
    }
}

/* How long a request of a core waits at most. */
static int64_t wait_of(const struct lock *lock, unsigned core)
{
    int64_t sum = lock->handover, largest = 0;

    for (unsigned c = 0; c < TT_CORES; c++) {
        int64_t one = lock->longest[c] + lock->handover;

        if (c == core || lock->longest[c] == 0)
            continue;
        sum += one;
        largest = one > largest ? one : largest;
    }
    return sum + lock->overtakings * largest;
}

static void lengthen(const struct spins *spins, struct tt_demand *demand)
{
    unsigned margin = spins->demands->margin;
    int64_t wait = 0;

    for (unsigned i = 0; i < spins->locks; i++) {
        int64_t one = wait_of(&spins->lock[i], demand->core);
        int64_t section = one + spins->lock[i].longest[demand->core];

        if ((demand->locks >> i & 1) == 0)
            continue;
        wait = one > wait ? one : wait;
        section += section * margin / 100;
        demand->section = section > demand->section ? section : demand->section;
    }
    wait += wait * margin / 100;
    demand->spins = wait * demand->requests;
    if (spins->many && demand->requests != 0)
        demand->longest = TT_UNBOUNDED;
    if (demand->longest != TT_UNBOUNDED)
        demand->longest += demand->spins;
}

void tt_spins_take(struct tt_demands *demands, const struct tt_replay *replay)
{
    struct spins *spins = tt_must(calloc(1, sizeof(*spins)));

    spins->demands = demands;
    spins->replay = replay;
    spins->of = tt_must(calloc(demands->count + 1, sizeof(*spins->of)));
    for (unsigned c = 0; c < TT_CORES; c++)
        spins->running[c] = replay->score.core[c].current;
    for (size_t i = 0; i < replay->trace->count; i++)
        step(spins, &replay->trace->event[i]);
    for (size_t i = 0; i < demands->count; i++) {
        most(&demands->demand[i], &spins->of[i]); /* what goes on at the end */
        lengthen(spins, &demands->demand[i]);
    }
    free(spins->of);
    free(spins);
}
