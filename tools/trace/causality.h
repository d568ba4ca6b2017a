/* What happens on one core because of another comes after its cause. */
#ifndef TAKT_TOOLS_TRACE_CAUSALITY_H
#define TAKT_TOOLS_TRACE_CAUSALITY_H

#include "model.h"

struct tt_causality;

struct tt_causality *tt_causality_begin(unsigned cores);
/** Before the model takes the step. Faults are told as the model's are. */
void tt_causality_step(struct tt_causality *causality, struct tt_model *model, const struct tt_event *event);
void tt_causality_end(struct tt_causality *causality, struct tt_model *model);

#endif
