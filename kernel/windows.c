/*
 * The longest windows of a core: takt/window.h says of what.
 *
 * Every hold then reads the clock twice, so what is measured takes longer than without, by the same few instructions each
 * time. With the recorder each window that is longer than all before it is an event, so there are few of them.
 *
 * Guards: each kind's words are those of one core. Holds of one kind do not overlap on it: a handler finds the kernel lock
 * held and posts, masked code is not interrupted by who masks, and preemption is counted from its first hold to its last.
 * A handler's own hold of the lock lies before or after that of the thread, never inside.
 */
#include "kernel.h"

struct windows {
    uint64_t began[TAKT_WINDOWS], longest[TAKT_WINDOWS]; /* units of the counter */
    uintptr_t place[TAKT_WINDOWS];
    const struct takt_thread *thread[TAKT_WINDOWS];
    uint32_t count[TAKT_WINDOWS];
    bool open[TAKT_WINDOWS]; /* a core starts inside of windows that nobody opened */
} __attribute__((aligned(64)));

static struct windows windows[CONFIG_TAKT_CORES];

static struct windows *own(void)
{
    return &windows[takt_port_core_id()];
}

static void begin(enum takt_window_kind kind)
{
    struct windows *w = own();

    w->open[kind] = true;
    w->began[kind] = takt_port_counter();
}

/* Whether it is the longest so far. */
static bool end(enum takt_window_kind kind, uintptr_t place, uint64_t *length)
{
    struct windows *w = own();
    bool open = w->open[kind];

    *length = takt_port_counter() - w->began[kind];
    w->open[kind] = false;
    w->count[kind] += open;
    if (!open || *length <= w->longest[kind])
        return false;
    w->longest[kind] = *length;
    w->place[kind] = place;
    w->thread[kind] = takt_core()->current;
    return true;
}

void takt_window_begin(enum takt_window_kind kind)
{
    begin(kind);
}

TAKT_APART void takt_window_end(enum takt_window_kind kind)
{
    uint64_t length;
    uintptr_t place = (uintptr_t)__builtin_return_address(0);

    if (end(kind, place, &length))
        takt_trace_held(place, (uintptr_t)length, kind);
}

/* The masks; trace/windows.h calls these. */

void takt_trace_window_begin(void)
{
    begin(TAKT_WINDOW_MASKED);
}

TAKT_APART void takt_trace_window_end(void)
{
    uint64_t length;
    uintptr_t place = (uintptr_t)__builtin_return_address(0);

    if (end(TAKT_WINDOW_MASKED, place, &length))
        takt_trace_masked(place, (uintptr_t)length);
}

/* Recording begins: what was longer before is told again. */
void takt_trace_windows_clear(void)
{
    own()->longest[TAKT_WINDOW_MASKED] = 0;
}

int takt_window_longest(enum takt_window_kind kind, struct takt_window *window)
{
    const struct windows *w = own();

    if (kind >= TAKT_WINDOWS)
        return -EINVAL;
    *window = (struct takt_window){.length = takt_port_to_ns(w->longest[kind]),
                                   .place = w->place[kind],
                                   .thread = w->thread[kind],
                                   .count = w->count[kind]};
    return 0;
}

void takt_windows_clear(void)
{
    struct windows *w = own();

    for (unsigned kind = 0; kind < TAKT_WINDOWS; kind++) {
        w->longest[kind] = 0;
        w->count[kind] = 0;
    }
}
