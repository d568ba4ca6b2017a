/*
 * The port's primitives that are more than a word: opening interrupts, waiting, the timer, the doorbell,
 * work.
 *
 * Waiting for another core must let it come on, also when nothing costs anything, and a long wait must not take the
 * host long. So a core that looked once more in vain (nothing changed since its last turn of relax) moves its clock
 * to the next thing that can happen, but at most RELAX_STEP, so that its own deadlines are met to that precision.
 */
#include "sim.h"

#include "port.h"

#include <takt/timer.h>

#define RELAX_STEP 1000u

void (*takt_sim_on_mask)(const char *site);
void (*takt_sim_on_unmask)(const char *site);

void takt_sim_open(const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    if (core->head.masked && takt_sim_on_unmask != NULL)
        takt_sim_on_unmask(site);
    core->head.masked = 0;
    takt_sim.waiting &= ~TAKT_SIM_BIT(core->head.id);
    takt_sim_charge(core, takt_sim_costs.call_ns);
    takt_sim_point(TAKT_SIM_OPEN, site);
}

uint64_t takt_port_counter(void)
{
    return takt_sim.start + takt_sim_core()->clock;
}

/* A timer that is pending, but not taken yet, belongs to the call before: only the last call counts. */
void takt_port_timer_set(uint64_t when)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t ahead = when - takt_port_counter();

    core->pending &= ~TAKT_SIM_BIT(TAKT_SIM_LINE_TIMER);
    if (when == UINT64_MAX)
        takt_sim_irq_send(core, TAKT_SIM_LINE_TIMER, TAKT_SIM_NEVER);
    else
        takt_sim_irq_send(core, TAKT_SIM_LINE_TIMER, core->clock + ((int64_t)ahead > 0 ? ahead : 0));
}

void takt_port_doorbell(unsigned to)
{
    struct takt_sim_core *core = takt_sim_core(), *other = &takt_sim.core[to];
    uint64_t when = core->clock + takt_sim_costs.doorbell_ns;

    takt_sim_changed(core);
    if (when < other->line[TAKT_SIM_LINE_DOORBELL].arrives ||
        !(other->under_way & TAKT_SIM_BIT(TAKT_SIM_LINE_DOORBELL)))
        takt_sim_irq_send(other, TAKT_SIM_LINE_DOORBELL, when);
    takt_sim_point(TAKT_SIM_DOORBELL, "doorbell");
}

void takt_port_idle(void)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t seen = core->counters.interrupts;

    while (core->counters.interrupts == seen) {
        takt_sim_choose(TAKT_SIM_WAITS, TAKT_SIM_IDLE, "idle");
        takt_sim_settle(core);
    }
}

/* When it can make a difference that the core looks again, or as far ahead as its own deadline allows. */
static uint64_t relax_until(const struct takt_sim_core *core)
{
    uint64_t until = core->clock + RELAX_STEP, others = takt_sim_first(core);

    if (others < until)
        until = others;
    return core->signal_at < until ? core->signal_at : until;
}

void takt_port_relax(void)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t me = TAKT_SIM_BIT(core->head.id), until;

    takt_sim_charge(core, takt_sim_costs.relax_ns);
    if (takt_sim.seen & me) {
        until = relax_until(core);
        if (until > core->clock)
            core->clock = until;
    }
    takt_sim.seen |= me;
    takt_sim.waiting |= me;
    takt_sim_point(TAKT_SIM_RELAX, "relax");
}

/* What handlers and other threads take in between happens in takt_sim_settle() and does not count. */
void takt_work(takt_time_t ns)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t left = ns > 0 ? (uint64_t)ns : 0;

    if (!takt_sim.begun) {
        core->clock += left;
        return;
    }
    do {
        uint64_t began = core->clock, done;

        takt_sim_changed(core);
        core->until = core->clock + left;
        takt_sim_choose(TAKT_SIM_WORKS, TAKT_SIM_WORK, "takt_work");
        done = core->clock - began;
        left -= done < left ? done : left;
        takt_sim_settle(core);
    } while (left != 0);
}

void takt_port_stop(void)
{
    struct takt_sim_core *core = takt_sim_core();

    core->head.masked = 1;
    takt_sim_changed(core);
    takt_sim_choose(TAKT_SIM_STOPPED, TAKT_SIM_STOP, "stop");
    __builtin_unreachable();
}
