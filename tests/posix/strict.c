/* What the standard asks for and Linux does otherwise: signals' corners, and the stop signals, which the layer ignores. */
#include "check.h"

#include <signal.h>

static volatile sig_atomic_t handled;

static void handle_info(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
    handled++;
}

/* A handler that is reset leaves nothing of itself. */
static void reset(void)
{
    struct sigaction action = {.sa_sigaction = handle_info, .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)},
                     now;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 1);
    EQUAL(sigaction(SIGUSR1, NULL, &now), 0);
    HOLDS(now.sa_handler == SIG_DFL);
    EQUAL(now.sa_flags & (int)SA_SIGINFO, 0);
}

/* A span that is none matters only where it would be waited for. */
static void spans(void)
{
    const struct timespec wrong = {.tv_nsec = 1000000000}, before = {.tv_sec = -1};
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    EQUAL(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(sigtimedwait(&set, NULL, &wrong), SIGUSR1);
    FAILS(sigtimedwait(&set, NULL, &wrong), EINVAL);
    FAILS(sigtimedwait(&set, NULL, &before), EINVAL);
    EQUAL(sigprocmask(SIG_UNBLOCK, &set, NULL), 0);
}

static void stops(void)
{
    EQUAL(raise(SIGSTOP), 0);
    EQUAL(raise(SIGTSTP), 0);
    EQUAL(raise(SIGCONT), 0);
}

int main(void)
{
    reset();
    spans();
    stops();
    return check_end();
}
