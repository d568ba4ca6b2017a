/* The command line of a program for sim, and its run. */
#include "../common/options.h"
#include "sim.h"

#include <stdio.h>
#include <string.h>

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

static uint64_t seed = 1, cores = CONFIG_TAKT_CORES, start, limit;
static const struct takt_sim_strategy *strategy = &takt_sim_timed;
static const char *costs = "default";

static bool take_seed(const char *text)
{
    return takt_option_number(text, 0, UINT64_MAX, &seed);
}

static bool take_cores(const char *text)
{
    return takt_option_number(text, 1, CONFIG_TAKT_CORES, &cores);
}

static bool take_start(const char *text)
{
    return takt_option_number(text, 0, UINT64_MAX, &start);
}

static bool take_limit(const char *text)
{
    return takt_option_number(text, 0, 1000000, &limit);
}

static bool take_costs(const char *text)
{
    costs = text;
    return true;
}

static bool take_mode(const char *text)
{
    if (strcmp(text, "seeded") == 0)
        strategy = &takt_sim_seeded;
    else if (strcmp(text, "timed") != 0)
        return false;
    return true;
}

static const struct takt_option options[] = {
    {"--seed", "N", "what ties and choices are drawn from (1)", take_seed, "a whole number"},
    {"--mode", "timed|seeded", "who goes on: by the clocks, or by the seed (timed)", take_mode,
     "timed or seeded"},
    {"--cores", "N", "cores of this run, at most CONFIG_TAKT_CORES (" TEXT(CONFIG_TAKT_CORES) ")", take_cores,
     "1 to " TEXT(CONFIG_TAKT_CORES) "; build with --set CONFIG_TAKT_CORES=N for more, up to 64"},
    {"--costs", "TABLE", "zero, default, or a file of name=ns lines (default)", take_costs, NULL},
    {"--start", "NS", "what the cores' counters begin at (0)", take_start,
     "a whole number of ns, below 2^64"},
    {"--limit", "SECONDS", "end the run after so much processor time of the host (0: never)", take_limit,
     "a number of seconds"},
    {NULL, NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    int status;

    takt_options_take(argc, argv, options);
    if (!takt_sim_costs_load(costs))
        return 2;
    takt_sim_watch((unsigned)limit);
    status = takt_sim_run((unsigned)cores, strategy, seed, start);
    fflush(stdout);
    if (status != 0)
        takt_sim_replay();
    return status;
}
