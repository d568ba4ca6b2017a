/* What the unit tests share: cmocka with all that it wants included before, and numbers that a seed repeats.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/** The state of the random numbers; set by unit_seed(). */
extern uint64_t unit_random_state;

/** Take the seed from the command line (default 1), print it with the amount of work that it drives. */
void unit_seed(int argc, char **argv, unsigned long operations);

/** A random number below limit (xorshift64*). */
static inline uint32_t unit_random(uint32_t limit)
{
    unit_random_state ^= unit_random_state >> 12;
    unit_random_state ^= unit_random_state << 25;
    unit_random_state ^= unit_random_state >> 27;
    return (uint32_t)((unit_random_state * UINT64_C(2685821657736338717)) >> 33) % limit;
}

#endif
