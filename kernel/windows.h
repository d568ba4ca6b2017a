/* Where windows begin and end, for windows.c; nothing without CONFIG_TAKT_WINDOWS. Private to kernel/. */
#ifndef TAKT_KERNEL_WINDOWS_H
#define TAKT_KERNEL_WINDOWS_H

#include <takt/window.h>

#if CONFIG_TAKT_WINDOWS

void takt_window_begin(enum takt_window_kind kind);
/** It ends where this returns to. */
void takt_window_end(enum takt_window_kind kind);

#else

static inline void takt_window_begin(enum takt_window_kind kind)
{
    (void)kind;
}

static inline void takt_window_end(enum takt_window_kind kind)
{
    (void)kind;
}

#endif

#endif
