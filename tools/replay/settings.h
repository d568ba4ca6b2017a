/* --set THREAD.WHAT=NUMBER: what a person asks for. */
#ifndef TAKT_TOOLS_REPLAY_SETTINGS_H
#define TAKT_TOOLS_REPLAY_SETTINGS_H

#include "../trace/arguments.h"
#include "replay.h"

/** The recorded settings, changed as the arguments say. @return NULL: they make no sense, as was said; else free() it */
struct tt_setting *tt_settings(const struct tt_replay *replay, const struct tt_arguments *arguments);

/** The thread of a name ("core:name" where several cores have it). @return TT_NOBODY: said on the standard error */
uint32_t tt_thread_named(const struct tt_replay *replay, const char *name, size_t length);

/** A time as a person writes it: a number with ns, us, ms or s. @return -1: it is none */
int64_t tt_time(const char *text);

#endif
