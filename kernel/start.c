/*
 * A core's kernel state, and its start.
 *
 * Before its first thread runs, a core is alone with its start-up code: interrupts are masked by the port,
 * services of the class "before start" work on the state, nothing is switched (preemption is off). The idle
 * thread runs when nothing else is ready; it stands beyond the levels and never waits.
 */
#include "kernel.h"

struct takt_cores takt_cores;
static uintptr_t idle_stacks[CONFIG_TAKT_CORES][TAKT_STACK_IDLE / sizeof(uintptr_t)];

struct takt_core *takt_core_state(unsigned core)
{
    return &takt_cores.core[core];
}

unsigned takt_core_id(void)
{
    return takt_port_core_id();
}

unsigned takt_core_count(void)
{
    return takt_port_core_count();
}

static void trace_idle(const struct takt_core *core)
{
    takt_time_t next;

    if (!takt_trace_is_on(TAKT_TRACE_GROUP_idle))
        return;
    next = takt_port_to_ns(takt_timer_next(core));
    takt_trace_idle((uintptr_t)((uint64_t)next >> 32), (uintptr_t)(uint32_t)next);
}

static void idle(void *arg)
{
    for (;;) {
        takt_idle_tell(arg);
        trace_idle(arg);
        takt_port_idle();
    }
}

TAKT_SELDOM static void init(struct takt_core *core, unsigned id)
{
    struct takt_thread_attr attr = {
        .name = "idle",
        .entry = idle,
        .arg = core,
        .stack = idle_stacks[id],
        .stack_size = sizeof idle_stacks[id],
    };

    *core = (struct takt_core){.current = &core->idle, .preempt_off = 1};
    takt_post_init(core);
    takt_thread_init(core, &core->idle, &attr);
    core->idle.base = TAKT_NO_LEVEL;
    core->idle.effective = TAKT_NO_LEVEL;
    core->idle.level = TAKT_NO_LEVEL;
    takt_ready_init(core);
    takt_trace_made_thread(&core->idle); /* once more: it is beyond the levels */
}

TAKT_SELDOM void takt_core_start(void)
{
    unsigned id = takt_port_core_id();
    struct takt_core *core = takt_core_state(id);
    struct takt_context *first;

    init(core, id);
    takt_cross_start();
    takt_contract_begin(core);
    takt_main(id);
    core->running = true;
    core->preempt_off = 0;
    core->switch_due = false;
    takt_run_time_start(core);
    first = takt_sched_switch();
    takt_timer_program(core);
    takt_port_start(first);
}
