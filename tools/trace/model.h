/*
 * What the events say of threads and cores: who runs, since when, and why it stopped. One walk over a recording feeds
 * it; lint looks at what does not fit, stats adds up.
 */
#ifndef TAKT_TOOLS_TRACE_MODEL_H
#define TAKT_TOOLS_TRACE_MODEL_H

#include "trace.h"

/** Why a thread was taken off its core. */
enum tt_reason { TT_UNKNOWN, TT_PREEMPTED, TT_BLOCKED, TT_YIELDED, TT_SLICE, TT_ENDED, TT_IDLE, TT_REASONS };

/** A thread, as the walk stands. */
struct tt_thread {
    uint32_t id;
    uint8_t core;
    bool ready, idle, ended, ready_known, yields, sliced;
    unsigned level;     /* at which it is ready; of an unknown one 255 */
    uint32_t waits_for; /* object; 0: nothing */
    int64_t since;      /* running or not, from here on */
    int64_t ran, longest;
    int64_t ready_since, worst_wait; /* from ready to running */
    uint64_t switches_in, reasons[TT_REASONS], resumed, preempting_resumes;
};

struct tt_core_state {
    uint32_t running;    /* 0: not known yet */
    unsigned depth;      /* of handlers */
    int64_t since;       /* of the last switch */
    int64_t first, last; /* switch: the span that is accounted for */
    uint64_t switches, preemptions, blocks, resumes, interrupts, slices, yields;
    int64_t idle, busy, handlers;
    int64_t entered[32];
};

struct tt_model {
    const struct tt_trace *trace;
    struct tt_thread *thread;
    size_t threads, room;
    uint32_t *hash; /* of ids to places, + 1 */
    size_t hash_size;
    struct tt_core_state core[TT_CORES];
    /** Told what does not fit; NULL: nobody asks. */
    void (*fault)(struct tt_model *model, const struct tt_event *event, const char *what);
    void *context;
};

void tt_model_begin(struct tt_model *model, const struct tt_trace *trace);
void tt_model_step(struct tt_model *model, const struct tt_event *event);
/** Account for what runs at the end. */
void tt_model_end(struct tt_model *model);
void tt_model_free(struct tt_model *model);

/** The thread of an id, a new one if it was not met. */
struct tt_thread *tt_model_thread(struct tt_model *model, unsigned core, uint32_t id);

extern const char *const tt_reason_names[TT_REASONS];

#endif
