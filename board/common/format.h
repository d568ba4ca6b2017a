/*
 * Text for takt_printf() on boards without a C library's stdio: no state, no heap, no floating point.
 */
#ifndef TAKT_BOARD_FORMAT_H
#define TAKT_BOARD_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/**
 * Format as vsnprintf() does: %d %i %u %x %X %c %s %p %%, the lengths hh h l ll z j t, the flags - 0 + and blank, width and
 * precision (also as *). What it does not know stands in the text as it was written, and takes no argument.
 *
 * @return length of the whole text, which may be more than fits
 */
size_t takt_format(char *buffer, size_t size, const char *format, va_list args);

#endif
