/*
 * What is done with signals: actions, masks, and the handlers that run.
 *
 * A handler runs in its thread, outside the section. The default of most signals ends the program, with 128
 * and the number as its status, as a shell would tell it. There is no job control: signals that would stop the program are
 * ignored.
 */
#include "action.h"

#include <stdlib.h>
#include <unistd.h>

static struct sigaction actions[TAKT_POSIX_SIGNALS + 1];

static bool ignored_by_default(int number)
{
    switch (number) {
    case SIGCHLD:
    case SIGURG:
    case SIGCONT:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return true;
    default:
        return false;
    }
}

bool takt_posix_action_ignores(int number)
{
    void (*handler)(int) = actions[number].sa_handler;

    return handler == SIG_IGN || (handler == SIG_DFL && ignored_by_default(number));
}

/* Inside the section: the action of a signal that was taken, and the mask under which it runs. */
static struct sigaction begin(struct takt_posix_thread *self, int number)
{
    struct sigaction action = actions[number];

    self->mask |= action.sa_mask.bits;
    if (!(action.sa_flags & (int)SA_NODEFER))
        self->mask |= TAKT_POSIX_SIGNAL_BIT(number);
    if (action.sa_flags & (int)SA_RESETHAND) {
        actions[number].sa_handler = SIG_DFL;
        actions[number].sa_flags &= ~SA_SIGINFO;
    }
    return action;
}

void takt_posix_siginfo(const struct takt_posix_signal *signal, siginfo_t *info)
{
    *info = (siginfo_t){.si_signo = signal->number, .si_code = signal->code};
    if (signal->code == SI_USER || signal->code == SI_QUEUE)
        takt_posix_sender(info);
    info->si_value = signal->value;
}

static void call(const struct sigaction *action, const struct takt_posix_signal *signal)
{
    siginfo_t info;

    takt_posix_siginfo(signal, &info);
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(signal->number, &info, NULL);
    else
        action->sa_handler(signal->number);
}

/* @return 0: none was due, or it was ignored, which ends no wait */
static int deliver_one(struct takt_posix_thread *self)
{
    struct takt_posix_signal signal;
    struct sigaction action;
    uint64_t old = self->mask;
    int number;

    takt_posix_enter();
    number = takt_posix_signal_take(self, ~self->mask, &signal);
    if (number != 0)
        action = begin(self, number);
    takt_posix_leave_quietly();
    if (number == 0)
        return 0;
    if (action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && ignored_by_default(number))) {
        self->mask = old;
        return 0; /* it was blocked when it came, or the action was another */
    }
    if (action.sa_handler == SIG_DFL)
        _exit(128 + number);
    call(&action, &signal);
    self->mask = old;
    return action.sa_flags & (int)SA_RESTART ? 1 : 2;
}

int takt_posix_deliver(void)
{
    struct takt_posix_thread *self = takt_posix_self();
    int result = 0;

    while (takt_posix_signal_due(self)) {
        int ran = deliver_one(self);

        if (ran > result)
            result = ran;
    }
    return result;
}

/* Inside the section: what is pending and ignored from here on goes, whoever blocks it. */
static void discard(int number)
{
    struct takt_posix_signal dropped;

    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        while (takt_posix_signal_take(&takt_posix_threads[i], TAKT_POSIX_SIGNAL_BIT(number), &dropped) != 0)
            continue;
    }
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (!takt_posix_signal_valid(number) ||
        (action != NULL && (TAKT_POSIX_FIXED & TAKT_POSIX_SIGNAL_BIT(number))))
        return takt_posix_result(EINVAL);
    takt_posix_enter();
    if (old != NULL)
        *old = actions[number];
    if (action != NULL)
        actions[number] = *action;
    if (action != NULL && takt_posix_action_ignores(number))
        discard(number);
    takt_posix_leave();
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESTART}, old = {.sa_flags = 0};

    (void)sigemptyset(&action.sa_mask);
    return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    struct takt_posix_thread *self = takt_posix_self();
    uint64_t bits, before = self->mask;

    if (set != NULL) {
        bits = set->bits & ~TAKT_POSIX_FIXED;
        if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
            return EINVAL;
        takt_posix_enter();
        if (how == SIG_SETMASK)
            self->mask = bits;
        else if (how == SIG_BLOCK)
            self->mask |= bits;
        else
            self->mask &= ~bits;
        takt_posix_leave(); /* what is open now is delivered here */
    }
    if (old != NULL)
        old->bits = before;
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return takt_posix_result(pthread_sigmask(how, set, old));
}
