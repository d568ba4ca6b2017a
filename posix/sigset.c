/* Sets of signals. A number that is no signal's is an error, as the standard allows. */
#include "posix.h"

int sigemptyset(sigset_t *set)
{
    set->bits = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    set->bits = UINT64_MAX;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!takt_posix_signal_valid(number))
        return takt_posix_result(EINVAL);
    set->bits |= TAKT_POSIX_SIGNAL_BIT(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!takt_posix_signal_valid(number))
        return takt_posix_result(EINVAL);
    set->bits &= ~TAKT_POSIX_SIGNAL_BIT(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!takt_posix_signal_valid(number))
        return takt_posix_result(EINVAL);
    return (set->bits & TAKT_POSIX_SIGNAL_BIT(number)) != 0;
}
