/* What is done with a signal. Private to signal.c, action.c and their like. */
#ifndef TAKT_POSIX_ACTION_H
#define TAKT_POSIX_ACTION_H

#include "posix.h"

/* Numbers of signals are 1 to this. */
#define TAKT_POSIX_SIGNALS 64

/** What a handler is told, or sigwaitinfo(). */
void takt_posix_siginfo(const struct takt_posix_signal *signal, siginfo_t *info);

/** Who sent it: the one process, where the C library's structure has a place for that. */
#ifdef si_pid
static inline void takt_posix_sender(siginfo_t *info)
{
    info->si_pid = 1;
}
#else
static inline void takt_posix_sender(siginfo_t *info)
{
    (void)info;
}
#endif

/** Whether it would be dropped. */
bool takt_posix_action_ignores(int number);

#endif
