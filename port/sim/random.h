/*
 * The run's own random numbers (SplitMix64): the C library's would differ between machines, and be shared
 * with the application.
 */
#ifndef TAKT_SIM_RANDOM_H
#define TAKT_SIM_RANDOM_H

#include <stdint.h>

static inline uint64_t takt_sim_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/** 0 to below - 1. */
static inline unsigned takt_sim_random_below(uint64_t *state, unsigned below)
{
    return (unsigned)(((takt_sim_random(state) >> 32) * below) >> 32);
}

/** One of the bits that are set, each as likely; there is one. */
static inline unsigned takt_sim_random_bit(uint64_t *state, uint64_t bits)
{
    unsigned n = 0;

    if ((bits & (bits - 1)) != 0)
        n = takt_sim_random_below(state, (unsigned)__builtin_popcountll(bits));
    while (n-- != 0)
        bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
}

#endif
