/*
 * What a recording says of threads: entered as they are made, and all of them anew when recording begins, so that a
 * recording's table shows their state at its start.
 */
#include "kernel.h"

#include "recorder.h"

#include <string.h>

/* The idle thread stands beyond the last level, which may not fit. */
static uint8_t byte_of(unsigned priority)
{
    return priority < UINT8_MAX ? (uint8_t)priority : UINT8_MAX;
}

static uint32_t word_of(uint64_t units)
{
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
}

void takt_trace_made_thread(const struct takt_thread *thread)
{
    struct takt_trace_object *object =
        takt_trace_entry(takt_port_core_id(), (uint32_t)TAKT_ID(thread), TAKT_TRACE_THREAD);

    if (object == NULL)
        return;
    object->base = byte_of(thread->base);
    object->effective = byte_of(thread->effective);
    object->state = (uint8_t)thread->state;
    object->value = word_of(takt_slice_of(thread));
    object->limit = takt_threshold_of(thread);
    object->now = (uint32_t)TAKT_ID(takt_waits_in(thread));
    if (object->name[0] == '\0')
        strncpy(object->name, takt_thread_name(thread), sizeof(object->name) - 1);
}

void takt_trace_enter_threads(void)
{
    struct takt_core *core = takt_core();

    takt_lock(core);
    for (const struct takt_thread *thread = takt_list_first(core); thread != NULL;
         thread = takt_list_next(thread))
        takt_trace_made_thread(thread);
    (void)takt_unlock(core);
}

void takt_trace_tell_running(void)
{
    const struct takt_core *core = takt_core();

    if (core->running)
        takt_trace_running(TAKT_ID(core->current), core->current->level);
}
