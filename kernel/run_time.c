/*
 * How long each thread has run: added up at each switch (parts.h), asked for here.
 */
#include "kernel.h"

void takt_run_time_start(struct takt_core *core)
{
    core->switched_at = takt_port_counter();
}

/* Masked: a switch between the readings would count its thread's last turn twice, or not at all. */
takt_time_t takt_thread_run_time(const struct takt_thread *thread)
{
    struct takt_core *core = takt_core();
    takt_mask_t old = takt_port_mask();
    uint64_t time = thread->run_time;

    if (thread == core->current)
        time += takt_port_counter() - core->switched_at;
    takt_port_unmask(old);
    return takt_port_to_ns(time);
}
