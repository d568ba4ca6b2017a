/*
 * Priority inversions: a thread waits for a mutex whose owner is less urgent. Bounded while only owners run that it
 * waits for, at the end of a chain of mutexes; unbounded once another less urgent thread runs in between, since nothing
 * says how long.
 */
#ifndef TAKT_TOOLS_TRACE_INVERSION_H
#define TAKT_TOOLS_TRACE_INVERSION_H

#include "model.h"
#include "table.h"

/** A thread that waits behind a less urgent one. */
struct tt_window {
    unsigned core;
    uint32_t waiter, mutex, owner, between; /* between: who ran and was no owner; 0: nobody */
    int64_t since;
};

struct tt_inversions {
    struct tt_table owner; /* by core and mutex; count 0: the thread */
    struct tt_window *open;
    size_t count, room;
    struct tt_table found; /* by core and waiter, mutex, owner, thread between */
    uint64_t bounded[TT_CORES], unbounded[TT_CORES];
};

/** After the model took the step. */
void tt_inversions_step(struct tt_inversions *inversions, struct tt_model *model,
                        const struct tt_event *event);
/** What was counted is forgotten; who owns and waits is not. */
void tt_inversions_restart(struct tt_inversions *inversions);
void tt_inversions_print(struct tt_inversions *inversions, const struct tt_trace *trace);
void tt_inversions_free(struct tt_inversions *inversions);

#endif
