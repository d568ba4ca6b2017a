/*
 * Nanoseconds to counter units and back, where small is wanted rather than fast: what convert.c does by a product with the
 * reciprocal, by three divisions of the processor's own. The unit fits 16 bits, so each remainder and the next 16 bits of
 * the number make 32.
 */
#include "kernel.h"

#define D ((uint32_t)TAKT_BOARD_COUNT_NS)

_Static_assert(D <= UINT16_MAX, "a remainder and 16 more bits have to fit 32");

uint64_t takt_port_from_ns(takt_time_t ns)
{
    uint64_t n = (uint64_t)ns + D - 1; /* at most 2^63 + 2^16: no overflow */
    uint32_t high = (uint32_t)(n >> 32), low = (uint32_t)n;
    uint32_t middle = high % D << 16 | low >> 16;
    uint32_t last = middle % D << 16 | (low & UINT16_MAX);

    return ((uint64_t)(high / D) << 32) + (middle / D << 16) + last / D;
}

takt_time_t takt_port_to_ns(uint64_t units)
{
    return units > INT64_MAX / D ? INT64_MAX : (takt_time_t)(units * D);
}
