/*
 * The two strategies of every day.
 *
 * Timed: what comes first by the clocks happens first, as on real cores that run side by side. Cores at the
 * same time are drawn by the seed, but one that waits in a loop lets the others go first.
 *
 * Seeded: the seed picks any core at each point, as if the others were slow just there, and decides whether
 * an interrupt that is due arrives now or a little later. One clock for all, which each step moves by a
 * random bit, so that timers meet the code everywhere, while time-outs stay in proportion: a second is some
 * million steps. Work and idle cores wait for their time, unless nothing else is left to happen.
 */
#include "random.h"
#include "sim.h"

static uint64_t draws;

static void begin(uint64_t seed)
{
    draws = seed;
    (void)takt_sim_random(&draws); /* neighbouring seeds begin far apart */
}

/* The cores that can go on up to a time; if there is none, those that come first, and that time. */
static uint64_t candidates(const struct takt_sim_options *options, uint64_t *time)
{
    uint64_t due = 0, ties = 0, first = TAKT_SIM_NEVER;

    for (uint64_t left = options->alive; left != 0; left &= left - 1) {
        unsigned core = (unsigned)__builtin_ctzll(left);
        uint64_t next = options->first[core];

        if (next <= *time)
            due |= TAKT_SIM_BIT(core);
        if (next < first)
            ties = 0;
        if (next <= first) {
            first = next;
            ties |= TAKT_SIM_BIT(core);
        }
    }
    if (due != 0)
        return due;
    *time = first;
    return ties;
}

static struct takt_sim_answer timed_choose(const struct takt_sim_options *options)
{
    uint64_t time = 0, ties = candidates(options, &time);
    unsigned core;

    if ((ties & ~options->waiting) != 0)
        ties &= ~options->waiting;
    core = takt_sim_random_bit(&draws, ties);
    return (struct takt_sim_answer){core, options->signal[core] <= time, time};
}

/* Most steps take no time or a few ns; a few take long enough to meet the next timer. */
static uint64_t jitter(void)
{
    uint64_t draw = takt_sim_random(&draws), kind = draw >> 58;

    if (kind < 32)
        return 0;
    return kind < 62 ? draw % 128 : draw % 4096;
}

static struct takt_sim_answer seeded_choose(const struct takt_sim_options *options)
{
    uint64_t time = options->now > options->clock ? options->now : options->clock;
    uint64_t due = candidates(options, &time);
    unsigned core = takt_sim_random_bit(&draws, due);
    bool arrive = options->signal[core] <= time;

    if (arrive && options->ready[core] <= time)
        arrive = takt_sim_random_below(&draws, 4) != 0;
    return (struct takt_sim_answer){core, arrive, time + jitter()};
}

const struct takt_sim_strategy takt_sim_timed = {"timed", true, begin, timed_choose};
const struct takt_sim_strategy takt_sim_seeded = {"seeded", false, begin, seeded_choose};

void takt_sim_use(const struct takt_sim_strategy *strategy)
{
    takt_sim.strategy = strategy;
    takt_sim.horizon = 0;
    strategy->begin(takt_sim.seed);
}
