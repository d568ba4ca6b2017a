/*
 * Scheduling: <sched.h> of the POSIX layer. SCHED_FIFO and SCHED_RR have priorities 1 to 32, higher is more urgent;
 * SCHED_OTHER has 0 alone, below them, and is sliced like SCHED_RR. Where the standard speaks of a process, the calling
 * thread is meant, as on Linux.
 */
#include <takt/posix/libc.h>

#include_next <sched.h>

#if !defined(TAKT_POSIX_SCHED_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_SCHED_H

#include <takt/posix/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define sched_yield            takt_posix_sched_yield
#define sched_get_priority_min takt_posix_sched_get_priority_min
#define sched_get_priority_max takt_posix_sched_get_priority_max
#define sched_rr_get_interval  takt_posix_sched_rr_get_interval
#define sched_getparam         takt_posix_sched_getparam
#define sched_setparam         takt_posix_sched_setparam
#define sched_getscheduler     takt_posix_sched_getscheduler
#define sched_setscheduler     takt_posix_sched_setscheduler

int sched_yield(void);
int sched_get_priority_min(int policy);
int sched_get_priority_max(int policy);
int sched_rr_get_interval(pid_t pid, struct timespec *interval);
int sched_getparam(pid_t pid, struct sched_param *param);
int sched_setparam(pid_t pid, const struct sched_param *param);
int sched_getscheduler(pid_t pid);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param);

#ifdef __cplusplus
}
#endif

#endif
