/*
 * The interrupt controller of a virtual core: 64 lines, 8 priorities, 0 the most urgent.
 *
 * A line is raised by software (takt_irq_pend), or by something outside: the timer, another core's doorbell,
 * a test. What comes from outside is first under way, with a time of arrival, and becomes pending when the
 * strategy lets it arrive; so a late interrupt is a choice like any other. A pending line that is enabled,
 * not masked, and more urgent than the active handler is taken at once. Raising a line twice before it is
 * taken is once. A line that a test holds active is pending again when its handler ends.
 *
 * Races: none of its own. Only the core that runs touches its controller, except to send something on its way
 * to another core, and that core is between two steps then.
 *
 * Bound: the choice of a line looks at each open line once.
 */
#include "sim.h"

#include "port.h"

#include <takt/irq.h>

static void timer_handler(void *arg)
{
    (void)arg;
    takt_sim_core()->timer_raised = false;
    takt_timer_interrupt();
}

static void doorbell_handler(void *arg)
{
    (void)arg;
    takt_doorbell_interrupt();
}

static void connect(struct takt_sim_core *core, unsigned number, unsigned priority, void (*handler)(void *),
                    void *arg)
{
    struct takt_sim_line *line = &core->line[number];

    line->handler = handler;
    line->arg = arg;
    line->priority = (uint8_t)priority;
    for (unsigned level = 0; level <= TAKT_PORT_IRQ_PRIORITIES; level++) {
        core->above[level] &= ~TAKT_SIM_BIT(number);
        if (priority < level)
            core->above[level] |= TAKT_SIM_BIT(number);
    }
    core->attached |= TAKT_SIM_BIT(number);
}

void takt_sim_irq_init(struct takt_sim_core *core)
{
    core->level = TAKT_PORT_IRQ_PRIORITIES;
    core->signal_at = TAKT_SIM_NEVER;
    core->choice_next = core->crash_at = TAKT_SIM_NEVER;
    for (unsigned number = 0; number < TAKT_PORT_IRQ_LINES; number++) {
        core->line[number].arrives = core->line[number].at_choice = TAKT_SIM_NEVER;
        core->line[number].priority = TAKT_SIM_LINE_PRIORITY;
    }
    for (unsigned level = TAKT_SIM_LINE_PRIORITY + 1; level <= TAKT_PORT_IRQ_PRIORITIES; level++)
        core->above[level] = UINT64_MAX;
    connect(core, TAKT_SIM_LINE_TIMER, TAKT_SIM_LINE_PRIORITY, timer_handler, NULL);
    connect(core, TAKT_SIM_LINE_DOORBELL, TAKT_SIM_LINE_PRIORITY, doorbell_handler, NULL);
    core->enabled = TAKT_SIM_BIT(TAKT_SIM_LINE_TIMER) | TAKT_SIM_BIT(TAKT_SIM_LINE_DOORBELL);
}

static void find_first_signal(struct takt_sim_core *core)
{
    core->signal_at = TAKT_SIM_NEVER;
    for (uint64_t left = core->under_way; left != 0; left &= left - 1) {
        uint64_t arrives = core->line[__builtin_ctzll(left)].arrives;

        if (arrives < core->signal_at)
            core->signal_at = arrives;
    }
    if (core->signal_at < takt_sim.horizon)
        takt_sim.horizon = core->signal_at;
}

void takt_sim_irq_send(struct takt_sim_core *core, unsigned line, uint64_t when)
{
    core->line[line].arrives = when;
    if (when == TAKT_SIM_NEVER)
        core->under_way &= ~TAKT_SIM_BIT(line);
    else
        core->under_way |= TAKT_SIM_BIT(line);
    find_first_signal(core);
    takt_sim_note(core);
}

void takt_sim_irq_arrive(struct takt_sim_core *core)
{
    for (uint64_t left = core->under_way; left != 0; left &= left - 1) {
        unsigned line = (unsigned)__builtin_ctzll(left);

        if (core->line[line].arrives <= core->clock) {
            core->pending |= TAKT_SIM_BIT(line);
            core->under_way &= ~TAKT_SIM_BIT(line);
        }
    }
    find_first_signal(core);
}

static unsigned most_urgent(const struct takt_sim_core *core, uint64_t open)
{
    unsigned best = (unsigned)__builtin_ctzll(open);

    for (uint64_t left = open; left != 0; left &= left - 1) {
        unsigned line = (unsigned)__builtin_ctzll(left);

        if (core->line[line].priority < core->line[best].priority)
            best = line;
    }
    return best;
}

/* The handler itself: interrupts that are more urgent are open before, in and after it. */
static void handle(struct takt_sim_core *core, unsigned number)
{
    const struct takt_sim_line *line = &core->line[number];

    core->head.masked = 0;
    takt_sim_point(TAKT_SIM_IRQ, "handler begins");
    if (line->handler != NULL)
        line->handler(line->arg);
    else
        core->counters.spurious++;
    TAKT_ASSERT(core->head.masked == 0); /* a handler undoes what it masks */
    takt_sim_point(TAKT_SIM_IRQ, "handler ends");
    core->head.masked = 1;
}

void takt_sim_irq_take(struct takt_sim_core *core)
{
    unsigned number = most_urgent(core, takt_sim_irq_open(core)), level = core->level;
    int error = errno;

    core->head.masked = 1;
    core->pending &= ~TAKT_SIM_BIT(number);
    core->level = core->line[number].priority;
    core->head.depth++;
    core->head.watched = false;
    core->counters.interrupts++;
    TAKT_SIM_CHARGE(core, irq_entry, 1);
    takt_irq_enter(number);
    handle(core, number);
    core->pending |= core->active & TAKT_SIM_BIT(number);
    takt_irq_exit(number);
    TAKT_SIM_CHARGE(core, irq_exit, 1);
    core->head.depth--;
    core->head.watched = false;
    core->level = level;
    core->head.masked = 0;
    errno = error;
}

int takt_irq_attach(unsigned number, unsigned priority, takt_irq_handler_t handler, void *arg)
{
    struct takt_sim_core *core = takt_sim_core();

    if (number >= TAKT_PORT_IRQ_LINES || priority >= TAKT_PORT_IRQ_PRIORITIES)
        return -EINVAL;
    if (number == TAKT_SIM_LINE_TIMER || number == TAKT_SIM_LINE_DOORBELL)
        return -EBUSY;
    if (handler != NULL && core->line[number].handler != NULL)
        return -EBUSY;
    core->enabled &= ~TAKT_SIM_BIT(number);
    connect(core, number, priority, handler, arg);
    takt_irq_attached(number, priority, TAKT_SIM_LINE_PRIORITY);
    return 0;
}

int takt_irq_enable(unsigned number)
{
    struct takt_sim_core *core = takt_sim_core();

    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    core->enabled |= TAKT_SIM_BIT(number);
    takt_sim_point(TAKT_SIM_IRQ, "takt_irq_enable");
    return 0;
}

int takt_irq_disable(unsigned number)
{
    struct takt_sim_core *core = takt_sim_core();

    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    core->enabled &= ~TAKT_SIM_BIT(number);
    return 0;
}

int takt_irq_pend(unsigned number)
{
    struct takt_sim_core *core = takt_sim_core();

    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    core->pending |= TAKT_SIM_BIT(number);
    takt_sim_point(TAKT_SIM_IRQ, "takt_irq_pend");
    return 0;
}

int takt_irq_clear(unsigned number)
{
    struct takt_sim_core *core = takt_sim_core();

    if (number >= TAKT_PORT_IRQ_LINES)
        return -EINVAL;
    core->pending &= ~TAKT_SIM_BIT(number) | core->active;
    return 0;
}
