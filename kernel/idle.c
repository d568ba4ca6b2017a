/*
 * The idle hook: the application is told when the next event is, so that it can choose how deep to sleep.
 */
#include "kernel.h"

__attribute__((weak)) void takt_idle_hook(takt_time_t next_event)
{
    (void)next_event;
}

void takt_idle_tell(const struct takt_core *core)
{
    uint64_t next = takt_timer_next(core);

    takt_idle_hook(next == TAKT_NEVER ? TAKT_FOREVER : takt_port_to_ns(next));
}
