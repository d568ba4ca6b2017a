/*
 * Signals: <signal.h> of the POSIX layer. A handler runs in its thread, at the thread's next call of this layer or when the
 * signal ends its wait.
 */
#include <takt/posix/libc.h>

#include_next <signal.h>

#if !defined(TAKT_POSIX_SIGNAL_H) && !defined(TAKT_POSIX_LIBC_READ)
#define TAKT_POSIX_SIGNAL_H

#include <takt/posix/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#undef sigemptyset /* newlib: macros */
#undef sigfillset
#undef sigaddset
#undef sigdelset
#undef sigismember

#define sigemptyset     takt_posix_sigemptyset
#define sigfillset      takt_posix_sigfillset
#define sigaddset       takt_posix_sigaddset
#define sigdelset       takt_posix_sigdelset
#define sigismember     takt_posix_sigismember
#define raise           takt_posix_raise
#define kill            takt_posix_kill
#define signal          takt_posix_signal
#define sigprocmask     takt_posix_sigprocmask
#define sigpending      takt_posix_sigpending
#define sigsuspend      takt_posix_sigsuspend
#define sigwait         takt_posix_sigwait
#define sigwaitinfo     takt_posix_sigwaitinfo
#define sigtimedwait    takt_posix_sigtimedwait
#define sigqueue        takt_posix_sigqueue
#define pthread_kill    takt_posix_pthread_kill
#define pthread_sigmask takt_posix_pthread_sigmask

int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int raise(int number);
int kill(pid_t pid, int number);
void (*signal(int number, void (*handler)(int)))(int);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);
int sigwait(const sigset_t *set, int *number);
int sigwaitinfo(const sigset_t *set, siginfo_t *info);
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *span);
/** EAGAIN: no place to queue it (CONFIG_TAKT_POSIX_SIGQUEUE). */
int sigqueue(pid_t pid, int number, const union sigval value);
int pthread_kill(pthread_t id, int number);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);

#ifdef __cplusplus
}
#endif

#endif
