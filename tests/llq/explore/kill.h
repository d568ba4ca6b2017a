/*
 * Scenarios for faults: small, so that one that is not found costs seconds, and together by every operation of the lock.
 */
#ifndef TESTS_LLQ_EXPLORE_KILL_H
#define TESTS_LLQ_EXPLORE_KILL_H

#include "explore.h"

/** Their numbers: the linked engine's come first, then the others'. */
#define KILL_LINKED 11u
#define KILL_ALL    22u

/** How one of them is explored. @return its name */
const char *kill_scenario(unsigned number, void (*mutate)(struct explore_op *), struct explore *scenario);

/**
 * Explore with a fault.
 * @param scenarios a bit for each
 * @param where     name of the one that showed it
 * @return what the fault does in the first of these scenarios that shows it; NULL: it was not seen
 */
const char *kill_fault(void (*mutate)(struct explore_op *), uint32_t scenarios, const char **where);

#endif
