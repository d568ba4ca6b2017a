/*
 * On sim time is a model's: shared accesses, kernel calls and switches cost what the table says, and takt_work()
 * what it is told. So orders and counts are evidence here, times are not.
 */
#include "contention.h"

#include "../common/text.h"

#include <takt_sim.h>

const struct contention_board contention_board = {
    .time_kind = "virtual",
    .time_note = "Virtual time of a cost model: counts and orders are evidence, times say nothing about speed.",
    .requests = 4000,
    .rounds = 20,
    .slice = TAKT_MS(2),
    .throughputs = 1,
    .window = TAKT_MS(5),
    .hold = TAKT_US(1),
};

int64_t contention_clock(void)
{
    return takt_now();
}

void contention_machine_look(struct contention_machine *machine)
{
    static char seed[24], costs[24];
    struct takt_text text;

    takt_text_begin(&text, seed, sizeof(seed));
    takt_text_int(&text, (int64_t)takt_sim_seed());
    takt_text_begin(&text, costs, sizeof(costs));
    takt_text_int(&text, takt_sim_costs_hash());
    *machine = (struct contention_machine){.seed = seed, .costs = costs, .load = "none: the machine is simulated"};
}
