/*
 * What newlib for a bare processor has otherwise, or leaves out, because it knows of no threads, no clocks and 31 signals.
 */
#ifndef TAKT_POSIX_NEWLIB_H
#define TAKT_POSIX_NEWLIB_H

#undef PTHREAD_CREATE_JOINABLE
#undef PTHREAD_CREATE_DETACHED
#undef PTHREAD_INHERIT_SCHED
#undef PTHREAD_EXPLICIT_SCHED
#undef PTHREAD_SCOPE_SYSTEM
#undef PTHREAD_SCOPE_PROCESS

#ifndef CLOCK_PROCESS_CPUTIME_ID
#define CLOCK_PROCESS_CPUTIME_ID ((clockid_t)2)
#endif
#ifndef CLOCK_THREAD_CPUTIME_ID
#define CLOCK_THREAD_CPUTIME_ID ((clockid_t)3)
#endif
#ifndef CLOCK_MONOTONIC
#define CLOCK_MONOTONIC ((clockid_t)4)
#endif

#ifndef SIGRTMIN
#define SIGRTMIN 34
#define SIGRTMAX 64
#endif

#ifndef SA_SIGINFO
#define SA_SIGINFO 2
#endif
#ifndef SA_RESTART
#define SA_RESTART 0x10000000
#endif
#ifndef SA_NODEFER
#define SA_NODEFER 0x40000000
#endif
#ifndef SA_RESETHAND
#define SA_RESETHAND 0x20000000
#endif

#ifndef CLOCKS_PER_SEC
#define CLOCKS_PER_SEC 1000000
#endif

#endif
