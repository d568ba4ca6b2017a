/*
 * The kernel's calls into the trace: takt_trace_<event>(a, b) for every line of trace/events.def. Without a
 * recorder each is an empty inline, so that the calls cost nothing and need no condition.
 */
#ifndef TAKT_TRACE_HOOKS_H
#define TAKT_TRACE_HOOKS_H

#include <stdint.h>

#define TAKT_EVENT2(name, a, b)                                                                              \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b)                                           \
    {                                                                                                        \
        (void)a;                                                                                             \
        (void)b;                                                                                             \
    }
#include "../trace/events.def"
#undef TAKT_EVENT2

/** A core stops: the recorder prints the last events that it has of it. */
static inline void takt_trace_tail(void)
{
}

/** Pointers as the trace takes them. */
#define TAKT_ID(pointer) ((uintptr_t)(pointer))

#endif
