/* Between a recording's demands and contract files: what advice promises, and what it is held to. */
#ifndef TAKT_TOOLS_REPLAY_PROMISE_H
#define TAKT_TOOLS_REPLAY_PROMISE_H

#include "../trace/arguments.h"
#include "bound.h"

/** --contract FILE: write what the bounds rest on. @return 0; -1: said on the standard error */
int tt_promise_write(const struct tt_demands *demands, const struct tt_replay *replay,
                     const struct tt_arguments *arguments);

/**
 * --under FILE: the demands are what a contract allows, not what was recorded: its computing times, and interrupts as
 * often as it lets them come. @return 0; -1: said on the standard error
 */
int tt_promise_take(struct tt_demands *demands, const struct tt_replay *replay,
                    const struct tt_arguments *arguments);

#endif
