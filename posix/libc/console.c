/*
 * Output where there is no stdio of a C library: text is formatted on the caller's stack and goes to the board's console in
 * one piece; both streams are the console. What a call prints is at most CONFIG_TAKT_PRINT_MAX bytes, floating point is not
 * known (board/common/format.h).
 */
#include <string.h>

#include <takt/console.h>

#include <kernel.h>

#include "format.h"
#include "libc.h"

extern FILE *const takt_posix_stdout;
extern FILE *const takt_posix_stderr;
FILE *const takt_posix_stdout = NULL;
FILE *const takt_posix_stderr = NULL;

static void write_whole(const char *text, size_t length)
{
    takt_preempt_lock();
    takt_console_write(text, length);
    takt_preempt_unlock();
}

int takt_posix_vfprintf(FILE *file, const char *text, va_list args)
{
    char line[CONFIG_TAKT_PRINT_MAX + 1];
    size_t length = takt_format(line, sizeof line, text, args);

    (void)file;
    write_whole(line, length < sizeof line ? length : sizeof line - 1);
    return (int)length;
}

int takt_posix_vsnprintf(char *to, size_t size, const char *text, va_list args)
{
    return (int)takt_format(to, size, text, args);
}

int takt_posix_fputs(const char *text, FILE *file)
{
    (void)file;
    write_whole(text, strlen(text));
    return 0;
}

int takt_posix_fputc(int c, FILE *file)
{
    char text = (char)c;

    (void)file;
    write_whole(&text, 1);
    return c;
}

size_t takt_posix_fwrite(const void *items, size_t size, size_t number, FILE *file)
{
    (void)file;
    write_whole(items, size * number);
    return number;
}

int takt_posix_fflush(FILE *file)
{
    (void)file;
    return 0;
}
