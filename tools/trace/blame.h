/* Who waited for what and who ended the wait; and whose resumptions preempted the resumer at once. */
#ifndef TAKT_TOOLS_TRACE_BLAME_H
#define TAKT_TOOLS_TRACE_BLAME_H

#include "model.h"
#include "table.h"

struct tt_blame {
    struct tt_table waits;        /* core and waiter, object, actor: count, time, longest */
    struct tt_table at_once;      /* core and thread, actor: count */
    struct tt_table objects;      /* core and object: see blame.c */
    bool call[TAKT_TRACE_EVENTS]; /* events that are calls on an object */
};

void tt_blame_begin(struct tt_blame *blame);
/** Before the model takes the step. */
void tt_blame_before(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event);
/** After it. */
void tt_blame_after(struct tt_blame *blame, struct tt_model *model, const struct tt_event *event);
void tt_blame_print(struct tt_blame *blame, const struct tt_trace *trace);
void tt_blame_free(struct tt_blame *blame);

#endif
