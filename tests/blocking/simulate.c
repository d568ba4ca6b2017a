/*
 * Time goes in ticks of a unit. In each, what happens in no time comes first, core after core in random order,
 * until nothing more happens: releases of jobs, requests, grants. Then every core computes for a unit.
 *
 * What the rules leave open is chosen at random: when a job comes after its period, where in a job its
 * requests lie and how long the sections are, who is granted a lock of K > 0 as long as nobody is overtaken
 * more than K times.
 */
#include "simulate.h"

#include <string.h>

#define LEGS_MAX 24u /* parts of a job: computation and sections */

enum phase { ABSENT, READY, SPINNING, SLEEPING };

struct leg {
    int lock; /* -1: computation */
    int64_t left;
};

struct job {
    enum phase phase;
    int64_t next_release, released;
    struct leg leg[LEGS_MAX];
    unsigned legs, at;
    bool holds;            /* the lock of its leg */
    int64_t since, raised; /* order within a priority, and at the ceiling */
};

struct lock {
    int owner;   /* core, -1: nobody */
    int granted; /* core that has it from `when` on, -1 */
    int64_t when;
    unsigned count;
    unsigned queue[BLOCKING_CORES], overtaken[BLOCKING_CORES];
};

static const struct blocking_set *table;
static struct job jobs[BLOCKING_TASKS];
static struct lock locks[BLOCKING_LOCKS];
static int64_t now, order;
static int64_t *worst_of;
static unsigned long ended;
static int victim; /* core that is overtaken whenever it may be, -1: chance decides */
static uint64_t state;

void simulate_seed(uint64_t seed)
{
    state = seed * 2 + 1;
}

uint32_t simulate_random(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(state * UINT64_C(2685821657736338717) >> 33) % below;
}

static int64_t units(int64_t time)
{
    return time / BLOCKING_UNIT;
}

static void add_leg(struct job *job, int lock, int64_t length)
{
    if (length > 0 && job->legs < LEGS_MAX)
        job->leg[job->legs++] = (struct leg){lock, length};
}

/* A job: its sections in random order of locks, with the rest of its computation spread between them. */
static void plan(const struct blocking_task *task, struct job *job)
{
    int64_t rest = units(task->wcet), requests[BLOCKING_LOCKS];
    unsigned open = 0;

    for (unsigned q = 0; q < table->lock_count; q++) {
        requests[q] = task->use[q].requests;
        open += (unsigned)requests[q];
        rest -= requests[q] * units(task->use[q].section);
    }
    job->legs = 0;
    while (open > 0) {
        unsigned q = simulate_random(table->lock_count);
        int64_t before = rest > 0 ? (int64_t)simulate_random((uint32_t)rest + 1) : 0;

        if (requests[q] == 0)
            continue;
        add_leg(job, -1, before);
        rest -= before;
        add_leg(job, (int)q, units(task->use[q].section));
        requests[q]--;
        open--;
    }
    add_leg(job, -1, rest);
    job->at = 0;
}

static void release_jobs(void)
{
    for (unsigned t = 0; t < table->task_count; t++) {
        struct job *job = &jobs[t];

        if (job->phase != ABSENT || job->next_release > now)
            continue;
        plan(&table->task[t], job);
        job->phase = READY;
        job->holds = false;
        job->since = ++order;
        job->raised = 0;
        job->released = job->next_release;
        job->next_release += units(table->task[t].period);
        if (simulate_random(4) == 0)
            job->next_release += simulate_random(20);
    }
}

/* Spinning and holding in spin mode keep the core; then come those at the ceiling; then priority. */
static bool before(unsigned a, unsigned b)
{
    const struct job *x = &jobs[a], *y = &jobs[b];

    if ((x->raised != 0) != (y->raised != 0))
        return x->raised != 0;
    if (x->raised != 0)
        return x->raised < y->raised;
    if (table->task[a].priority != table->task[b].priority)
        return table->task[a].priority < table->task[b].priority;
    return x->since < y->since;
}

static bool keeps_core(const struct job *job)
{
    return job->phase == SPINNING ||
           (job->phase == READY && job->holds && !table->lock[job->leg[job->at].lock].blocks);
}

/* The task that has the core, -1: idle. */
static int runner(unsigned core)
{
    int best = -1;

    for (unsigned t = 0; t < table->task_count; t++) {
        if (table->task[t].core != core)
            continue;
        if (keeps_core(&jobs[t]))
            return (int)t;
        if (jobs[t].phase == READY && (best < 0 || before(t, (unsigned)best)))
            best = (int)t;
    }
    return best;
}

static bool queued(const struct lock *lock, unsigned core)
{
    for (unsigned i = 0; i < lock->count; i++) {
        if (lock->queue[i] == core)
            return true;
    }
    return lock->owner == (int)core || lock->granted == (int)core;
}

static void ask(struct lock *lock, unsigned core)
{
    if (queued(lock, core))
        return;
    lock->queue[lock->count] = core;
    lock->overtaken[lock->count++] = 0;
}

/*
 * The first, or another as long as nobody before it has been overtaken K times: any, or, in runs with a victim,
 * whoever is behind the victim.
 */
static unsigned choose(const struct lock *lock, int64_t cap)
{
    unsigned limit = 0;

    while (limit + 1 < lock->count && lock->overtaken[limit] < cap)
        limit++;
    if (victim < 0)
        return simulate_random(limit + 1);
    return limit > 0 && lock->queue[0] == (unsigned)victim ? 1 : 0;
}

static void grant(struct lock *lock, int64_t cap, int64_t when)
{
    unsigned chosen;

    if (lock->count == 0 || lock->owner >= 0 || lock->granted >= 0)
        return;
    chosen = choose(lock, cap);
    lock->granted = (int)lock->queue[chosen];
    lock->when = when;
    for (unsigned i = 0; i < chosen; i++)
        lock->overtaken[i]++;
    lock->count--;
    for (unsigned i = chosen; i < lock->count; i++) {
        lock->queue[i] = lock->queue[i + 1];
        lock->overtaken[i] = lock->overtaken[i + 1];
    }
}

/* Who of the core waits for the lock: the spinning one, or the head of the gate. */
static int head(unsigned q, unsigned core)
{
    int best = -1;

    for (unsigned t = 0; t < table->task_count; t++) {
        const struct job *job = &jobs[t];

        if (table->task[t].core != core || (job->phase != SPINNING && job->phase != SLEEPING) ||
            job->leg[job->at].lock != (int)q)
            continue;
        if (best < 0 || before(t, (unsigned)best))
            best = (int)t;
    }
    return best;
}

static void arrive(unsigned q)
{
    struct lock *lock = &locks[q];
    int task;

    grant(lock, table->lock[q].cap, now);
    if (lock->granted < 0 || lock->when > now)
        return;
    task = head(q, (unsigned)lock->granted);
    lock->owner = lock->granted;
    lock->granted = -1;
    jobs[task].phase = READY;
    jobs[task].holds = true;
    if (table->lock[q].blocks)
        jobs[task].raised = ++order;
}

/* The core's task stands before a section: it asks. */
static bool request(unsigned core)
{
    int task = runner(core);
    struct job *job = task >= 0 ? &jobs[task] : NULL;
    int q = job != NULL ? job->leg[job->at].lock : -1;

    if (q < 0 || job->holds || job->phase != READY)
        return false;
    job->phase = table->lock[q].blocks ? SLEEPING : SPINNING;
    ask(&locks[q], core);
    return true;
}

static void settle(void)
{
    bool again = true;

    while (again) {
        unsigned first = simulate_random(BLOCKING_CORES);

        again = false;
        for (unsigned q = 0; q < table->lock_count; q++)
            arrive(q);
        for (unsigned i = 0; i < BLOCKING_CORES; i++)
            again = request((first + i) % BLOCKING_CORES) || again;
    }
}

static void end_section(unsigned core, unsigned q, struct job *job)
{
    struct lock *lock = &locks[q];

    job->holds = false;
    job->raised = 0;
    lock->owner = -1;
    if (head(q, core) >= 0)
        ask(lock, core); /* the next of the gate */
    grant(lock, table->lock[q].cap, now + 1 + units(table->lock[q].handover));
}

static void compute(unsigned core)
{
    int task = runner(core);
    struct job *job = task >= 0 ? &jobs[task] : NULL;
    int64_t took;

    if (job == NULL || job->phase != READY || --job->leg[job->at].left > 0)
        return;
    if (job->leg[job->at].lock >= 0)
        end_section(core, (unsigned)job->leg[job->at].lock, job);
    if (++job->at < job->legs)
        return;
    took = now + 1 - job->released;
    worst_of[task] = took > worst_of[task] ? took : worst_of[task];
    job->phase = ABSENT;
    ended++;
}

unsigned long simulate(const struct blocking_set *set, unsigned ticks, int64_t worst[BLOCKING_TASKS])
{
    bool together = simulate_random(2) == 0;

    victim = simulate_random(2) == 0 ? (int)set->task[simulate_random(set->task_count)].core : -1;
    table = set;
    worst_of = worst;
    ended = 0;
    order = 0;
    memset(jobs, 0, sizeof(jobs));
    memset(locks, 0, sizeof(locks));
    for (unsigned q = 0; q < BLOCKING_LOCKS; q++)
        locks[q].owner = locks[q].granted = -1;
    for (unsigned t = 0; t < set->task_count; t++) {
        worst[t] = 0;
        jobs[t].next_release = together ? 0 : simulate_random((uint32_t)units(set->task[t].period));
    }
    for (now = 0; now < ticks; now++) {
        release_jobs();
        settle();
        for (unsigned core = 0; core < BLOCKING_CORES; core++)
            compute(core);
    }
    return ended;
}
