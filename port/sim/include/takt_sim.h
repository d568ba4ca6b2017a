/*
 * What sim gives to tests beyond a board: look into the simulated machine, and interfere with it at an exact
 * place. A program that includes this header runs on sim only.
 */
#ifndef TAKT_SIM_H
#define TAKT_SIM_H

#include <stdbool.h>
#include <stdint.h>

/** A virtual time or a step that never comes. */
#define TAKT_SIM_NEVER UINT64_MAX

/** Where a core asks whether it may go on: the kind of a choice point. */
enum takt_sim_point {
    TAKT_SIM_LOAD,
    TAKT_SIM_STORE,
    TAKT_SIM_UPDATE, /* exchange, add, compare-and-swap */
    TAKT_SIM_FENCE,
    TAKT_SIM_OPEN,   /* interrupts were opened */
    TAKT_SIM_SWITCH, /* a pended switch of threads is about to happen */
    TAKT_SIM_IRQ,    /* a handler begins, or has ended */
    TAKT_SIM_WORK,   /* takt_work(): the core computes for a while */
    TAKT_SIM_RELAX,
    TAKT_SIM_IDLE,
    TAKT_SIM_DOORBELL,
    TAKT_SIM_STOP,
};

/** What may happen next, at one choice point. Arrays are indexed by core; times are virtual, TAKT_SIM_NEVER:
 * not. */
struct takt_sim_options {
    uint64_t number; /* of the choice point, from 1 */
    enum takt_sim_point point;
    const char *site; /* file and line, or what the simulator does */
    unsigned current; /* the core that asks */
    unsigned cores;
    uint64_t alive;         /* cores that can go on at all: a bit each */
    uint64_t waiting;       /* cores that wait in a loop, and nothing has changed since they looked */
    uint64_t now;           /* time of the last step */
    uint64_t clock;         /* of the core that asks */
    const uint64_t *first;  /* the earlier of the two that follow */
    const uint64_t *ready;  /* when the core can take its next step by itself */
    const uint64_t *signal; /* when the first interrupt that is under way to the core arrives there */
};

/** What happens next: a core goes on. */
struct takt_sim_answer {
    unsigned core;
    bool arrive; /* what is under way to it up to the time `at` arrives with this step */
    uint64_t at; /* the step's time; the core's clock if that is later */
};

/** Who decides. */
struct takt_sim_strategy {
    const char *name;
    /* A core whose clock is below every other event goes on without being asked about. */
    bool may_skip;
    void (*begin)(uint64_t seed);
    struct takt_sim_answer (*choose)(const struct takt_sim_options *options);
};

extern const struct takt_sim_strategy takt_sim_timed;  /* the smallest clock, ties by the seed */
extern const struct takt_sim_strategy takt_sim_seeded; /* the seed picks any core at each point */

/** Let another strategy decide from now on. */
void takt_sim_use(const struct takt_sim_strategy *strategy);

/* Looking. */

/** Choice points passed so far: by a core, by all. */
uint64_t takt_sim_choices(unsigned core);
uint64_t takt_sim_choices_all(void);
/** A core's virtual clock, ns since the simulation began. */
uint64_t takt_sim_clock(unsigned core);
/** The seed of this run. */
uint64_t takt_sim_seed(void);
/** Whether it began in timed mode, where a span of time says how long something took. */
bool takt_sim_timed_run(void);

/** What happened on a core so far. */
struct takt_sim_counters {
    uint64_t own,
        remote; /* shared accesses whose line was in the core's cache, and those that had to fetch it */
    uint64_t interrupts, spurious, switches;
};
struct takt_sim_counters takt_sim_counters(unsigned core);

/** Of the cost table in use; printed with every result that depends on it. */
uint32_t takt_sim_costs_hash(void);

/* Interfering. All of these may be called from anywhere, also from hooks. */

/** Raise an interrupt line of a core now, as the outside world does: the core takes it at its next choice
 * point. */
void takt_sim_pend(unsigned core, unsigned line);
/** Raise it when that core's clock reaches a time. One at a time for a line: an earlier time wins. */
void takt_sim_pend_at(unsigned core, unsigned line, uint64_t time);
/** Raise it at the core's k-th choice point, as takt_sim_choices() counts them. One at a time for a line. */
void takt_sim_pend_at_choice(unsigned core, unsigned line, uint64_t k);
/** A device of the running core holds its line active, which raises it, or lets it go. */
void takt_sim_hold(unsigned line, bool active);
/** The core dies: it takes no further step. At once (does not return on that core), or at its k-th choice
 * point. */
void takt_sim_crash(unsigned core);
void takt_sim_crash_at_choice(unsigned core, uint64_t k);

/** What a core's atomic operations on shared words are; loads and stores always work. */
enum takt_sim_atomics {
    TAKT_SIM_ATOMICS_GOOD,
    TAKT_SIM_ATOMICS_LOCAL, /* other cores' accesses come in between: exclusive accesses local to the core */
    TAKT_SIM_ATOMICS_NEVER, /* the exclusive store never succeeds, so the operation never ends */
    TAKT_SIM_ATOMICS_FAULT, /* the access faults: the core stops, but where a port's single try survives it */
};
void takt_sim_atomics(unsigned core, enum takt_sim_atomics how);

/** Called when interrupts are held back, and when they are about to be opened, with file and line; or NULL.
 */
extern void (*takt_sim_on_mask)(const char *site);
extern void (*takt_sim_on_unmask)(const char *site);
/** Called at each choice point of any core before anything is decided; or NULL. */
extern void (*takt_sim_on_choice)(enum takt_sim_point point, const char *site);

#endif
