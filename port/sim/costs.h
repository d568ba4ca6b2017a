/* The cost table of the run. */
#ifndef TAKT_SIM_COSTS_H
#define TAKT_SIM_COSTS_H

#include <stdbool.h>
#include <stdint.h>

struct takt_sim_costs {
#define TAKT_COST(name, value, what) uint32_t name##_ns;
#include "costs.def"
#undef TAKT_COST
};

extern struct takt_sim_costs takt_sim_costs;

/** How often each was charged, modulo 2^32. */
struct takt_sim_charged {
#define TAKT_COST(name, value, what) uint32_t name##_times;
#include "costs.def"
#undef TAKT_COST
};

/** Take "zero", "default" or a file of name=ns lines; false: a message went to stderr. */
bool takt_sim_costs_load(const char *source);

#endif
