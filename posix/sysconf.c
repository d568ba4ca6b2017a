/* What a program can ask about limits: -1 without an error where there is none. What is not the layer's, the C library knows. */
#include <limits.h>

#include "posix.h"

#include <unistd.h>

#include "libc/libc.h"

static const struct {
    int name;
    long value;
} known[] = {
    {_SC_THREADS, 200809L},
    {_SC_THREAD_ATTR_STACKADDR, 200809L},
    {_SC_THREAD_ATTR_STACKSIZE, 200809L},
    {_SC_THREAD_PRIORITY_SCHEDULING, 200809L},
    {_SC_THREAD_PRIO_INHERIT, 200809L},
    {_SC_THREAD_PRIO_PROTECT, 200809L},
    {_SC_PRIORITY_SCHEDULING, 200809L},
    {_SC_TIMERS, 200809L},
    {_SC_SEMAPHORES, 200809L},
    {_SC_MESSAGE_PASSING, 200809L},
    {_SC_REALTIME_SIGNALS, 200809L},
    {_SC_VERSION, 200809L},
    {_SC_PAGESIZE, 4096},
    {_SC_CLK_TCK, CLOCKS_PER_SEC},
    {_SC_THREAD_STACK_MIN, PTHREAD_STACK_MIN},
    {_SC_THREAD_KEYS_MAX, PTHREAD_KEYS_MAX},
    {_SC_THREAD_THREADS_MAX, PTHREAD_THREADS_MAX},
    {_SC_THREAD_DESTRUCTOR_ITERATIONS, PTHREAD_DESTRUCTOR_ITERATIONS},
    {_SC_SEM_NSEMS_MAX, -1},
    {_SC_SEM_VALUE_MAX, SEM_VALUE_MAX},
    {_SC_MQ_OPEN_MAX, MQ_OPEN_MAX},
    {_SC_MQ_PRIO_MAX, MQ_PRIO_MAX},
    {_SC_TIMER_MAX, TIMER_MAX},
    {_SC_DELAYTIMER_MAX, DELAYTIMER_MAX},
    {_SC_SIGQUEUE_MAX, SIGQUEUE_MAX},
    {_SC_RTSIG_MAX, 31},
#ifdef _SC_MONOTONIC_CLOCK
    {_SC_MONOTONIC_CLOCK, 200809L},
    {_SC_CLOCK_SELECTION, 200809L},
    {_SC_BARRIERS, 200809L},
    {_SC_SPIN_LOCKS, 200809L},
    {_SC_READER_WRITER_LOCKS, 200809L},
    {_SC_TIMEOUTS, 200809L},
    {_SC_CPUTIME, CONFIG_TAKT_RUN_TIME ? 200809L : -1},
    {_SC_THREAD_CPUTIME, CONFIG_TAKT_RUN_TIME ? 200809L : -1},
#endif
    {_SC_NPROCESSORS_ONLN, 1},
};

long sysconf(int name)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].name == name)
            return known[i].value;
    }
    return takt_posix_sysconf_else(name);
}

pid_t getpid(void)
{
    return 1;
}
