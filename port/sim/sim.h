/*
 * The simulated machine: N virtual cores in one host thread.
 *
 * How it works. Each core always has a context for what it runs: its boot code, then its current thread, with
 * the handlers on that thread's stack. Exactly one core runs at a time. Wherever another core, or the core's
 * own interrupts, could make a difference, the running core passes a choice point (choose.c), and a strategy
 * says which core goes on. Switching cores and switching threads are the same thing, a change of context; a
 * switch of threads only changes which context its core has.
 *
 * Because nothing happens between two choice points, the simulator's own state needs no protection, and a run
 * depends on nothing but the program, its arguments and the seed. No host clock, address or hash order enters
 * it.
 *
 * Time. Each core has a clock, which costs, work and idle jumps move. Whatever can happen next on a core has
 * a time: its next step (now, the end of its work, or never when it is idle), and the arrival of the first
 * interrupt that is under way to it.
 */
#ifndef TAKT_SIM_PRIVATE_H
#define TAKT_SIM_PRIVATE_H

#include "context.h"
#include "costs.h"
#include "takt_port.h"
#include "takt_sim.h"

#include <takt/core.h>

#define TAKT_SIM_CORES 64

/* lines of the port's own; the others are free */
#define TAKT_SIM_LINE_TIMER    63u
#define TAKT_SIM_LINE_DOORBELL 62u
#define TAKT_SIM_LINE_PRIORITY 4u /* of both: test lines can be more and less urgent */

#define TAKT_SIM_BIT(n) (UINT64_C(1) << (n))

enum takt_sim_state {
    TAKT_SIM_RUNS,    /* can take a step at its clock */
    TAKT_SIM_WORKS,   /* at core->until */
    TAKT_SIM_WAITS,   /* idle: when an interrupt arrives */
    TAKT_SIM_STOPPED, /* never */
};

/** A line of a core's interrupt controller. */
struct takt_sim_line {
    void (*handler)(void *arg);
    void *arg;
    uint64_t arrives;   /* virtual time at which it will be raised */
    uint64_t at_choice; /* step of the core at which it will be raised */
    uint8_t priority;
};

struct takt_sim_core {
    struct takt_sim_head head;    /* first: takt_sim_current points to it */
    struct takt_context *running; /* what the core runs, and where it is left when another core goes on */
    enum takt_sim_state state;
    uint64_t clock, until;
    bool told_time; /* read its counter since its last turn of waiting */
    uint64_t choices;
    uint64_t choice_next; /* the first step at which a test wants something */
    uint64_t crash_at;

    /* irq.c */
    uint64_t pending, enabled, attached;
    uint64_t active;    /* lines that a device keeps active: pending again after each handler */
    bool timer_raised;  /* the timer's line is pending whatever time is set */
    uint64_t under_way; /* lines with a time of arrival */
    uint64_t signal_at; /* the first of these times */
    uint64_t above[TAKT_PORT_IRQ_PRIORITIES + 1]; /* lines more urgent than a level */
    unsigned level; /* priority of the active handler; TAKT_PORT_IRQ_PRIORITIES: none */
    struct takt_sim_line line[TAKT_PORT_IRQ_LINES];

    struct takt_sim_counters counters;
    struct takt_sim_charged charged;
    struct takt_context boot;
};

/** The run. */
struct takt_sim {
    const struct takt_sim_strategy *strategy;
    const char *mode; /* name of the strategy that the run began with */
    uint64_t seed, start;
    uint64_t number;  /* choice points passed */
    uint64_t now;     /* time of the last step */
    uint64_t horizon; /* the running core is not asked while its clock is below: nothing else can happen */
    uint64_t waiting; /* cores that are in a turn of waiting: a bit each */
    uint64_t seen;    /* cores for which nothing has changed since they took one */
    uint64_t turns;   /* changes of core or thread, for the watchdog */
    bool begun;
    int status;
    struct takt_context host; /* of main() */
    struct takt_sim_core core[TAKT_SIM_CORES];
};

extern struct takt_sim takt_sim;

static inline struct takt_sim_core *takt_sim_core(void)
{
    return (struct takt_sim_core *)takt_sim_current;
}

/** What one of the cost table's lines is charged for happened so often: the clock moves, and it is counted. */
#define TAKT_SIM_CHARGE(core, name, times)                                                                   \
    ((core)->clock += (uint64_t)(times)*takt_sim_costs.name##_ns,                                            \
     (core)->charged.name##_times += (uint32_t)(times))

/* choose.c */

/** The one place of choice: who goes on. Returns when this core does. */
void takt_sim_choose(enum takt_sim_state state, enum takt_sim_point point, const char *site);
/** A choice point, and then this core's interrupts and pended switch, as far as they are open. */
void takt_sim_point(enum takt_sim_point point, const char *site);
/** The core's times have changed while it did not run. */
void takt_sim_note(const struct takt_sim_core *core);
/** Something that these cores looked at has changed: who waits for it looks again. */
void takt_sim_wake(uint64_t cores, uint64_t time);
/** The first choice, from outside. */
void takt_sim_boot(struct takt_context *from);

/* switch.c */

/** Take open interrupts and a pended switch until none is left. */
void takt_sim_settle(struct takt_sim_core *core);

/* irq.c */

void takt_sim_irq_init(struct takt_sim_core *core);
/** The lines that the core would take now. */
static inline uint64_t takt_sim_irq_open(const struct takt_sim_core *core)
{
    return core->head.masked ? 0 : core->pending & core->enabled & core->above[core->level];
}
/** Run the handler of the most urgent open line. */
void takt_sim_irq_take(struct takt_sim_core *core);
/** A line arrives at a time; TAKT_SIM_NEVER takes that back. */
void takt_sim_irq_send(struct takt_sim_core *core, unsigned line, uint64_t when);
/** What is under way and due by the core's clock becomes pending. */
void takt_sim_irq_arrive(struct takt_sim_core *core);

/* inject.c */

/** The core has reached core->choice_next. */
void takt_sim_inject(struct takt_sim_core *core);

/* owners.c */

/** Count and charge a shared access. */
void takt_sim_access(struct takt_sim_core *core, const void *word, bool writes);
/** The access changed the word: cores that looked at its line look again. */
void takt_sim_changed(const struct takt_sim_core *core, const void *word);

/* run.c */

/** Boot the cores, and return the run's status when it ended. */
int takt_sim_run(unsigned cores, const struct takt_sim_strategy *strategy, uint64_t seed, uint64_t start);
/** End the run. */
void takt_sim_finish(int status) __attribute__((noreturn));

/* report.c */

/** Nothing can happen any more. */
void takt_sim_nothing_left(void) __attribute__((noreturn));
/** Name each core and its thread on stderr. */
void takt_sim_report_cores(void);

/* watchdog.c */

/** From now on the run is ended when it makes no progress, or after so many seconds of host time; 0: never. */
void takt_sim_watch(unsigned limit);

/* Given by board/sim. */

/** A run failed: print how to replay it. */
void takt_sim_replay(void);

#endif
