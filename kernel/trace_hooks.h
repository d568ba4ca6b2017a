/*
 * The kernel's calls into the trace: takt_trace_<event>(a, b) for every line of trace/events.def. Without a
 * recorder each is an empty inline, so that the calls cost nothing and need no condition.
 */
#ifndef TAKT_TRACE_HOOKS_H
#define TAKT_TRACE_HOOKS_H

#include <takt/config.h>

#if CONFIG_TAKT_TRACE
#include "../trace/hooks_record.h"
#else
#include "../trace/hooks_none.h"
#endif

/** Pointers as the trace takes them. */
#define TAKT_ID(pointer) ((uintptr_t)(pointer))

#endif
