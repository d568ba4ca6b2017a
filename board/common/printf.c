/*
 * takt_printf() for boards with a C library: format on the caller's stack, write in one piece.
 *
 * Several threads print at the same time; the subsystem lock, one a core, keeps their lines whole. Nothing is
 * formatted under the lock, so it is held for one write. Between cores the board's takt_console_write() keeps
 * writes whole. The C library is entered with interrupts held back: it does not know of threads that it did not
 * make, so no other may enter it before this one is out.
 */
#include <takt/console.h>
#include <takt/core.h>
#include <takt/klock.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "port.h"

static struct takt_klock console_lock[CONFIG_TAKT_CORES];

/* Text that did not fit ends in dots instead of in nothing. */
static size_t cut(char *text, size_t size, int length)
{
    if (length < 0)
        return 0;
    if ((size_t)length < size)
        return (size_t)length;
    memcpy(text + size - 4, "...", 4);
    return size - 1;
}

int takt_printf(const char *format, ...)
{
    char text[CONFIG_TAKT_PRINT_MAX + 1];
    struct takt_klock *lock = &console_lock[takt_core_id()];
    takt_mask_t old;
    size_t length;
    va_list args;

    va_start(args, format);
    old = takt_port_mask();
    length = cut(text, sizeof(text), vsnprintf(text, sizeof(text), format, args));
    takt_port_unmask(old);
    va_end(args);
    takt_klock_enter(lock);
    takt_console_write(text, length);
    takt_klock_exit(lock);
    return (int)length;
}
