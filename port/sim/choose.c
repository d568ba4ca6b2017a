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

uint64_t takt_sim_next(const struct takt_sim_core *core)
{
    uint64_t ready = ready_at(core), signal = signal_at(core);

    return ready < signal ? ready : signal;
}

/* What can happen next. Static: only one core is here at a time, and stacks are small. */
static struct takt_sim_options *look(struct takt_sim_core *current, enum takt_sim_point point,
                                     const char *site)
{
    static uint64_t ready[TAKT_SIM_CORES], signal[TAKT_SIM_CORES];
    static struct takt_sim_options options = {.ready = ready, .signal = signal};

    options.number = takt_sim.number;
    options.point = point;
    options.site = site;
    options.current = current->head.id;
    options.cores = takt_sim_cores;
    options.now = takt_sim.now;
    options.clock = current->clock;
    options.alive = options.relaxed = 0;
    for (unsigned i = 0; i < takt_sim_cores; i++) {
        const struct takt_sim_core *core = &takt_sim.core[i];

        ready[i] = ready_at(core);
        signal[i] = signal_at(core);
        if (ready[i] != TAKT_SIM_NEVER || signal[i] != TAKT_SIM_NEVER)
            options.alive |= TAKT_SIM_BIT(i);
        if (core->relaxed == takt_sim.progress)
            options.relaxed |= TAKT_SIM_BIT(i);
    }
    return &options;
}

/* Until when the core that was picked can go on unasked. */
static uint64_t horizon(const struct takt_sim_core *picked)
{
    uint64_t first = picked->signal_at;

    if (!takt_sim.strategy->may_skip)
        return 0;
    for (unsigned i = 0; i < takt_sim_cores; i++) {
        uint64_t next = takt_sim_next(&takt_sim.core[i]);

        if (&takt_sim.core[i] != picked && next < first)
            first = next;
    }
    return first;
}

static void go_on(struct takt_sim_core *current, struct takt_sim_core *picked)
{
    takt_sim.horizon = horizon(picked);
    if (picked == current)
        return;
    takt_sim.turns++;
    takt_sim_current = &picked->head;
    takt_context_switch(current->running, picked->running);
}

static void ask(struct takt_sim_core *current, enum takt_sim_state state, enum takt_sim_point point,
                const char *site)
{
    struct takt_sim_options *options;
    struct takt_sim_answer answer;
    struct takt_sim_core *picked;

    current->state = state;
    options = look(current, point, site);
    if (options->alive == 0)
        takt_sim_nothing_left();
    answer = takt_sim.strategy->choose(options);
    picked = &takt_sim.core[answer.core];
    if (picked->clock < answer.at)
        picked->clock = answer.at;
    takt_sim.now = picked->clock;
    picked->state = TAKT_SIM_RUNS;
    if (answer.arrive)
        takt_sim_irq_arrive(picked);
    go_on(current, picked);
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
    ask(core, state, point, site);
}

void takt_sim_point(enum takt_sim_point point, const char *site)
{
    struct takt_sim_core *core = takt_sim_core();

    takt_sim_choose(TAKT_SIM_RUNS, point, site);
    takt_sim_settle(core);
}
