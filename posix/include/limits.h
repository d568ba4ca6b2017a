/* <limits.h> of the POSIX layer: what its pools are sized for. */
#include_next <limits.h>

#ifndef TAKT_POSIX_LIMITS_H
#define TAKT_POSIX_LIMITS_H

#include <takt/config.h>
#include <takt/port_context.h>

#undef PTHREAD_STACK_MIN
#undef PTHREAD_KEYS_MAX
#undef PTHREAD_THREADS_MAX
#undef PTHREAD_DESTRUCTOR_ITERATIONS
#undef SEM_NSEMS_MAX
#undef SEM_VALUE_MAX
#undef MQ_OPEN_MAX
#undef MQ_PRIO_MAX
#undef TIMER_MAX
#undef DELAYTIMER_MAX
#undef SIGQUEUE_MAX
#define PTHREAD_STACK_MIN             TAKT_STACK_MIN
#define PTHREAD_KEYS_MAX              CONFIG_TAKT_POSIX_KEYS
#define PTHREAD_THREADS_MAX           CONFIG_TAKT_POSIX_THREADS
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define SEM_VALUE_MAX                 2147483647
#define MQ_OPEN_MAX                   CONFIG_TAKT_POSIX_MQUEUES
#define MQ_PRIO_MAX                   32768
#define TIMER_MAX                     CONFIG_TAKT_POSIX_TIMERS
#define DELAYTIMER_MAX                2147483647
#define SIGQUEUE_MAX                  CONFIG_TAKT_POSIX_SIGQUEUE

#ifndef NAME_MAX
#define NAME_MAX CONFIG_TAKT_POSIX_NAME_MAX
#endif
#ifndef PATH_MAX
#define PATH_MAX 1024
#endif

#endif
