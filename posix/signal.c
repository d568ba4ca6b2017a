/*
 * Signals on their way: sent, pending, taken.
 *
 * A signal is pending for a thread or for the process: a bit, and for those that carry a value a record in order of arrival.
 * Records come from a pool (sigqueue()) or belong to who sends them (a timer, a message queue), so these never fail. Any thread that
 * has it unblocked takes a signal of the process; one that waits is made to look.
 *
 * A thread in sigwait() for it is served first, then handlers. One that is ignored is dropped at once, unless it is blocked:
 * the action may be another one when it is unblocked, or sigwait() may ask for it.
 */
#include "posix.h"

#include "action.h"

static struct takt_posix_pending process;
static struct takt_posix_signal pool[CONFIG_TAKT_POSIX_SIGQUEUE];

bool takt_posix_signal_valid(int number)
{
    return number >= 1 && number <= TAKT_POSIX_SIGNALS;
}

bool takt_posix_signal_due(const struct takt_posix_thread *thread)
{
    return ((thread->pending.set | process.set) & ~thread->mask) != 0;
}

static struct takt_posix_signal *from_pool(void)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_SIGQUEUE; i++) {
        if (!pool[i].queued) {
            pool[i] = (struct takt_posix_signal){.pooled = true};
            return &pool[i];
        }
    }
    return NULL;
}

static void append(struct takt_posix_pending *pending, struct takt_posix_signal *signal)
{
    struct takt_posix_signal **end = &pending->first;

    while (*end != NULL)
        end = &(*end)->next;
    signal->next = NULL;
    signal->queued = true;
    *end = signal;
}

/* The first record of a number leaves; *more: there is another one. */
static struct takt_posix_signal *unlink_first(struct takt_posix_pending *pending, int number, bool *more)
{
    struct takt_posix_signal **place = &pending->first, *found, *next;

    *more = false;
    while (*place != NULL && (*place)->number != number)
        place = &(*place)->next;
    found = *place;
    if (found == NULL)
        return NULL;
    *place = found->next;
    found->queued = false;
    for (next = found->next; next != NULL && !*more; next = next->next)
        *more = next->number == number;
    return found;
}

static void take_from(struct takt_posix_pending *pending, int number, struct takt_posix_signal *signal)
{
    bool more;
    struct takt_posix_signal *found = unlink_first(pending, number, &more);

    if (!more)
        pending->set &= ~TAKT_POSIX_SIGNAL_BIT(number);
    *signal = (struct takt_posix_signal){.number = number, .code = SI_USER};
    if (found == NULL)
        return;
    if (found->told != NULL)
        *found->told = found->overruns;
    *signal = *found;
}

int takt_posix_signal_take(struct takt_posix_thread *thread, uint64_t set, struct takt_posix_signal *signal)
{
    uint64_t bits = (thread->pending.set | process.set) & set;
    int number;

    if (bits == 0)
        return 0;
    number = __builtin_ctzll(bits) + 1;
    take_from(thread->pending.set & TAKT_POSIX_SIGNAL_BIT(number) ? &thread->pending : &process, number,
              signal);
    return number;
}

static bool withdraw_from(struct takt_posix_pending *pending, struct takt_posix_signal *signal)
{
    struct takt_posix_signal **place = &pending->first;
    bool others = false, found = false;

    while (*place != NULL) {
        if (*place == signal) {
            *place = signal->next;
            found = true;
            continue;
        }
        others = others || (*place)->number == signal->number;
        place = &(*place)->next;
    }
    if (found && !others)
        pending->set &= ~TAKT_POSIX_SIGNAL_BIT(signal->number);
    return found;
}

void takt_posix_signal_withdraw(struct takt_posix_signal *signal)
{
    bool found = signal->queued && withdraw_from(&process, signal);

    for (unsigned i = 0; signal->queued && !found && i < CONFIG_TAKT_POSIX_THREADS; i++)
        found = withdraw_from(&takt_posix_threads[i].pending, signal);
    signal->queued = false;
}

/* The thread that takes the signal in sigwait(), or NULL. */
static struct takt_posix_thread *find_waiter(struct takt_posix_thread *thread, uint64_t bit)
{
    if (thread != NULL)
        return thread->awaits & bit ? thread : NULL;
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        if (takt_posix_threads[i].awaits & bit)
            return &takt_posix_threads[i];
    }
    return NULL;
}

/* sigwait() of a thread ends with this one. */
static void hand_over(struct takt_posix_thread *thread, int number, const struct takt_posix_signal *signal)
{
    thread->awaited = (struct takt_posix_signal){.number = number, .code = SI_USER};
    if (signal != NULL) {
        if (signal->told != NULL)
            *signal->told = signal->overruns;
        thread->awaited = *signal;
    }
    thread->awaits = 0;
    takt_posix_grant(thread->awaiting, 0);
}

/* Of those that may take it, one that does not block it; NULL: all do. */
static struct takt_posix_thread *find_open(struct takt_posix_thread *thread, uint64_t bit)
{
    if (thread != NULL)
        return thread->mask & bit ? NULL : thread;
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        thread = &takt_posix_threads[i];
        if (thread->state == TAKT_POSIX_ALIVE && !(thread->mask & bit))
            return thread;
    }
    return NULL;
}

void takt_posix_signal_send(struct takt_posix_thread *thread, int number, struct takt_posix_signal *signal)
{
    uint64_t bit = TAKT_POSIX_SIGNAL_BIT(number);
    struct takt_posix_thread *waiter = find_waiter(thread, bit);
    struct takt_posix_pending *pending = thread != NULL ? &thread->pending : &process;
    struct takt_posix_thread *open = find_open(thread, bit);

    if (waiter != NULL) {
        hand_over(waiter, number, signal);
        return;
    }
    if (open != NULL && takt_posix_action_ignores(number))
        return;
    if (signal != NULL && ((number >= SIGRTMIN) || !(pending->set & bit)))
        append(pending, signal);
    pending->set |= bit;
    if (open != NULL)
        takt_posix_poke(open);
}

/* Inside the section. Signals of real time queue; of others one is enough. */
static int send(struct takt_posix_thread *thread, int number, int code, union sigval value)
{
    struct takt_posix_signal *signal = number >= SIGRTMIN || code == SI_QUEUE ? from_pool() : NULL;

    if (signal == NULL && code == SI_QUEUE)
        return EAGAIN;
    if (signal != NULL) {
        signal->number = number;
        signal->code = code;
        signal->value = value;
    }
    takt_posix_signal_send(thread, number, signal);
    return 0;
}

static int send_process(pid_t pid, int number, int code, union sigval value)
{
    int result = 0;

    if (number != 0 && !takt_posix_signal_valid(number))
        return EINVAL;
    if (pid != 1 && pid != 0 && pid != -1)
        return ESRCH;
    takt_posix_enter();
    if (number != 0)
        result = send(NULL, number, code, value);
    takt_posix_leave();
    return result;
}

int kill(pid_t pid, int number)
{
    return takt_posix_result(send_process(pid, number, SI_USER, (union sigval){0}));
}

int sigqueue(pid_t pid, int number, const union sigval value)
{
    return takt_posix_result(send_process(pid, number, SI_QUEUE, value));
}

int pthread_kill(pthread_t id, int number)
{
    struct takt_posix_thread *thread;
    int result = 0;

    if (number != 0 && !takt_posix_signal_valid(number))
        return EINVAL;
    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread == NULL)
        result = ESRCH;
    else if (number != 0 && thread->state == TAKT_POSIX_ALIVE)
        result = send(thread, number, SI_USER, (union sigval){0});
    takt_posix_leave();
    return result;
}

int raise(int number)
{
    return takt_posix_result(pthread_kill(pthread_self(), number));
}

int sigpending(sigset_t *set)
{
    const struct takt_posix_thread *self = takt_posix_self();

    set->bits = (self->pending.set | process.set) & self->mask;
    return 0;
}
