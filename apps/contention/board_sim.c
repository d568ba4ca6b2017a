/*
 * On sim time is a model's: shared accesses, kernel calls and switches cost what the table says, and
 * takt_work() what it is told. So orders and counts are evidence here, times are not.
 */
#include "contention.h"

#include "../common/text.h"

#include <takt_sim.h>

const struct contention_board contention_board = {
    .time_kind = "virtual",
    .time_note = "Virtual time, a cost model's: counts and orders are evidence, times say nothing of speed.",
};

/*
 * The host's work grows with the accesses of cores that wait, that is with the square of the cores; so the
 * requests of all cores together stay what they are with two, and with very many cores less is repeated.
 */
void contention_sizes_default(struct contention_sizes *sizes, unsigned cores)
{
    bool many = cores > 8;
    uint32_t part = cores > 2 ? cores : 2;

    *sizes = (struct contention_sizes){
        .requests = part > 50 ? 16 : 800 / part,
        .repeats = many ? 2 : 5,
        .enough = 4000,
        .rounds = many ? 4 : 20,
        .counts = 3,
        .rates = 1,
        .windows = 9,
        .slice = many ? TAKT_US(250) : TAKT_MS(4) / part,
        .window = many ? TAKT_MS(1) : TAKT_MS(10) / part,
        .hold = TAKT_US(1),
    };
}

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
    *machine =
        (struct contention_machine){.seed = seed, .costs = costs, .load = "none, the machine is simulated"};
}
