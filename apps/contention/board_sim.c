/*
 * On sim time is a model's: shared accesses, kernel calls and switches cost what the table says, and
 * takt_work() what it is told. So orders and counts are evidence here, times are not.
 */
#include "contention.h"

#include "../common/text.h"

#include <takt_sim.h>

#include "costs.h"

/* Each word is read and written; each line comes from another core, and is asked for once more to be written. */
static takt_time_t longest_section(unsigned bytes, takt_time_t hold)
{
    takt_time_t lines = bytes / CONTENTION_LINE + 2;
    takt_time_t words = bytes / sizeof(struct takt_word);

    return 2 * lines * takt_sim_costs.remote_ns + 2 * words * takt_sim_costs.own_ns + hold;
}

/*
 * The lock's own accesses, as in bench/llq/growth_locks.c, and the kernel's part: the steps around them, and an
 * interrupt that wakes the core's manager and goes back, which can come between a call and its registration.
 */
static takt_time_t longest_handover(unsigned cores)
{
    takt_time_t accesses = (6 + 3 * (takt_time_t)cores) * takt_sim_costs.remote_ns;
    takt_time_t interrupt =
        takt_sim_costs.irq_entry_ns + takt_sim_costs.irq_exit_ns + 2 * (takt_time_t)takt_sim_costs.switch_ns;

    return accesses + interrupt + 4 * (takt_time_t)takt_sim_costs.call_ns;
}

const struct contention_board contention_board = {
    .time_kind = "virtual",
    .time_note = "Virtual time, a cost model's: counts and orders are evidence, times say nothing of speed.",
    .longest_section = longest_section,
    .longest_handover = longest_handover,
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
        .think = TAKT_US(50),
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
    *machine = (struct contention_machine){.seed = seed,
                                           .costs = costs,
                                           .load = "none, the machine is simulated",
                                           .exact = takt_sim_timed_run()};
}
