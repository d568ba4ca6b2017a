/* Who preempts whom by waking another. */
#ifndef TAKT_TOOLS_REPLAY_PAIRS_H
#define TAKT_TOOLS_REPLAY_PAIRS_H

#include "replay.h"

/** Print the pairs of threads of which the one resumes the other and loses its core to it at once. */
void tt_pairs_print(const struct tt_replay *replay);

#endif
