/*
 * ./takt bench llq --board sim: how the cost of a hand-over grows with the cores, in accesses to memory that another
 * core has changed or holds. The simulator counts them as a coherent cache would (port/sim/owners.c); its times are a
 * model's.
 */
#ifndef BENCH_GROWTH_H
#define BENCH_GROWTH_H

#include <takt/takt.h>

#define GROWTH_LOCKS_MAX 12u
#define GROWTH_STEPS     6u /* 2, 4, ... 64 cores */

/** A lock under test. */
struct growth_lock {
    const char *name;
    unsigned most_cores; /* 0: any number */
    void (*make)(unsigned cores);
    void (*acquire)(unsigned core);
    void (*release)(unsigned core);
    uint32_t (*passed)(unsigned core);   /* the lock's own count; NULL: it has none */
    uint32_t allowed;                    /* K: grants beyond m - 1 */
    int64_t (*handover)(unsigned cores); /* h: no hand-over takes longer, in virtual ns; NULL: not declared */
};

#define GROWTH_LINKED 1u /* in the list: the linked engine with the whole contract */

extern const struct growth_lock *const growth_locks[];
extern const unsigned growth_lock_count;

/** What a run gave, in all cores together. */
struct growth_figures {
    bool measured;
    int64_t acquisitions, handovers; /* hand-overs: to another core than the one before */
    int64_t own, remote;             /* shared accesses of the lock */
    int64_t remote_most;             /* of one core */
    int64_t wait_mean, wait_most;    /* virtual ns */
    uint32_t passed;
};

/** Figures of each lock with 2, 4, ... cores. */
extern struct growth_figures growth_figures[GROWTH_STEPS][GROWTH_LOCKS_MAX];
extern unsigned growth_steps;

static inline unsigned growth_cores(unsigned step)
{
    return 2u << step;
}

/** The section of each acquisition, in virtual ns. */
#define GROWTH_SECTION TAKT_NS(500)

/** What a request may wait at most: (m - 1 + K)(L + h) until its grant, and h to its section. The lock declares h. */
int64_t growth_bound(unsigned cores, const struct growth_lock *lock);

/** Print and write. @return whether every lock kept its bound, the demand holds, and the result was written */
bool growth_report(void);

/** A call failed that cannot: the run is worth nothing. */
void growth_must(int result, const char *what);

#endif
