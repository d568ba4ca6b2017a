/* A trace as a recording of Takt's own, as trace/format.h says. */
#ifndef TAKT_TOOLS_TRACE_WRITE_H
#define TAKT_TOOLS_TRACE_WRITE_H

#include "trace.h"

/**
 * unit: nanoseconds of the trace's units; 1 but for clocks whose length the reader did not know.
 * @return 0; -1: it cannot be written, and why was said on the standard error
 */
int tt_write(const struct tt_trace *trace, double unit, const char *path);

#endif
