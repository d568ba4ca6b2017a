/* <sys/time.h> of the POSIX layer: the time of day is CLOCK_REALTIME's. */
#include <takt/posix/libc.h>

#include_next <sys/time.h>

#if !defined(TAKT_POSIX_SYS_TIME_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_SYS_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

#define gettimeofday takt_posix_gettimeofday

int gettimeofday(struct timeval *now, void *zone);

#ifdef __cplusplus
}
#endif

#endif
