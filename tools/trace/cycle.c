/* What lies before the first event and behind the last is no whole cycle and is left out. */
#include "cycle.h"

static void end(struct tt_cycle *cycle, uint64_t switches, int64_t now)
{
    uint64_t made = switches - cycle->switches;
    int64_t took = now - cycle->begun;

    if (cycle->cycles++ == 0) {
        cycle->switches_min = cycle->switches_max = made;
        cycle->time_min = cycle->time_max = took;
    }
    cycle->switches_min = made < cycle->switches_min ? made : cycle->switches_min;
    cycle->switches_max = made > cycle->switches_max ? made : cycle->switches_max;
    cycle->switches_sum += made;
    cycle->time_min = took < cycle->time_min ? took : cycle->time_min;
    cycle->time_max = took > cycle->time_max ? took : cycle->time_max;
    cycle->time_sum += took;
}

void tt_cycle_step(struct tt_cycle *cycle, uint64_t switches, int64_t now)
{
    if (cycle->open)
        end(cycle, switches, now);
    cycle->open = true;
    cycle->switches = switches;
    cycle->begun = now;
}

void tt_cycle_print(const struct tt_cycle *cycle, unsigned core)
{
    if (cycle->cycles == 0)
        return;
    printf(
        "\ncycles on core %u: %llu, context switches a cycle %llu to %llu (mean %.2f), time a cycle %.3f us "
        "(%.3f to %.3f)\n",
        core, (unsigned long long)cycle->cycles, (unsigned long long)cycle->switches_min,
        (unsigned long long)cycle->switches_max, (double)cycle->switches_sum / (double)cycle->cycles,
        (double)cycle->time_sum / 1e3 / (double)cycle->cycles, (double)cycle->time_min / 1e3,
        (double)cycle->time_max / 1e3);
}
