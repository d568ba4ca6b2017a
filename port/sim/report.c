/*
 * What a run says when it cannot go on: each core, its threads, and what they wait for. Looks into the
 * kernel's state, and changes nothing.
 */
#include "sim.h"

#include "kernel.h"

#include <stdio.h>

/* The program's first byte, by the linker: places are told relative to it, so that they are the same in each
 * run. */
extern const char __ehdr_start __attribute__((visibility("hidden")));

static const char *doing(const struct takt_core *core, const struct takt_thread *thread)
{
    if (thread->state == 0)
        return "ready";
    if (thread == &core->idle)
        return "for when nothing else runs";
    if (thread->state & TAKT_STATE_ENDED)
        return "ended";
    if (thread->state & TAKT_STATE_DORMANT)
        return "not started";
    return thread->state & TAKT_STATE_BLOCKED ? "waits" : "suspended";
}

static void report_thread(const struct takt_core *core, const struct takt_thread *thread)
{
    fprintf(stderr, "  %c %-16s priority %u, %s", thread == core->current ? '*' : ' ',
            takt_thread_name(thread), (unsigned)thread->effective, doing(core, thread));
    if (thread->state & TAKT_STATE_BLOCKED && takt_waits_in(thread) != NULL)
        fprintf(stderr, " for the object at program+0x%lx",
                (unsigned long)((const char *)takt_waits_in(thread) - &__ehdr_start));
    if (thread->state & TAKT_STATE_BLOCKED && takt_blocked_by(thread) != NULL)
        fprintf(stderr, ", a mutex of %s", takt_thread_name(takt_blocked_by(thread)));
    if (thread->timeout.armed)
        fprintf(stderr, ", until %llu ns", (unsigned long long)thread->timeout.when);
    fputc('\n', stderr);
}

static void report_core(const struct takt_sim_core *core)
{
    static const char *const states[] = {"runs", "works", "idle", "stopped"};
    const struct takt_core *kernel = core->head.kernel;

    fprintf(stderr, "core %u: %s at %llu ns, interrupts %s, %u handlers active\n", core->head.id,
            states[core->state], (unsigned long long)core->clock, core->head.masked ? "masked" : "open",
            (unsigned)core->head.depth);
    for (const struct takt_thread *thread = takt_list_first(kernel); thread != NULL;
         thread = takt_list_next(thread))
        report_thread(kernel, thread);
}

void takt_sim_report_cores(void)
{
    for (unsigned i = 0; i < takt_sim_cores; i++)
        report_core(&takt_sim.core[i]);
}

static unsigned stopped(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < takt_sim_cores; i++)
        count += takt_sim.core[i].state == TAKT_SIM_STOPPED;
    return count;
}

void takt_sim_nothing_left(void)
{
    const char *why = "every core waits, and no timer runs";

    if (stopped() == takt_sim_cores)
        why = "every core has stopped";
    else if (stopped() != 0)
        why = "a core has stopped and the others wait";
    fflush(stdout);
    fprintf(stderr, "sim: nothing can happen any more: %s\n", why);
    takt_sim_report_cores();
    takt_sim_finish(3);
}
