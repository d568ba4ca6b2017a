/*
 * What happens on a core when interrupts are open: first the handlers that are pending, then a pended switch.
 *
 * The switch takes place in the context of the thread that loses the core, with interrupts masked, in the
 * middle of whatever it did: in takt_sim_open() when it gave way itself, or at the end of the outermost
 * handler. It comes back here when it is chosen again, goes on with the loop, and returns to what it did. A
 * new thread begins in begin(), which opens interrupts for it.
 *
 * The lock law: at a switch the kernel lock is free and no handler is active. A violation would let another
 * thread meet a half-done operation, so it stops the core here, at the place that caused it.
 */
#include "sim.h"

#include "kernel.h"

static void change_threads(struct takt_sim_core *core)
{
    struct takt_context *prev = core->running, *next;

    core->head.masked = 1;
    core->head.switch_due = false;
    TAKT_ASSERT(!core->head.kernel->locked && core->head.depth == 0);
    next = takt_sched_switch();
    TAKT_ASSERT(core->head.masked && next != NULL);
    core->head.watched = false;
    if (next != prev) {
        core->counters.switches++;
        takt_sim.turns++;
        TAKT_SIM_CHARGE(core, switch, 1);
        core->running = next;
        takt_context_switch(prev, next);
    }
    core->head.masked = 0;
}

static bool switch_is_open(const struct takt_sim_core *core)
{
    return core->head.switch_due && core->head.depth == 0 && !core->head.masked;
}

void takt_sim_settle(struct takt_sim_core *core)
{
    for (;;) {
        if (takt_sim_irq_open(core) != 0) {
            takt_sim_irq_take(core);
        } else if (switch_is_open(core)) {
            takt_sim_choose(TAKT_SIM_RUNS, TAKT_SIM_SWITCH, "switch");
            if (takt_sim_irq_open(core) == 0)
                change_threads(core);
        } else {
            return;
        }
    }
}

/* First code of a thread, in the middle of the switch that chose it. */
static void begin(void (*entry)(void))
{
    struct takt_sim_core *core = takt_sim_core();

    core->head.masked = 0;
    takt_sim_settle(core);
    entry();
}

void takt_port_context_init(struct takt_context *context, void *stack, size_t size, void (*entry)(void))
{
    takt_context_init(context, stack, size, begin, entry);
}

void takt_port_start(struct takt_context *first)
{
    struct takt_sim_core *core = takt_sim_core();

    core->running = first;
    takt_context_switch(&core->boot, first);
    __builtin_unreachable();
}
