/*
 * Waiting for signals: sigwait() and its like take one, sigsuspend() and pause() wait for a handler.
 *
 * A thread says which signals it awaits before it waits; whoever sends one of them hands it over. Those that are pending are
 * taken at once.
 */
#include "action.h"

#include <unistd.h>

/* Inside the section, which is left. */
static int wait_for(uint64_t set, takt_time_t until)
{
    struct takt_posix_thread *self = takt_posix_self();
    struct takt_posix_wait wait;
    int result;

    takt_posix_wait_begin(&wait, NULL);
    wait.until.at = until;
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_NO_RESTART | TAKT_POSIX_TELLS;
    self->awaits = set;
    self->awaiting = &wait;
    result = takt_posix_wait_end(&wait);
    self->awaits = 0;
    if (result == ECANCELED)
        takt_posix_cancel_act();
    return result;
}

/* @return 0; EAGAIN: none came in time; EINTR */
static int take(const sigset_t *set, takt_time_t span, struct takt_posix_signal *signal)
{
    struct takt_posix_thread *self = takt_posix_self();
    uint64_t bits = set->bits & ~TAKT_POSIX_FIXED;
    takt_time_t now = takt_now();
    int result = 0;

    pthread_testcancel();
    takt_posix_enter();
    if (takt_posix_signal_take(self, bits, signal) != 0) {
        takt_posix_leave();
        return 0;
    }
    result = wait_for(bits, span < TAKT_FOREVER - now ? now + span : TAKT_FOREVER);
    *signal = self->awaited;
    return result == ETIMEDOUT ? EAGAIN : result;
}

int sigwait(const sigset_t *set, int *number)
{
    struct takt_posix_signal signal;

    while (take(set, TAKT_FOREVER, &signal) != 0)
        continue; /* a handler of another signal ran */
    *number = signal.number;
    return 0;
}

static int take_info(const sigset_t *set, takt_time_t span, siginfo_t *info)
{
    struct takt_posix_signal signal;
    int result = take(set, span, &signal);

    if (result != 0)
        return takt_posix_result(result);
    if (info != NULL)
        takt_posix_siginfo(&signal, info);
    return signal.number;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
    return take_info(set, TAKT_FOREVER, info);
}

/* A span that is no time is an error only where it would be waited for. */
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *span)
{
    bool valid = span == NULL || (takt_posix_time_valid(span) && span->tv_sec >= 0);
    int number;

    if (span == NULL)
        return take_info(set, TAKT_FOREVER, info);
    number = take_info(set, valid ? takt_posix_ns(span) : 0, info);
    return number == -1 && errno == EAGAIN && !valid ? takt_posix_result(EINVAL) : number;
}

/* Until a handler has run. */
static void suspend(void)
{
    struct takt_posix_wait wait;

    takt_posix_enter();
    takt_posix_wait_begin(&wait, NULL);
    wait.ends = TAKT_POSIX_CANCELS | TAKT_POSIX_NO_RESTART;
    (void)takt_posix_wait_end(&wait);
}

static void restore(void *mask)
{
    const uint64_t *old = mask;

    takt_posix_enter();
    takt_posix_self()->mask = *old;
    takt_posix_leave();
}

int sigsuspend(const sigset_t *mask)
{
    struct takt_posix_thread *self = takt_posix_self();
    uint64_t old = self->mask;

    pthread_testcancel();
    pthread_cleanup_push(restore, &old);
    takt_posix_enter();
    self->mask = mask->bits & ~TAKT_POSIX_FIXED;
    takt_posix_leave_quietly();
    suspend();
    pthread_cleanup_pop(1);
    return takt_posix_result(EINTR);
}

int pause(void)
{
    pthread_testcancel();
    suspend();
    return takt_posix_result(EINTR);
}
