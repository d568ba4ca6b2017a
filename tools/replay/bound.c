/*
 * Response-time analysis.
 *
 * A thread has to wait for: itself (its earlier jobs that are not done), every thread that is as urgent or more urgent
 * (a level is FIFO, or shared by slices: either way no peer takes more than it asks for), handlers, and once for a less urgent
 * one: the longest job of a thread whose threshold keeps it off, or the sections of mutexes that less urgent threads
 * hold and threads as urgent as it want, or a wait for a lock between cores and its section (spins.c). Each of these asks for at most what it asked for in the recording in any window of
 * that length. Two switches are added to each job. The bound is the largest over all jobs of the longest time that
 * the level can be busy. For levels of one thread each that is Joseph and Pandya (1986) and Lehoczky (1990); that peers
 * count like more urgent threads is the simple form for levels that are shared.
 *
 * What is not proved: threads with jobs that have no end, and whoever is not more urgent than such a one.
 */
#include "bound.h"

#define JOBS_MAX 10000

/* The most arrivals in any closed window. Two fingers: linear, and the window seldom has many. */
static int64_t arrivals(const struct tt_demand *demand, int64_t window)
{
    size_t first = 0, most = 0;

    if (demand->apart != 0)
        return (window + demand->jitter) / demand->apart + 1;
    for (size_t last = 0; last < demand->count; last++) {
        while (demand->arrival[last] - demand->arrival[first] > window)
            first++;
        if (last - first + 1 > most)
            most = last - first + 1;
    }
    return (int64_t)most;
}

/* The least distance from a job to the one that comes q - 1 later. -1: there are not so many. */
static int64_t distance(const struct tt_demand *demand, size_t q)
{
    int64_t least = -1;

    if (demand->apart != 0) {
        least = (int64_t)(q - 1) * demand->apart - demand->jitter;
        return least < 0 ? 0 : least;
    }
    for (size_t i = 0; i + q <= demand->count; i++) {
        int64_t span = demand->arrival[i + q - 1] - demand->arrival[i];

        if (least < 0 || span < least)
            least = span;
    }
    return least;
}

struct view {
    const struct tt_demands *demands;
    const struct tt_replay *replay;
    const struct tt_setting *setting;
    uint32_t thread;
    uint8_t core;
    int64_t switches; /* ns of the two that a job may need */
};

/* Its jobs go before those of the thread, whichever came first. */
static bool goes_before(const struct view *view, const struct tt_demand *demand)
{
    if (demand->core != view->core || demand->thing == view->thread)
        return false;
    if (demand->thing == TT_NOBODY)
        return true;
    return !view->replay->score.thing[demand->thing].idle &&
           view->setting[demand->thing].priority <= view->setting[view->thread].priority;
}

/* Less urgent, but not to be preempted by it. @return the longest job, or wait and section of a lock, of such a one */
static int64_t kept_off(const struct view *view)
{
    int64_t longest = 0;

    for (size_t i = 0; i < view->demands->count; i++) {
        const struct tt_demand *demand = &view->demands->demand[i];

        if (demand->thing == TT_NOBODY || demand->core != view->core || demand->thing == view->thread ||
            goes_before(view, demand) || view->replay->score.thing[demand->thing].idle)
            continue;
        longest = demand->section > longest ? demand->section : longest;
        if (view->setting[demand->thing].threshold > view->setting[view->thread].priority)
            continue;
        if (demand->longest == TT_UNBOUNDED)
            return TT_UNBOUNDED;
        longest = demand->longest > longest ? demand->longest : longest;
    }
    return longest;
}

static bool wanted_above(const struct view *view, uint32_t mutex)
{
    for (size_t i = 0; i < view->demands->holds; i++) {
        const struct tt_hold *hold = &view->demands->hold[i];

        if (hold->mutex == mutex &&
            view->setting[hold->thread].priority <= view->setting[view->thread].priority)
            return true;
    }
    return false;
}

static const struct tt_demand *demand_of(const struct tt_demands *demands, uint32_t thread)
{
    for (size_t i = 0; i < demands->count; i++) {
        if (demands->demand[i].thing == thread)
            return &demands->demand[i];
    }
    return NULL;
}

/* How much longer it may hold something, because it waits for locks between cores meanwhile. */
static int64_t spins_of(const struct view *view, uint32_t thread)
{
    const struct tt_demand *demand = demand_of(view->demands, thread);

    return demand == NULL ? 0 : demand->spins;
}

/* Sections of less urgent threads that inherit: each mutex once. */
static int64_t sections(const struct view *view)
{
    int64_t sum = 0;

    for (size_t i = 0; i < view->demands->holds; i++) {
        const struct tt_hold *hold = &view->demands->hold[i];

        if (view->replay->score.thing[hold->thread].core == view->core &&
            view->setting[hold->thread].priority > view->setting[view->thread].priority &&
            wanted_above(view, hold->mutex))
            sum += hold->longest + hold->longest * view->demands->margin / 100 + spins_of(view, hold->thread);
    }
    return sum;
}

static int64_t before(const struct view *view, int64_t window)
{
    int64_t sum = 0;

    for (size_t i = 0; i < view->demands->count; i++) {
        const struct tt_demand *demand = &view->demands->demand[i];

        if (!goes_before(view, demand))
            continue;
        if (demand->longest == TT_UNBOUNDED)
            return TT_UNBOUNDED;
        sum +=
            arrivals(demand, window) * (demand->longest + (demand->thing == TT_NOBODY ? 0 : view->switches));
    }
    return sum;
}

/* The least window in which so much of its own, what comes before, and once what blocks, are done. */
static int64_t settle(const struct view *view, int64_t own)
{
    int64_t window = own, next;

    for (unsigned turn = 0; turn < 1000 && window <= view->demands->ends; turn++) {
        next = before(view, window);
        if (next == TT_UNBOUNDED)
            return TT_UNBOUNDED;
        next += own;
        if (next <= window)
            return window;
        window = next;
    }
    return TT_UNBOUNDED;
}

/*
 * From where it starts, a thread that is plain has only those against it that its threshold lets through, and of these
 * only what comes after it has started (Wang and Saksena, 1999). Handlers come in any case.
 */
static bool comes_after(const struct view *view, const struct tt_demand *demand)
{
    if (demand->core != view->core || demand->thing == view->thread)
        return false;
    if (demand->thing == TT_NOBODY)
        return true;
    return !view->replay->score.thing[demand->thing].idle &&
           view->setting[demand->thing].priority < view->setting[view->thread].threshold;
}

static int64_t after(const struct view *view, int64_t start, int64_t window)
{
    int64_t sum = 0;

    for (size_t i = 0; i < view->demands->count; i++) {
        const struct tt_demand *demand = &view->demands->demand[i];

        if (!comes_after(view, demand))
            continue;
        if (demand->longest == TT_UNBOUNDED)
            return TT_UNBOUNDED;
        sum += (arrivals(demand, window) - arrivals(demand, start)) *
               (demand->longest + (demand->thing == TT_NOBODY ? 0 : view->switches));
    }
    return sum;
}

/* When a job that starts by then ends, at the latest. */
static int64_t finish(const struct view *view, int64_t start, int64_t job)
{
    int64_t window = start + job, next;

    for (unsigned turn = 0; turn < 1000 && window <= view->demands->ends; turn++) {
        next = after(view, start, window);
        if (next == TT_UNBOUNDED)
            return TT_UNBOUNDED;
        next += start + job;
        if (next <= window)
            return window;
        window = next;
    }
    return TT_UNBOUNDED;
}

static void worse(int64_t *worst, int64_t value)
{
    *worst = value > *worst ? value : *worst;
}

struct tt_bound tt_bound_of(const struct tt_demands *demands, const struct tt_replay *replay,
                            const struct tt_setting *setting, uint32_t thread)
{
    struct view view = {.demands = demands,
                        .replay = replay,
                        .setting = setting,
                        .thread = thread,
                        .core = replay->score.thing[thread].core,
                        .switches = 2 * (int64_t)replay->cost[TT_COST_switch]};
    const struct tt_demand *demand = demand_of(demands, thread);
    struct tt_bound bound = {0, 0}, none = {TT_UNBOUNDED, TT_UNBOUNDED};
    int64_t blocked = kept_off(&view), job;
    bool plain = demand != NULL && demand->plain && setting[thread].slice == 0;

    if (demand == NULL || demand->longest == TT_UNBOUNDED || blocked == TT_UNBOUNDED)
        return none;
    blocked += sections(&view) + view.switches;
    job = demand->longest + view.switches;
    for (size_t q = 1; (q <= demand->count || demand->apart != 0) && q <= JOBS_MAX; q++) {
        int64_t begun = distance(demand, q);
        int64_t start = settle(&view, blocked + (int64_t)(q - 1) * job);
        int64_t end = start;

        if (start != TT_UNBOUNDED)
            end = plain ? finish(&view, start, job) : settle(&view, blocked + (int64_t)q * job);

        if (start == TT_UNBOUNDED || end == TT_UNBOUNDED)
            return none;
        worse(&bound.latency, start - begun);
        worse(&bound.response, end - begun);
        if ((q == demand->count && demand->apart == 0) || end <= distance(demand, q + 1))
            return bound; /* the next one finds the level at rest */
    }
    return none;
}
