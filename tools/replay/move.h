/* Threads that run on another core than they were recorded on. */
#ifndef TAKT_TOOLS_REPLAY_MOVE_H
#define TAKT_TOOLS_REPLAY_MOVE_H

#include "replay.h"

/**
 * Move each thread whose setting has another core than it was recorded on, and what only such threads use; the score is
 * changed. @return 0; -1: one cannot be moved, and why was said on the standard error
 */
int tt_move(struct tt_replay *replay, const struct tt_setting *setting);

/** The recording with the tables of the cores that things have moved to. Free with tt_moved_free(). */
void tt_moved_trace(const struct tt_replay *replay, struct tt_trace *run);
void tt_moved_free(const struct tt_replay *replay, struct tt_trace *run);

#endif
