/* The kernel's hooks in a replay: each event goes to the machine, whatever its group. */
#ifndef TAKT_TOOLS_REPLAY_HOOKS_H
#define TAKT_TOOLS_REPLAY_HOOKS_H

#include <stdint.h>

#include "../../trace/format.h"

struct takt_thread;

void tt_machine_event(unsigned event, uintptr_t a, uintptr_t b);

#define TAKT_EVENT2(group, name, a, b)                                                                       \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b)                                           \
    {                                                                                                        \
        tt_machine_event(TAKT_TRACE_EVENT_##name, a, b);                                                     \
    }
#define TAKT_EVENT3(group, name, a, b, more)                                                                 \
    static inline void takt_trace_##name(uintptr_t a, uintptr_t b, uint32_t more)                            \
    {                                                                                                        \
        (void)more;                                                                                          \
        tt_machine_event(TAKT_TRACE_EVENT_##name, a, b);                                                     \
    }
#define TAKT_EVENT2_OWN(group, name, a, b)
#include "../../trace/events.def"
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN

#define takt_trace_made(kind, object, value, limit) ((void)0)
#define takt_trace_made_thread(thread)              ((void)0)

/** Handlers that are active. */
uint32_t tt_machine_depth(void);

#define takt_trace_deeper()    tt_machine_depth()
#define takt_trace_depth()     tt_machine_depth()
#define takt_trace_shallower() ((void)0)

static inline void takt_trace_tail(void)
{
}

#endif
