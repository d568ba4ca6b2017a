/* The commands of takt-trace. Each returns the exit status: 0, or 1 if the recording has faults or losses. */
#ifndef TAKT_TOOLS_TRACE_COMMANDS_H
#define TAKT_TOOLS_TRACE_COMMANDS_H

#include "arguments.h"
#include "trace.h"

int tt_info(const struct tt_trace *trace);
int tt_lint(const struct tt_trace *trace);
int tt_list(const struct tt_trace *trace);
/** cycle, between: as match.h reads them; NULL: none. */
int tt_stats(const struct tt_trace *trace, const char *cycle, const char *between);
/** Latencies in parts; --out: each one as CSV; --limit THREAD=US: longer ones are faults. */
int tt_chains(const struct tt_trace *trace, const struct tt_arguments *arguments);
/** With the second file: is it the same? --within PERCENT, --only order or figures. */
int tt_diff(const struct tt_trace *trace, const struct tt_arguments *arguments);
/** As a recording of Takt's: --out FILE, --tick NS. */
int tt_import(const struct tt_trace *trace, const struct tt_arguments *arguments);
/** A page of its own: name stands above it. */
int tt_html(const struct tt_trace *trace, const char *name, const char *path);
int tt_export(const struct tt_trace *trace, const char *name, const char *path);

/* tools/replay: the recording on the real kernel, as it was and changed. */
int tt_replay_command(const struct tt_trace *trace, const struct tt_arguments *arguments);
int tt_advise_command(const struct tt_trace *trace, const struct tt_arguments *arguments);

#endif
