/* What the functions of output have in common wherever text goes: libc/ has one file for each way. */
#include <stdio.h>

#include <limits.h>
#include <string.h>

#include "posix.h"

int vprintf(const char *text, va_list args)
{
    return vfprintf(stdout, text, args);
}

int printf(const char *text, ...)
{
    va_list args;
    int length;

    va_start(args, text);
    length = vfprintf(stdout, text, args);
    va_end(args);
    return length;
}

int fprintf(FILE *file, const char *text, ...)
{
    va_list args;
    int length;

    va_start(args, text);
    length = vfprintf(file, text, args);
    va_end(args);
    return length;
}

int vsprintf(char *to, const char *text, va_list args)
{
    return vsnprintf(to, INT_MAX, text, args);
}

int sprintf(char *to, const char *text, ...)
{
    va_list args;
    int length;

    va_start(args, text);
    length = vsprintf(to, text, args);
    va_end(args);
    return length;
}

int snprintf(char *to, size_t size, const char *text, ...)
{
    va_list args;
    int length;

    va_start(args, text);
    length = vsnprintf(to, size, text, args);
    va_end(args);
    return length;
}

int puts(const char *text)
{
    return printf("%s\n", text);
}

int putchar(int c)
{
    return fputc(c, stdout);
}

void perror(const char *text)
{
    int error = errno;

    if (text != NULL && text[0] != '\0')
        (void)fprintf(stderr, "%s: ", text);
    (void)fprintf(stderr, "%s\n", strerror(error));
}
