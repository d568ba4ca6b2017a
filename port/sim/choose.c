/*
 * The one place of choice. Every step that another core or an interrupt could notice begins here: the running
 * core offers what can happen next, the strategy picks, and the core that was picked goes on. An explorer of
 * all interleavings is another strategy (takt_sim_use); nothing else would change.
 *
 * The fast path: while the running core's clock is below everything else that could happen (the horizon), the
 * timed strategy could only pick this core again, so it isn't asked. The horizon covers the other cores' next
 * steps, which only change through the running core, and all interrupts under way; whoever sends one lowers
 * it (takt_sim_irq_send). A strategy that wants to be asked about every step says so, and the horizon stays
 * at 0.
 *
 * Bound: a choice looks at each core once.
 */
#include "sim.h"

void (*takt_sim_on_choice)(enum takt_sim_point point, const char *site);

/* When each core can go on: by itself, by an interrupt, and the first of the two. */
static uint64_t ready[TAKT_SIM_CORES], signal[TAKT_SIM_CORES], first[TAKT_SIM_CORES];
static struct takt_sim_options options = {.ready = ready, .signal = signal, .first = first};

static uint64_t ready_at(const struct takt_sim_core *core)
{
    if (core->state == TAKT_SIM_RUNS)
        return core->clock;
    return core->state == TAKT_SIM_WORKS ? core->until : TAKT_SIM_NEVER;
}

static uint64_t signal_at(const struct takt_sim_core *core)
{
    if (core->state == TAKT_SIM_STOPPED)
        return TAKT_SIM_NEVER;
    return core->signal_at > core->clock ? core->signal_at : core->clock;
}

void takt_sim_note(const struct takt_sim_core *core)
{
    unsigned id = core->head.id;

    ready[id] = ready_at(core);
    signal[id] = signal_at(core);
    first[id] = ready[id] < signal[id] ? ready[id] : signal[id];
    options.alive &= ~TAKT_SIM_BIT(id);
    if (first[id] != TAKT_SIM_NEVER)
        options.alive |= TAKT_SIM_BIT(id);
}

void takt_sim_wake(uint64_t cores, uint64_t time)
{
    takt_sim.seen &= ~cores;
    for (uint64_t left = cores & takt_sim.waiting; left != 0; left &= left - 1) {
        struct takt_sim_core *core = &takt_sim.core[__builtin_ctzll(left)];

        if (core->state != TAKT_SIM_WORKS)
            continue;
        core->until = time > core->clock ? time : core->clock;
        takt_sim_note(core);
        if (core->until < takt_sim.horizon)
            takt_sim.horizon = core->until;
    }
    takt_sim.waiting &= ~cores;
}

/* Until when the core that was picked can go on unasked. */
static uint64_t horizon(const struct takt_sim_core *picked)
{
    uint64_t soonest = picked->signal_at;

    if (!takt_sim.strategy->may_skip)
        return 0;
    for (unsigned i = 0; i < takt_sim_cores; i++) {
        if (i != picked->head.id && first[i] < soonest)
            soonest = first[i];
    }
    return soonest;
}

/* The strategy's answer, carried out but for the change of context. */
static struct takt_sim_core *pick(const struct takt_sim_core *current, enum takt_sim_point point,
                                  const char *site)
{
    struct takt_sim_answer answer;
    struct takt_sim_core *picked;

    options.number = takt_sim.number;
    options.point = point;
    options.site = site;
    options.current = current->head.id;
    options.cores = takt_sim_cores;
    options.waiting = takt_sim.waiting;
    options.now = takt_sim.now;
    options.clock = current->clock;
    if (options.alive == 0)
        takt_sim_nothing_left();
    answer = takt_sim.strategy->choose(&options);
    picked = &takt_sim.core[answer.core];
    if (picked->clock < answer.at)
        picked->clock = answer.at;
    takt_sim.now = picked->clock;
    picked->state = TAKT_SIM_RUNS;
    if (answer.arrive)
        takt_sim_irq_arrive(picked);
    takt_sim.horizon = horizon(picked);
    return picked;
}

static void ask(struct takt_sim_core *current, enum takt_sim_point point, const char *site)
{
    struct takt_sim_core *picked;

    takt_sim_note(current);
    picked = pick(current, point, site);
    if (picked == current)
        return;
    takt_sim.turns++;
    takt_sim_current = &picked->head;
    takt_context_switch(current->running, picked->running);
}

void takt_sim_boot(struct takt_context *from)
{
    struct takt_sim_core *picked;

    options.alive = 0;
    for (unsigned i = 0; i < takt_sim_cores; i++)
        takt_sim_note(&takt_sim.core[i]);
    takt_sim.begun = true;
    picked = pick(&takt_sim.core[0], TAKT_SIM_STOP, "boot");
    takt_sim_current = &picked->head;
    takt_context_switch(from, picked->running);
}

void takt_sim_choose(enum takt_sim_state state, enum takt_sim_point point, const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    takt_sim.number++;
    core->choices++;
    if (takt_sim_on_choice != NULL)
        takt_sim_on_choice(point, site);
    if (core->choices == core->choice_next)
        takt_sim_inject(core);
    if (state == TAKT_SIM_RUNS && core->clock < takt_sim.horizon)
        return;
    core->state = state;
    ask(core, point, site);
}

void takt_sim_point(enum takt_sim_point point, const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    takt_sim_choose(TAKT_SIM_RUNS, point, site);
    takt_sim_settle(core);
}
