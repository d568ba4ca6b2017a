/* <stdio.h> of the POSIX layer: output of several threads. Input and files are the C library's. */
#include <takt/posix/libc.h>

#include_next <stdio.h>

#if !defined(TAKT_POSIX_STDIO_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_STDIO_H

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

#undef putc
#undef putchar

#ifdef __NEWLIB__ /* whose streams need a heap and a file system */
#undef stdout
#undef stderr
#define stdout takt_posix_stdout
#define stderr takt_posix_stderr

extern FILE *const stdout, *const stderr;
#endif

#define printf    takt_posix_printf
#define fprintf   takt_posix_fprintf
#define sprintf   takt_posix_sprintf
#define snprintf  takt_posix_snprintf
#define vprintf   takt_posix_vprintf
#define vfprintf  takt_posix_vfprintf
#define vsprintf  takt_posix_vsprintf
#define vsnprintf takt_posix_vsnprintf
#define puts      takt_posix_puts
#define fputs     takt_posix_fputs
#define fputc     takt_posix_fputc
#define putc      takt_posix_fputc
#define putchar   takt_posix_putchar
#define fwrite    takt_posix_fwrite
#define fflush    takt_posix_fflush
#define perror    takt_posix_perror

int printf(const char *text, ...) __attribute__((format(__printf__, 1, 2)));
int fprintf(FILE *file, const char *text, ...) __attribute__((format(__printf__, 2, 3)));
int sprintf(char *to, const char *text, ...) __attribute__((format(__printf__, 2, 3)));
int snprintf(char *to, size_t size, const char *text, ...) __attribute__((format(__printf__, 3, 4)));
int vprintf(const char *text, va_list args) __attribute__((format(__printf__, 1, 0)));
int vfprintf(FILE *file, const char *text, va_list args) __attribute__((format(__printf__, 2, 0)));
int vsprintf(char *to, const char *text, va_list args) __attribute__((format(__printf__, 2, 0)));
int vsnprintf(char *to, size_t size, const char *text, va_list args)
    __attribute__((format(__printf__, 3, 0)));
int puts(const char *text);
int fputs(const char *text, FILE *file);
int fputc(int c, FILE *file);
int putchar(int c);
size_t fwrite(const void *items, size_t size, size_t number, FILE *file);
int fflush(FILE *file);
void perror(const char *text);

#ifdef __cplusplus
}
#endif

#endif
