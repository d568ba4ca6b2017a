/* Signals: sending, masks, handlers, waiting for them, queueing. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled, last, depth, deepest;
static volatile int value_seen, code_seen, sender_seen;

#ifdef si_pid
#define SENDER(info) (sender_seen = (info)->si_pid == getpid())
#else
#define SENDER(info) (sender_seen = 1)
#endif

static void handle(int number)
{
    last = number;
    handled++;
}

static void handle_info(int number, siginfo_t *info, void *context)
{
    (void)context;
    last = number;
    value_seen = info->si_value.sival_int;
    code_seen = info->si_code;
    SENDER(info);
    handled++;
}

static void handle_deep(int number)
{
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (handled++ == 0)
        raise(number);
    depth--;
}

static void set_action(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(number, &action, NULL), 0);
}

static sigset_t set_of(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

static void sets(void)
{
    sigset_t set;

    EQUAL(sigemptyset(&set), 0);
    EQUAL(sigismember(&set, SIGUSR1), 0);
    EQUAL(sigaddset(&set, SIGUSR1), 0);
    EQUAL(sigismember(&set, SIGUSR1), 1);
    EQUAL(sigismember(&set, SIGUSR2), 0);
    EQUAL(sigdelset(&set, SIGUSR1), 0);
    EQUAL(sigismember(&set, SIGUSR1), 0);
    EQUAL(sigfillset(&set), 0);
    EQUAL(sigismember(&set, SIGRTMAX), 1);
    FAILS(sigaddset(&set, 0), EINVAL);
    FAILS(sigaddset(&set, 1000), EINVAL);
    FAILS(sigdelset(&set, -1), EINVAL);
    FAILS(sigismember(&set, 1000), EINVAL);
}

static void actions(void)
{
    struct sigaction action = {.sa_handler = handle}, old;

    sigemptyset(&action.sa_mask);
    FAILS(sigaction(0, &action, NULL), EINVAL);
    FAILS(sigaction(1000, &action, NULL), EINVAL);
    FAILS(sigaction(SIGKILL, &action, NULL), EINVAL);
    FAILS(sigaction(SIGSTOP, &action, NULL), EINVAL);
    EQUAL(sigaction(SIGUSR1, &action, &old), 0);
    HOLDS(old.sa_handler == SIG_DFL);
    EQUAL(sigaction(SIGUSR1, NULL, &old), 0);
    HOLDS(old.sa_handler == handle);
    handled = 0;
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 1);
    EQUAL(kill(getpid(), SIGUSR1), 0);
    EQUAL(handled, 2);
    EQUAL(pthread_kill(pthread_self(), SIGUSR1), 0);
    EQUAL(handled, 3);
    EQUAL(last, SIGUSR1);
    HOLDS(signal(SIGUSR1, SIG_IGN) == handle);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 3);
    set_action(SIGUSR1, handle, (int)SA_RESETHAND);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 4);
    EQUAL(sigaction(SIGUSR1, NULL, &old), 0);
    HOLDS(old.sa_handler == SIG_DFL);
    EQUAL(raise(SIGCHLD), 0); /* ignored by default */
}

static void sending(void)
{
    FAILS(kill(getpid(), -1), EINVAL);
    FAILS(kill(getpid(), 1000), EINVAL);
    EQUAL(kill(getpid(), 0), 0);
    EQUAL(pthread_kill(pthread_self(), 1000), EINVAL);
    EQUAL(pthread_kill(pthread_self(), 0), 0);
    FAILS(raise(1000), EINVAL);
    EQUAL(raise(0), 0); /* only looked for */
    FAILS(sigqueue(getpid(), 1000, (union sigval){0}), EINVAL);
    EQUAL(sigqueue(getpid(), 0, (union sigval){0}), 0);
}

static void masks(void)
{
    sigset_t set = set_of(SIGUSR1), old, pending;

    set_action(SIGUSR1, handle, 0);
    handled = 0;
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, &old), 0);
    EQUAL(sigismember(&old, SIGUSR1), 0);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(raise(SIGUSR1), 0); /* one is enough */
    EQUAL(handled, 0);
    EQUAL(sigpending(&pending), 0);
    EQUAL(sigismember(&pending, SIGUSR1), 1);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
    EQUAL(handled, 1);
    EQUAL(sigpending(&pending), 0);
    EQUAL(sigismember(&pending, SIGUSR1), 0);
    EQUAL(pthread_sigmask(77, &set, NULL), EINVAL);
    FAILS(sigprocmask(77, &set, NULL), EINVAL);
    sigfillset(&set);
    EQUAL(pthread_sigmask(SIG_SETMASK, &set, NULL), 0);
    EQUAL(pthread_sigmask(SIG_SETMASK, NULL, &set), 0);
    EQUAL(sigismember(&set, SIGKILL), 0);
    EQUAL(sigismember(&set, SIGTERM), 1);
    EQUAL(pthread_sigmask(SIG_SETMASK, &old, NULL), 0);
}

/* A signal that is ignored: blocked, it is kept until somebody takes it or it may go. */
static void ignored(void)
{
    const struct timespec none = {0};
    sigset_t set = set_of(SIGURG), pending;

    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(raise(SIGURG), 0);
    EQUAL(sigpending(&pending), 0);
    EQUAL(sigismember(&pending, SIGURG), 1);
    EQUAL(sigtimedwait(&set, NULL, &none), SIGURG);
    EQUAL(kill(getpid(), SIGURG), 0);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    FAILS(sigtimedwait(&set, NULL, &none), EAGAIN);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
}

static volatile int dropped, seen;

static void *look_for_usr1(void *arg)
{
    sigset_t pending;

    UNTIL(dropped);
    EQUAL(sigpending(&pending), 0);
    seen = sigismember(&pending, SIGUSR1);
    return arg;
}

/* To ignore a signal drops it for all threads. */
static void dropping(void)
{
    sigset_t set = set_of(SIGUSR1);
    pthread_t id;

    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(pthread_create(&id, NULL, look_for_usr1, NULL), 0);
    EQUAL(pthread_kill(id, SIGUSR1), 0);
    set_action(SIGUSR1, SIG_IGN, 0);
    set_action(SIGUSR1, handle, 0);
    seen = 1;
    dropped = 1;
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(seen, 0);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
}

/* While its handler runs a signal is blocked, unless SA_NODEFER says otherwise. */
static void nesting(void)
{
    handled = depth = deepest = 0;
    set_action(SIGUSR1, handle_deep, 0);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 2);
    EQUAL(deepest, 1);
    handled = depth = deepest = 0;
    set_action(SIGUSR1, handle_deep, (int)SA_NODEFER);
    EQUAL(raise(SIGUSR1), 0);
    EQUAL(handled, 2);
    EQUAL(deepest, 2);
}

static void values(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO};

    action.sa_sigaction = handle_info;
    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGRTMIN, &action, NULL), 0);
    EQUAL(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 9}), 0);
    EQUAL(last, SIGRTMIN);
    EQUAL(value_seen, 9);
    EQUAL(code_seen, SI_QUEUE);
    EQUAL(sender_seen, 1);
}

/* Signals of real time queue, the lowest number first, each number in the order of arrival. */
static void queueing(void)
{
    sigset_t set;
    siginfo_t info;
    struct timespec span = {.tv_nsec = 10000000};

    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGRTMIN + 1);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){.sival_int = 1}), 0);
    EQUAL(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 2}), 0);
    EQUAL(sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 3}), 0);
    for (int i = 0; i < 3; i++) {
        EQUAL(sigwaitinfo(&set, &info), i < 2 ? SIGRTMIN : SIGRTMIN + 1);
        EQUAL(info.si_signo, i < 2 ? SIGRTMIN : SIGRTMIN + 1);
        EQUAL(info.si_value.sival_int, i < 2 ? i + 2 : 1);
    }
    FAILS(sigtimedwait(&set, &info, &span), EAGAIN);
    span.tv_nsec = 1000000000;
    FAILS(sigtimedwait(&set, &info, &span), EINVAL);
    span = (struct timespec){.tv_sec = 0};
    FAILS(sigtimedwait(&set, NULL, &span), EAGAIN);
}

static void *wait_for_usr2(void *arg)
{
    sigset_t set = set_of(SIGUSR2);
    int number = 0;

    EQUAL(sigwait(&set, &number), 0);
    *(int *)arg = number;
    return NULL;
}

static void waiting(void)
{
    sigset_t set = set_of(SIGUSR2);
    pthread_t id;
    int got = 0;

    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(pthread_create(&id, NULL, wait_for_usr2, &got), 0);
    SETTLE();
    EQUAL(kill(getpid(), SIGUSR2), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(got, SIGUSR2);
    got = 0;
    EQUAL(pthread_create(&id, NULL, wait_for_usr2, &got), 0);
    SETTLE();
    EQUAL(pthread_kill(id, SIGUSR2), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(got, SIGUSR2);
    EQUAL(raise(SIGUSR2), 0);
    EQUAL(sigwait(&set, &got), 0); /* it is pending */
    EQUAL(got, SIGUSR2);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
}

static pthread_t main_thread;

static volatile int enough;

static void *send_usr1(void *arg)
{
    SETTLE();
    EQUAL(pthread_kill(main_thread, SIGUSR1), 0);
    return arg;
}

static void *send_until_enough(void *arg)
{
    while (!enough)
        send_usr1(arg);
    return arg;
}

static void suspending(void)
{
    sigset_t set = set_of(SIGUSR1), none, now;
    pthread_t id;

    sigaddset(&set, SIGURG);
    main_thread = pthread_self();
    set_action(SIGUSR1, handle, 0);
    handled = 0;
    sigemptyset(&none);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(raise(SIGURG), 0); /* is ignored when sigsuspend() unblocks it, which goes on */
    EQUAL(pthread_create(&id, NULL, send_usr1, NULL), 0);
    FAILS(sigsuspend(&none), EINTR);
    EQUAL(handled, 1);
    EQUAL(pthread_sigmask(SIG_SETMASK, NULL, &now), 0);
    EQUAL(sigismember(&now, SIGUSR1), 1);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(raise(SIGUSR1), 0);
    FAILS(sigsuspend(&none), EINTR); /* pending when it begins */
    EQUAL(handled, 2);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
    EQUAL(pthread_create(&id, NULL, send_until_enough, NULL), 0);
    FAILS(pause(), EINTR);
    HOLDS(handled >= 3);
    enough = 1;
    EQUAL(pthread_join(id, NULL), 0);
}

static void *blocked_here(void *arg)
{
    sigset_t now;

    EQUAL(pthread_sigmask(SIG_SETMASK, NULL, &now), 0);
    EQUAL(sigismember(&now, SIGUSR1), 1);
    return arg;
}

static void inherited(void)
{
    sigset_t set = set_of(SIGUSR1);
    pthread_t id;

    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    EQUAL(pthread_create(&id, NULL, blocked_here, NULL), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0);
}

int main(void)
{
    sets();
    actions();
    sending();
    masks();
    ignored();
    dropping();
    nesting();
    values();
    queueing();
    waiting();
    suspending();
    inherited();
    return check_end();
}
