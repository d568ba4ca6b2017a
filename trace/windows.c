/* The longest masked windows; windows.h says what and why. */
#include "recorder.h"

static struct {
    uint32_t began, longest; /* units of the counter, its lower half */
    bool open;               /* a window may be closed that nobody opened, by a start */
} __attribute__((aligned(64))) windows[CONFIG_TAKT_CORES];

void takt_trace_window_begin(void)
{
    unsigned core = takt_port_core_id();

    windows[core].open = true;
    windows[core].began = (uint32_t)takt_port_counter();
}

__attribute__((noinline)) void takt_trace_window_end(void)
{
    unsigned core = takt_port_core_id();
    uint32_t length = (uint32_t)takt_port_counter() - windows[core].began;
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    bool open = windows[core].open;

    windows[core].open = false;
    if (!open || length <= windows[core].longest || (takt_trace_own()->groups & TAKT_TRACE_GROUP_window) == 0)
        return;
    windows[core].longest = length;
    takt_trace_record(TAKT_TRACE_GROUP_window, TAKT_TRACE_EVENT_masked, place, length, 0);
}

void takt_trace_windows_clear(void)
{
    windows[takt_port_core_id()].longest = 0;
}
