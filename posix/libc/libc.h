/* What the layer's headers make of the C library's functions; defined here, beside the library's own. */
#ifndef TAKT_POSIX_LIBC_PRIVATE_H
#define TAKT_POSIX_LIBC_PRIVATE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/** What the layer does not know. */
long takt_posix_sysconf_else(int name);

void *takt_posix_malloc(size_t size);
void *takt_posix_calloc(size_t number, size_t size);
void *takt_posix_realloc(void *memory, size_t size);
void takt_posix_free(void *memory);

int takt_posix_vfprintf(FILE *file, const char *text, va_list args) __attribute__((format(__printf__, 2, 0)));
int takt_posix_vsnprintf(char *to, size_t size, const char *text, va_list args)
    __attribute__((format(__printf__, 3, 0)));
int takt_posix_fputs(const char *text, FILE *file);
int takt_posix_fputc(int c, FILE *file);
size_t takt_posix_fwrite(const void *items, size_t size, size_t number, FILE *file);
int takt_posix_fflush(FILE *file);

#endif
