/*
 * A strategy for sim that makes the rare interleavings common: now and then a core is held for a long while
 * wherever it just is, in the middle of a masked step too, as a bus or a debugger may hold it; the others go
 * on as the seed says. Chosen by the argument stalls=1.
 */
#include "cross_test.h"

#include <takt_sim.h>

#define ONE_IN  64    /* steps that begin a stall */
#define LONGEST 3000  /* steps of the others */
#define SOON    50000 /* ns */

static uint32_t draws;
static uint64_t held_until[CONFIG_TAKT_CORES];

static void begin(uint64_t seed)
{
    draws = (uint32_t)seed;
    takt_sim_seeded.begin(seed);
}

/* Whether one of these cores has something to do soon; else holding the others would only make time jump. */
static bool busy(const struct takt_sim_options *options, uint64_t cores)
{
    uint64_t soon = (options->now > options->clock ? options->now : options->clock) + SOON;

    for (unsigned core = 0; core < options->cores; core++) {
        if ((cores >> core & 1) != 0 && (options->ready[core] <= soon || options->signal[core] <= soon))
            return true;
    }
    return false;
}

static struct takt_sim_answer choose(const struct takt_sim_options *options)
{
    struct takt_sim_options left = *options;

    if (cross_random(&draws) % ONE_IN == 0)
        held_until[options->current] = options->number + cross_random(&draws) % LONGEST;
    for (unsigned core = 0; core < options->cores; core++) {
        if (held_until[core] > options->number)
            left.alive &= ~(UINT64_C(1) << core);
    }
    if (!busy(options, left.alive))
        left.alive = options->alive;
    return takt_sim_seeded.choose(&left);
}

static const struct takt_sim_strategy stalls = {"seeded", false, begin, choose};

void cross_begin(unsigned core)
{
    if (core == 0 && cross_number("stalls", 0) != 0)
        takt_sim_use(&stalls);
}

uint32_t cross_seed(void)
{
    return (uint32_t)takt_sim_seed();
}

bool cross_exact_time(void)
{
    return takt_sim_timed_run() && cross_number("stalls", 0) == 0;
}

void cross_say_choices(void)
{
    takt_printf("choices=%llu\n", (unsigned long long)takt_sim_choices_all());
}

void cross_die(void)
{
    takt_sim_crash(takt_core_id());
    __builtin_unreachable();
}
