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

/** An object was made: it is in the table from here on, if there is room. */
#define takt_trace_made(kind, object, value, limit)                                                          \
    takt_trace_enter(TAKT_TRACE_##kind, (uint32_t)(uintptr_t)(object), (uint32_t)(value), (uint32_t)(limit))

/** The same of a thread, with its name. */
void takt_trace_made_thread(const struct takt_thread *thread);

/** A core stops. */
void takt_trace_tail(void);

#endif
