/*
 * On mps2-an521 the cores are QEMU's, and time is what it counts: one ns an instruction, of both cores together. It tells
 * how many instructions a lock costs and what the other core's take in between; it tells nothing of caches and buses. The
 * clock's unit is 50 instructions.
 *
 * A host executes some ten million instructions a second that way, and less where cores give way often; so less is
 * repeated here than elsewhere. What is left of a run is the same each time.
 */
#include "contention.h"

/* Instructions of both cores: those of the core that waits come in between wherever the section gives way. */
static takt_time_t longest_section(unsigned bytes, takt_time_t hold)
{
    return bytes / sizeof(struct takt_word) * 16 + hold;
}

/* With an interrupt that wakes the core's manager and goes back, and turns of the other core. */
static takt_time_t longest_handover(unsigned cores)
{
    return 2000 * (takt_time_t)cores;
}

const struct contention_board contention_board = {
    .time_kind = "instructions",
    .time_note =
        "Emulated cores: 1 ns is one instruction of either core, read in steps of 50. Counts, not speed.",
    .turns = true,
    .longest_section = longest_section,
    .longest_handover = longest_handover,
};

void contention_sizes_default(struct contention_sizes *sizes, unsigned cores)
{
    (void)cores;
    *sizes = (struct contention_sizes){
        .requests = 400,
        .repeats = 5,
        .enough = 1000,
        .rounds = 2,
        .counts = 1,
        .rates = 1,
        .windows = 5,
        .slice = TAKT_MS(2),
        .window = TAKT_MS(4),
        .think = TAKT_US(5),
    };
}

int64_t contention_clock(void)
{
    return takt_now();
}

void contention_machine_look(struct contention_machine *machine)
{
    *machine = (struct contention_machine){.load = "none, time is counted", .exact = true};
}
