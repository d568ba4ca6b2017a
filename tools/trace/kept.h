/* What a recording says of times that were not kept: contracts, deadlines, budgets, watchdogs. */
#ifndef TAKT_TOOLS_TRACE_KEPT_H
#define TAKT_TOOLS_TRACE_KEPT_H

#include "trace.h"

#include <stdio.h>

/** Print a line for each thread and interrupt that broke something. @return how often, in all */
uint64_t tt_kept_print(const struct tt_trace *trace, FILE *out);

#endif
