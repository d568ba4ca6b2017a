/*
 * The last of a core: what a person wants to see at once when it stops. The memory itself can be read as a whole
 * afterwards; this is for those who have the console alone. Runs masked, on state that may be broken: it reads its
 * own packet and nothing else.
 */
#include "recorder.h"
#include "trace_hooks.h"

#include <takt/console.h>

#define TAKT_TRACE_TAIL 12

static const char *name_of(unsigned event)
{
#define TAKT_EVENT2(group, name, a, b)     #name,
#define TAKT_EVENT2_OWN(group, name, a, b) #name,
    static const char *const names[] = {
        "none",
#include "events.def"
    };
#undef TAKT_EVENT2
#undef TAKT_EVENT2_OWN

    return event < sizeof(names) / sizeof(names[0]) ? names[event] : "unknown";
}

void takt_trace_tail(void)
{
    struct takt_trace_ring *ring = takt_trace_own();
    const struct takt_trace_slot *slot = ring->open;
    const struct takt_trace_record *record;

    ring->groups = 0;
    if (slot == NULL)
        return;
    record = ring->next - slot->record > TAKT_TRACE_TAIL ? ring->next - TAKT_TRACE_TAIL : slot->record;
    for (; record < ring->next; record++)
        takt_printf("  trace: %u %s %x %x\n", (unsigned)record->time, name_of(record->event),
                    (unsigned)record->a, (unsigned)record->b);
}
