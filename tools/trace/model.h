/*
 * What the events say of threads and cores: who runs, since when, and why it stopped. One walk over a recording feeds
 * it; lint looks at what does not fit, the statistics add up.
 */
#ifndef TAKT_TOOLS_TRACE_MODEL_H
#define TAKT_TOOLS_TRACE_MODEL_H

#include "trace.h"

#define TT_NESTED 32u /* handlers in each other that are told apart */

/** Why a thread was taken off its core. */
enum tt_reason { TT_UNKNOWN, TT_PREEMPTED, TT_BLOCKED, TT_YIELDED, TT_SLICE, TT_ENDED, TT_IDLE, TT_REASONS };

/** What a fault is against. */
enum tt_rule { TT_TIME, TT_PAIRS, TT_STATES, TT_CAUSE, TT_SUMS, TT_RULES };

/** Who did something: a thread, the handler of an interrupt, or another core by its request. */
struct tt_actor {
    enum { TT_THREAD, TT_HANDLER, TT_CORE } kind;
    uint32_t id; /* of the thread, or the number */
};

/** A thread, as the walk stands. */
struct tt_thread {
    uint32_t id;
    uint8_t core;
    bool ready, idle, ended, ready_known, yields, sliced;
    unsigned level; /* at which it is ready; TT_NO_LEVEL: not known */
    bool waits;
    uint32_t waits_for; /* object; 0: only time */
    int64_t waits_since;
    struct tt_actor resumer; /* who made it ready the last time */
    uint64_t resumed_at;     /* the core's switches then */
    int64_t ran, longest;
    int64_t ready_since, worst_wait; /* from ready to running */
    uint64_t switches_in, reasons[TT_REASONS], resumed, resumed_at_once;
};

struct tt_core_state {
    uint32_t running;         /* 0: not known yet */
    uint32_t before;          /* who ran before the first switch */
    unsigned depth;           /* of handlers */
    bool paired;              /* every handler that ends began in the recording: a switch has been seen */
    int64_t since;            /* of the last switch */
    int64_t first, last, gap; /* the span that is accounted for, and what of it is not known */
    uint64_t switches, preemptions, blocks, resumes, interrupts, slices, yields, at_once;
    int64_t idle, busy, handlers, idle_handlers; /* the last: handlers that interrupted idling */
    int64_t entered[TT_NESTED];
    uint32_t number[TT_NESTED];
    bool told;               /* by the recording, who makes ready the next thread that becomes ready */
    struct tt_actor resumer; /* if so */
    unsigned asked;          /* the core whose request is being carried out, + 1; 0: none */
};

struct tt_model {
    const struct tt_trace *trace;
    struct tt_thread *thread;
    size_t threads, room;
    uint32_t *hash; /* of ids to places, + 1 */
    size_t hash_size;
    struct tt_core_state core[TT_CORES];
    bool preempted_at_once; /* the switch that was stepped last: its thread was made ready right before */
    /** Told what does not fit; NULL: nobody asks. */
    void (*fault)(struct tt_model *model, const struct tt_event *event, enum tt_rule rule, const char *what);
    void *context;
};

void tt_model_begin(struct tt_model *model, const struct tt_trace *trace);
void tt_model_step(struct tt_model *model, const struct tt_event *event);
/** Count from here on: what was counted is forgotten, who runs and waits is not. */
void tt_model_restart(struct tt_model *model, int64_t now);
/** Account for what runs, until then. */
void tt_model_stop(struct tt_model *model, int64_t now);
/** The same, at the end of each core's recording. */
void tt_model_end(struct tt_model *model);
void tt_model_free(struct tt_model *model);

/** The thread of an id, a new one if it was not met; it stays where it is until the next that was not met. */
struct tt_thread *tt_model_thread(struct tt_model *model, unsigned core, uint32_t id);

/** Who does what happens on a core, by its number, at this moment. */
struct tt_actor tt_model_actor(const struct tt_model *model, unsigned number);

/** Who makes a thread ready that becomes ready there: a post's is not the thread that drains it. */
struct tt_actor tt_model_resumer(const struct tt_model *model, unsigned number);

/** Its name; lasts as tt_name()'s. */
const char *tt_actor_name(const struct tt_trace *trace, unsigned core, struct tt_actor actor);

/** Time of a core that is accounted for. */
int64_t tt_model_span(const struct tt_core_state *core);

#endif
