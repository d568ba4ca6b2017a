/* <stdlib.h> of the POSIX layer: the end of the program, and memory that several threads ask for. */
#include <takt/posix/libc.h>

#include_next <stdlib.h>

#if !defined(TAKT_POSIX_STDLIB_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_STDLIB_H

#ifdef __cplusplus
extern "C" {
#endif

#define exit    takt_posix_exit
#define abort   takt_posix_abort
#define atexit  takt_posix_atexit
#define malloc  takt_posix_malloc
#define calloc  takt_posix_calloc
#define realloc takt_posix_realloc
#define free    takt_posix_free

void exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
/** @return 0; not 0: 32 are registered */
int atexit(void (*function)(void));
void *malloc(size_t size);
void *calloc(size_t number, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
