/* The kernel's hooks where no recorder is built in. */
#ifndef TAKT_TRACE_HOOKS_NONE_H
#define TAKT_TRACE_HOOKS_NONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAKT_EVENT2(group, name, a, b)                                                                       \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b)                                           \
    {                                                                                                        \
        (void)a;                                                                                             \
        (void)b;                                                                                             \
    }
#define TAKT_EVENT3(group, name, a, b, more)                                                                 \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b, uint32_t more)                            \
    {                                                                                                        \
        (void)a;                                                                                             \
        (void)b;                                                                                             \
        (void)more;                                                                                          \
    }
#define TAKT_EVENT2_OWN(group, name, a, b)
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN

/** Is a group recorded? */
#define takt_trace_is_on(group) false

/** The running thread gives way to its equals, for this reason; UNKNOWN: that is over. */
#define takt_trace_gives(reason) ((void)0)
#define takt_trace_given()       0u
#define takt_trace_line()        0u

/** How deep handlers are nested. */
#define takt_trace_deeper(line) 0u
#define takt_trace_depth()      0u
#define takt_trace_shallower()  ((void)0)

/** An object was made. */
#define takt_trace_made(kind, object, value, limit)             ((void)0)
#define takt_trace_made_named(kind, object, value, limit, name) ((void)0)
#define takt_trace_gone(object)                                 ((void)0)
#define takt_trace_made_thread(thread)                          ((void)0)

/** A core stops: the recorder prints the last events that it has of it. */
static inline void takt_trace_tail(void)
{
}

#endif
