/*
 * Nanoseconds to counter units and back. The counter's unit is a whole number of ns (TAKT_BOARD_COUNT_NS), and the
 * processor has no instruction for a 64-bit division: a product with the reciprocal takes its place.
 *
 * With d the divisor, s = floor(log2 d) and m = ceil(2^(64+s) / d): floor(n / d) = floor(n m / 2^(64+s)) for
 * every n below 2^63, as m exceeds the exact reciprocal by less than d <= 2^(s+1) parts of 2^(64+s), which makes
 * less than 1/d of the quotient (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994).
 * m fits 64 bits when d is no power of two.
 */
#include "kernel.h"

#define D          ((uint64_t)TAKT_BOARD_COUNT_NS)
#define SHIFT      (63 - __builtin_clzll(D))
#define RECIPROCAL ((UINT64_MAX / D << SHIFT) + (((UINT64_MAX % D + 1) << SHIFT) + D - 1) / D)

_Static_assert((D & (D - 1)) != 0, "a unit of 2^n ns needs a shift instead of this file's product");

/* The upper half of a product. */
static uint64_t high(uint64_t a, uint64_t b)
{
    uint32_t a0 = (uint32_t)a, a1 = (uint32_t)(a >> 32), b0 = (uint32_t)b, b1 = (uint32_t)(b >> 32);
    uint64_t low = (uint64_t)a0 * b0;
    uint64_t middle = (uint64_t)a1 * b0 + (low >> 32);
    uint64_t other = (uint64_t)a0 * b1 + (uint32_t)middle;

    return (uint64_t)a1 * b1 + (middle >> 32) + (other >> 32);
}

uint64_t takt_port_from_ns(takt_time_t ns)
{
    return ns == 0 ? 0 : (high((uint64_t)ns - 1, RECIPROCAL) >> SHIFT) + 1;
}

takt_time_t takt_port_to_ns(uint64_t units)
{
    return units > INT64_MAX / D ? INT64_MAX : (takt_time_t)(units * D);
}
