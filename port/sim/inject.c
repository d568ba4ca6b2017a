/*
 * What tests do to the simulated machine (takt_sim.h): interrupts and deaths at an exact time or step.
 *
 * A step of a core is a choice point that it passed; the same program with the same seed passes the same
 * ones, so a test runs once to count them and then once for each, with something happening just there.
 */
#include "sim.h"

#include <string.h>

/* Steps that have passed when they are asked for never come. */
static void take_earlier(struct takt_sim_core *core, uint64_t step)
{
    if (step > core->choices && step < core->choice_next)
        core->choice_next = step;
}

static void find_next_choice(struct takt_sim_core *core)
{
    core->choice_next = TAKT_SIM_NEVER;
    take_earlier(core, core->crash_at);
    for (unsigned i = 0; i < TAKT_PORT_IRQ_LINES; i++)
        take_earlier(core, core->line[i].at_choice);
}

void takt_sim_inject(struct takt_sim_core *core)
{
    uint64_t step = core->choices;

    for (unsigned i = 0; i < TAKT_PORT_IRQ_LINES; i++) {
        if (core->line[i].at_choice != step)
            continue;
        core->line[i].at_choice = TAKT_SIM_NEVER;
        core->pending |= TAKT_SIM_BIT(i);
    }
    if (core->crash_at == step)
        takt_sim_crash(core->head.id);
    find_next_choice(core);
}

void takt_sim_pend(unsigned core, unsigned line)
{
    takt_sim_pend_at(core, line, takt_sim_core()->clock);
}

void takt_sim_pend_at(unsigned core, unsigned line, uint64_t time)
{
    struct takt_sim_core *to = &takt_sim.core[core];

    if (!(to->under_way & TAKT_SIM_BIT(line)) || time < to->line[line].arrives)
        takt_sim_irq_send(to, line, time);
}

void takt_sim_pend_at_choice(unsigned core, unsigned line, uint64_t k)
{
    takt_sim.core[core].line[line].at_choice = k;
    find_next_choice(&takt_sim.core[core]);
}

void takt_sim_hold(unsigned line, bool active)
{
    struct takt_sim_core *core = takt_sim_core();

    core->active &= ~TAKT_SIM_BIT(line);
    if (active) {
        core->active |= TAKT_SIM_BIT(line);
        core->pending |= TAKT_SIM_BIT(line);
    }
}

void takt_sim_crash_at_choice(unsigned core, uint64_t k)
{
    takt_sim.core[core].crash_at = k;
    find_next_choice(&takt_sim.core[core]);
}

void takt_sim_crash(unsigned core)
{
    takt_sim.core[core].crash_at = TAKT_SIM_NEVER;
    if (&takt_sim.core[core] == takt_sim_core())
        takt_port_stop();
    takt_sim.core[core].state = TAKT_SIM_STOPPED;
    takt_sim_note(&takt_sim.core[core]);
    takt_sim.horizon = 0;
}

bool takt_port_fence(unsigned core)
{
    takt_sim_crash(core);
    return true;
}

uint64_t takt_sim_choices(unsigned core)
{
    return takt_sim.core[core].choices;
}

uint64_t takt_sim_choices_all(void)
{
    return takt_sim.number;
}

uint64_t takt_sim_clock(unsigned core)
{
    return takt_sim.core[core].clock;
}

bool takt_sim_timed_run(void)
{
    return strcmp(takt_sim.mode, "timed") == 0;
}

uint64_t takt_sim_seed(void)
{
    return takt_sim.seed;
}

struct takt_sim_counters takt_sim_counters(unsigned core)
{
    return takt_sim.core[core].counters;
}
