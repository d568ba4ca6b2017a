/*
 * takt_printf() for boards without a C library's stdio: format on the caller's stack, write in one piece. The
 * subsystem lock, one a core, keeps the lines of several threads whole; it is held for one write.
 */
#include <takt/console.h>
#include <takt/core.h>
#include <takt/klock.h>

#include <string.h>

#include "format.h"

static struct takt_klock console_lock[CONFIG_TAKT_CORES];

int takt_printf(const char *format, ...)
{
    char text[CONFIG_TAKT_PRINT_MAX + 1];
    struct takt_klock *lock = &console_lock[takt_core_id()];
    size_t length;
    va_list args;

    va_start(args, format);
    length = takt_format(text, sizeof text, format, args);
    va_end(args);
    if (length >= sizeof text) { /* text that did not fit ends in dots instead of in nothing */
        memcpy(text + sizeof text - 4, "...", 4);
        length = sizeof text - 1;
    }
    takt_klock_enter(lock);
    takt_console_write(text, length);
    takt_klock_exit(lock);
    return (int)length;
}
