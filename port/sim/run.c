/*
 * A run: make the cores, let them boot, and come back to main() with a status.
 *
 * Before the run, core 0 stands for the caller, masked, with a horizon that is never reached: so code that
 * uses the port's primitives from main() passes its choice points without asking anybody.
 */
#include "sim.h"

#include "port.h"

#define BOOT_STACK 65536u

struct takt_sim takt_sim = {
    .strategy = &takt_sim_timed,
    .mode = "timed",
    .horizon = TAKT_SIM_NEVER,
    .core[0] = {.head.masked = 1, .level = TAKT_PORT_IRQ_PRIORITIES, .choice_next = TAKT_SIM_NEVER},
};

struct takt_sim_head *takt_sim_current = &takt_sim.core[0].head;
unsigned takt_sim_cores = 1;

static _Alignas(64) unsigned char boot_stacks[TAKT_SIM_CORES][BOOT_STACK];

static void begin(void (*entry)(void))
{
    entry();
}

static void make_core(unsigned id)
{
    struct takt_sim_core *core = &takt_sim.core[id];

    *core = (struct takt_sim_core){.head = {.kernel = takt_core_state(id), .masked = 1, .id = (uint8_t)id}};
    core->running = &core->boot;
    takt_sim_irq_init(core);
    takt_context_init(&core->boot, boot_stacks[id], BOOT_STACK, begin, takt_core_start);
}

int takt_sim_run(unsigned cores, const struct takt_sim_strategy *strategy, uint64_t seed, uint64_t start)
{
    takt_sim_cores = cores;
    takt_sim.mode = strategy->name;
    takt_sim.seed = seed;
    takt_sim.start = start;
    takt_sim_use(strategy);
    for (unsigned id = 0; id < cores; id++)
        make_core(id);
    takt_sim_boot(&takt_sim.host);
    return takt_sim.status;
}

void takt_sim_finish(int status)
{
    takt_sim.status = status;
    takt_context_switch(takt_sim_core()->running, &takt_sim.host);
    __builtin_unreachable();
}
