/* <unistd.h> of the POSIX layer: what waits, ends or asks about limits. The rest is the C library's. */
#include <takt/posix/libc.h>

#include_next <unistd.h>

#if !defined(TAKT_POSIX_UNISTD_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_UNISTD_H

#include <takt/posix/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define alarm   takt_posix_alarm
#define getpid  takt_posix_getpid
#define pause   takt_posix_pause
#define sleep   takt_posix_sleep
#define usleep  takt_posix_usleep
#define sysconf takt_posix_sysconf
#define _exit   takt_posix_exit_now

unsigned alarm(unsigned seconds);
/** There is one process: its number is 1. */
pid_t getpid(void);
int pause(void);
unsigned sleep(unsigned seconds);
int usleep(useconds_t us);
/** Limits of this layer; -1 and EINVAL for what it knows nothing of. */
long sysconf(int name);
void _exit(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
