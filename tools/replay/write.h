/* A run as a recording of its own. */
#ifndef TAKT_TOOLS_REPLAY_WRITE_H
#define TAKT_TOOLS_REPLAY_WRITE_H

#include "../trace/trace.h"

/** Write events with the tables of the recording that they come from. @return 0; -1: said on the standard error */
int tt_write(const struct tt_trace *trace, const struct tt_event *event, size_t count, const char *path);

#endif
