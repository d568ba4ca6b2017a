/* What objects held when recording began. */
#ifndef TAKT_TOOLS_REPLAY_INITIAL_H
#define TAKT_TOOLS_REPLAY_INITIAL_H

#include "score.h"

/** Fill in what is not in the recording's table. @return 0; -1: it cannot be known, as the standard error says */
int tt_initial(struct tt_score *score);

#endif
