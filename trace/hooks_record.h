/* The kernel's hooks where the recorder is built in: one branch each while their group is off. */
#ifndef TAKT_TRACE_HOOKS_RECORD_H
#define TAKT_TRACE_HOOKS_RECORD_H

#include "recorder.h"

#define TAKT_EVENT2(group, name, a, b)                                                                       \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b)                                           \
    {                                                                                                        \
        takt_trace_record(TAKT_TRACE_GROUP_##group, TAKT_TRACE_EVENT_##name, a, b, 0);                       \
    }
#define TAKT_EVENT3(group, name, a, b, more)                                                                 \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b, uint32_t more)                            \
    {                                                                                                        \
        takt_trace_record(TAKT_TRACE_GROUP_##group, TAKT_TRACE_EVENT_##name, a, b, more);                    \
    }
#define TAKT_EVENT2_OWN(group, name, a, b)
#include "events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN

static inline bool takt_trace_is_on(uint32_t group)
{
    return (takt_trace_own()->groups & group) != 0;
}

/** The running thread gives way to its equals, for this reason; UNKNOWN: that is over. */
#define takt_trace_gives(reason) ((void)(takt_trace_own()->gives = TAKT_TRACE_##reason))

/** Why it does. The kernel asks when it switches, and it is over then. */
static inline uint32_t takt_trace_given(void)
{
    struct takt_trace_ring *ring = takt_trace_own();
    uint32_t gives = ring->gives;

    ring->gives = TAKT_TRACE_UNKNOWN;
    return gives;
}

/** The line of the handler that runs, and 1; 0: none runs. */
static inline uint32_t takt_trace_line(void)
{
    const struct takt_trace_ring *ring = takt_trace_own();

    return ring->depth == 0 ? 0 : ring->line[(ring->depth - 1) % TAKT_TRACE_NESTED] + 1;
}

/** An object was made: it is in the table from here on, if there is room; where it has one, with its name. */
#define takt_trace_made(kind, object, value, limit) takt_trace_made_named(kind, object, value, limit, NULL)
#define takt_trace_made_named(kind, object, value, limit, name)                                              \
    takt_trace_enter(TAKT_TRACE_##kind, object, (uint32_t)(value), (uint32_t)(limit), name)

/** An object is deleted. */
#define takt_trace_gone(object) takt_trace_leave(object)

/** The same of a thread, with its name. */
void takt_trace_made_thread(const struct takt_thread *thread);

/** A core stops. */
void takt_trace_tail(void);

#endif
