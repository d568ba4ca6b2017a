/*
 * What newlib for a bare processor leaves out of its headers, because it knows of no threads and no clocks.
 */
#ifndef TAKT_POSIX_NEWLIB_H
#define TAKT_POSIX_NEWLIB_H

#include <time.h>

#ifndef CLOCK_REALTIME
#define CLOCK_REALTIME ((clockid_t)1)
#endif
#ifndef CLOCK_PROCESS_CPUTIME_ID
#define CLOCK_PROCESS_CPUTIME_ID ((clockid_t)2)
#endif
#ifndef CLOCK_THREAD_CPUTIME_ID
#define CLOCK_THREAD_CPUTIME_ID ((clockid_t)3)
#endif
#ifndef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC ((clockid_t)4)
#endif
#ifndef TIMER_ABSTIME
#define TIMER_ABSTIME 4
#endif

#ifndef SCHED_OTHER
#define SCHED_OTHER 0
#define SCHED_FIFO  1
#define SCHED_RR    2
#endif

#endif
