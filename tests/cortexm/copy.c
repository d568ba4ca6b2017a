/* takt_port_copy(): every size and every alignment, and nothing beside the copy is touched. */
#include "scenario.h"

#include "kernel.h"

#define MOST 140 /* beyond two rounds of the long way */

static unsigned char from[MOST + 8] __attribute__((aligned(4))), to[MOST + 16] __attribute__((aligned(4)));

static bool right(unsigned offset_to, unsigned offset_from, unsigned size)
{
    for (unsigned i = 0; i < sizeof to; i++) {
        bool inside = i >= offset_to && i < offset_to + size;

        if (to[i] != (inside ? from[i - offset_to + offset_from] : 0xEE))
            return false;
    }
    return true;
}

static void every_size_and_alignment(void)
{
    for (unsigned i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i + 1);
    for (unsigned size = 0; size <= MOST; size++) {
        for (unsigned offsets = 0; offsets < 16; offsets++) {
            memset(to, 0xEE, sizeof to);
            takt_port_copy(to + 4 + offsets / 4, from + offsets % 4, size);
            EXPECT(right(4 + offsets / 4, offsets % 4, size));
        }
    }
    scenario_cases((MOST + 1) * 16);
}

SCENARIOS(SCENARIO(every_size_and_alignment));
