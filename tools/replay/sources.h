/* When interrupts came, where it can be told better than by when they were taken. */
#ifndef TAKT_TOOLS_REPLAY_SOURCES_H
#define TAKT_TOOLS_REPLAY_SOURCES_H

#include "score.h"

/** Put the interrupts of sources that are periodic where they came. */
void tt_sources(struct tt_score *score);

#endif
