/*
 * The kernel's calls into the trace: takt_trace_<event>(a, b) for every line of trace/events.def. Without a
 * recorder each is an empty inline, so that the calls cost nothing and need no condition.
 */
#ifndef TAKT_TRACE_HOOKS_H
#define TAKT_TRACE_HOOKS_H

#include <takt/types.h>

#include <takt/config.h>
#include <takt/trace.h>

#include "../trace/format.h"

#if CONFIG_TAKT_TRACE
#include "../trace/hooks_record.h"
#else
#include "../trace/hooks_none.h"
#endif

/** What a call's deadline is in its record; one that needs 64 bits has a record of its own before. */
static inline uintptr_t takt_trace_wait(takt_deadline_t deadline)
{
    if (deadline == TAKT_NO_WAIT)
        return 0;
    if (deadline == TAKT_FOREVER)
        return 2;
    takt_trace_call_with((uintptr_t)((uint64_t)deadline >> 32), (uintptr_t)(uint32_t)deadline);
    return 1;
}

/** An argument of 64 bits. */
static inline void takt_trace_with(uint64_t value)
{
    takt_trace_call_with((uintptr_t)(value >> 32), (uintptr_t)(uint32_t)value);
}

/** Pointers as the trace takes them. */
#define TAKT_ID(pointer) ((uintptr_t)(pointer))

#endif
