/*
 * A core's kernel state, and its start.
 *
 * Before its first thread runs, a core is alone with its start-up code: interrupts are masked by the port,
 * services of the class "before start" work on the state, nothing is switched (core->running is false). The
 * idle thread runs when nothing else is ready; it stands in no level and never waits.
 */
#include "cross.h"

static struct takt_core cores[CONFIG_TAKT_CORES];
static uintptr_t idle_stacks[CONFIG_TAKT_CORES][TAKT_STACK_MIN / sizeof(uintptr_t)];

struct takt_core *takt_core_state(unsigned core)
{
    return &cores[core];
}

unsigned takt_core_id(void)
{
    return takt_port_core_id();
}

unsigned takt_core_count(void)
{
    return takt_port_core_count();
}

__attribute__((weak)) void takt_idle_hook(takt_time_t next_event)
{
    (void)next_event;
}

/* The hook is told the time of the next event, so that it can choose how deep to sleep. */
static void idle(void *arg)
{
    struct takt_core *core = arg;

    for (;;) {
        uint64_t next = takt_timer_next(core);

        takt_idle_hook(next == TAKT_NEVER ? TAKT_FOREVER : takt_port_to_ns(next));
        takt_port_idle();
    }
}

static void init(struct takt_core *core, unsigned id)
{
    struct takt_thread_attr attr = {
        .name = "idle",
        .entry = idle,
        .arg = core,
        .stack = idle_stacks[id],
        .stack_size = sizeof idle_stacks[id],
    };

    *core = (struct takt_core){.slice_end = TAKT_NEVER};
    takt_klock_init(core);
    takt_thread_init(core, &core->idle, &attr);
    core->idle.base = TAKT_NO_LEVEL;
    core->idle.effective = TAKT_NO_LEVEL;
    core->idle.threshold = TAKT_NO_LEVEL;
    core->current = &core->idle;
}

void takt_core_start(void)
{
    unsigned id = takt_port_core_id();
    struct takt_core *core = takt_core_state(id);
    struct takt_context *first;

    init(core, id);
    (void)takt_segment_start(core);
    takt_main(id);
    core->running = true;
    core->switched_at = takt_port_counter();
    first = takt_sched_switch();
    takt_timer_program(core);
    takt_port_start(first);
}
