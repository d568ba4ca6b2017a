/*
 * Output of several threads: the C library is entered with interrupts held back, as in memory.c. What a program prints is as
 * whole as a call.
 */
#include <stdarg.h>
#include <stdio.h>

#include <kernel.h>

#include "libc.h"

int takt_posix_vfprintf(FILE *file, const char *text, va_list args)
{
    takt_mask_t old = takt_port_mask();
    int length = vfprintf(file, text, args);

    takt_port_unmask(old);
    return length;
}

int takt_posix_vsnprintf(char *to, size_t size, const char *text, va_list args)
{
    takt_mask_t old = takt_port_mask();
    int length = vsnprintf(to, size, text, args);

    takt_port_unmask(old);
    return length;
}

int takt_posix_fputs(const char *text, FILE *file)
{
    takt_mask_t old = takt_port_mask();
    int result = fputs(text, file);

    takt_port_unmask(old);
    return result;
}

int takt_posix_fputc(int c, FILE *file)
{
    takt_mask_t old = takt_port_mask();
    int result = fputc(c, file);

    takt_port_unmask(old);
    return result;
}

size_t takt_posix_fwrite(const void *items, size_t size, size_t number, FILE *file)
{
    takt_mask_t old = takt_port_mask();
    size_t written = fwrite(items, size, number, file);

    takt_port_unmask(old);
    return written;
}

int takt_posix_fflush(FILE *file)
{
    takt_mask_t old = takt_port_mask();
    int result = fflush(file);

    takt_port_unmask(old);
    return result;
}
