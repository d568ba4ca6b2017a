/* Does a recording contradict itself? */
#ifndef TAKT_TOOLS_TRACE_LINT_H
#define TAKT_TOOLS_TRACE_LINT_H

#include "model.h"

struct tt_findings {
    uint64_t faults[TT_RULES];
};

/** Look at everything; the first few faults of each rule are said on out (NULL: none). */
void tt_lint_findings(const struct tt_trace *trace, struct tt_findings *findings, FILE *out);

#endif
