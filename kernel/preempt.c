/*
 * Models of preemption other than the full one (takt/preempt.h): work of a subsystem keeps other threads off.
 *
 * Work is a hold of preemption that is counted besides, in core->services: of takt_preempt_lock()'s depth so many levels
 * are work. A point gives way only where all of them are, as a section of the application's own promises more. The depth
 * belongs to the thread that is at the point, so it is taken off before others run, and put back after.
 *
 * Races: none; handlers read preempt_off alone, and only threads change it, each for itself.
 */
#include <takt/preempt.h>

#include "kernel.h"

void takt_service_begin(void)
{
    struct takt_core *core = takt_core();

    core->services++;
    takt_preempt_enter(core);
}

void takt_service_end(void)
{
    struct takt_core *core = takt_core();

    core->services--;
    takt_preempt_leave(core);
}

unsigned takt_service_pause(void)
{
    struct takt_core *core = takt_core();
    unsigned depth = core->services;

    if (depth == 0 || core->preempt_off != depth)
        return 0;
    core->services = 0;
    core->preempt_off = 1;
    takt_preempt_leave(core);
    return depth;
}

void takt_service_resume(unsigned depth)
{
    struct takt_core *core = takt_core();

    if (depth == 0)
        return;
    core->services += depth;
    takt_preempt_enter(core);
    core->preempt_off += depth - 1;
}

#if CONFIG_TAKT_PREEMPT_POINTS
void takt_preempt_point(void)
{
    if (takt_core()->switch_due)
        takt_service_resume(takt_service_pause());
}
#endif
