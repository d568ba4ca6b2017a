/*
 * The port's primitives that are more than a word: opening interrupts, waiting, timer, doorbell, copies, work.
 *
 * Waiting for another core must let it come on, also when nothing costs anything, and a long wait must not take the
 * host long: a core that looks in vain is left alone until there is something new to see (takt_port_relax).
 */
#include "sim.h"

#include "port.h"

#include <takt/timer.h>

#include <string.h>

#define LOOK_AT_CLOCK  1000u  /* ns: how exactly a core that waits in a loop keeps its deadline */
#define LOOK_AT_MEMORY 20000u /* ns: how often it looks otherwise */

void (*takt_sim_on_mask)(const char *site);
void (*takt_sim_on_unmask)(const char *site);

void takt_sim_open(const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    if (core->head.masked && takt_sim_on_unmask != NULL)
        takt_sim_on_unmask(site);
    core->head.masked = 0;
    TAKT_SIM_CHARGE(core, call, 1);
    takt_sim_point(TAKT_SIM_OPEN, site);
}

void takt_sim_step(const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    if (core->head.masked)
        return;
    TAKT_SIM_CHARGE(core, step, 1);
    takt_sim_point(TAKT_SIM_OPEN, site);
}

uint64_t takt_port_counter(void)
{
    takt_sim_core()->told_time = true;
    return takt_sim.start + takt_sim_core()->clock;
}

void takt_port_copy(void *to, const void *from, size_t size)
{
    struct takt_sim_core *core = takt_sim_core();
    size_t half = size / 2;

    memcpy(to, from, half);
    TAKT_SIM_CHARGE(core, byte, half);
    takt_sim_point(TAKT_SIM_WORK, "copy");
    memcpy((char *)to + half, (const char *)from + half, size - half);
    TAKT_SIM_CHARGE(core, byte, size - half);
}

void takt_port_timer_raise(void)
{
    struct takt_sim_core *core = takt_sim_core();

    core->timer_raised = true;
    core->pending |= TAKT_SIM_BIT(TAKT_SIM_LINE_TIMER);
    if (!core->head.masked)
        takt_sim_point(TAKT_SIM_IRQ, "timer raised"); /* with interrupts open it is taken at once */
}

/* A timer that is pending, but not taken yet, belongs to the call before, unless it was raised: only the last call counts. */
void takt_port_timer_set(uint64_t when)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t ahead = when - takt_port_counter();

    if (!core->timer_raised)
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

/*
 * One turn. The first lets the others go first. From the second in vain on, that is when nothing has changed that
 * this core looked at since the turn before, it looks again when something does, when an interrupt arrives, or
 * after a while: the loop may have a deadline, or wait for memory that the simulator does not know of.
 */
void takt_port_relax(void)
{
    struct takt_sim_core *core = takt_sim_core();
    uint64_t me = TAKT_SIM_BIT(core->head.id);
    bool in_vain = (takt_sim.seen & me) != 0;

    TAKT_SIM_CHARGE(core, relax, 1);
    core->until = core->clock + (core->told_time ? LOOK_AT_CLOCK : LOOK_AT_MEMORY);
    core->told_time = false;
    takt_sim.seen |= me;
    takt_sim.waiting |= me;
    takt_sim_choose(in_vain ? TAKT_SIM_WORKS : TAKT_SIM_RUNS, TAKT_SIM_RELAX, "relax");
    takt_sim.waiting &= ~me;
    takt_sim_settle(core);
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
    takt_sim_choose(TAKT_SIM_STOPPED, TAKT_SIM_STOP, "stop");
    __builtin_unreachable();
}
