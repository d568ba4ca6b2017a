/* A piece of a recording, as the report shows it. */
#ifndef TAKT_TOOLS_REPORT_RECORDINGS_H
#define TAKT_TOOLS_REPORT_RECORDINGS_H

#include "../trace/trace.h"

/** Write two cycles of a recording, or its beginning where no marks tell of cycles, as an object of JSON. */
void report_recording(const struct tt_trace *trace, const char *name, FILE *out);

#endif
