/*
 * A simulation of tasks that share locks by the rules of docs/llq.md, tick by tick, to hold the analysis
 * against: no job may take longer than the analysis says.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "../../tools/blocking.h"

/** Random numbers, from a seed that is printed. */
uint32_t simulate_random(uint32_t below);
void simulate_seed(uint64_t seed);

/**
 * Run a table whose times are whole units.
 * @param ticks how long
 * @param worst longest response of each task, in units
 * @return jobs that ended
 */
unsigned long simulate(const struct blocking_set *set, unsigned ticks, int64_t worst[BLOCKING_TASKS]);

#endif
