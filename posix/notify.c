/*
 * Telling of events: by a signal, or by a thread that runs a function.
 *
 * A signal's record is part of the notice, so telling cannot fail; one that is still on its way is counted as an overrun
 * instead. A thread is made by the layer's own thread, which tries again when a place becomes free.
 */
#include "posix.h"

/* Inside the section: notices for which threads are owed. */
static struct takt_posix_notice *owing;

/* The function of a notice gets its value as it is. */
struct call {
    void (*function)(union sigval);
    union sigval value;
};

static int thread_init(struct takt_posix_notice *notice)
{
    struct takt_posix_make *make = &notice->make;
    int result;

    if (notice->event.sigev_notify_function == NULL)
        return EINVAL;
    result = takt_posix_attr_make(notice->event.sigev_notify_attributes, make);
    make->detached = true;
    make->mask = takt_posix_self()->mask;
    return result;
}

int takt_posix_notice_init(struct takt_posix_notice *notice, const struct sigevent *event, int code)
{
    *notice = (struct takt_posix_notice){.event = *event};
    switch (event->sigev_notify) {
    case SIGEV_NONE:
        return 0;
    case SIGEV_THREAD:
        return thread_init(notice);
    case SIGEV_SIGNAL:
        notice->signal.number = event->sigev_signo;
        notice->signal.code = code;
        notice->signal.value = event->sigev_value;
        return takt_posix_signal_valid(event->sigev_signo) ? 0 : EINVAL;
    default:
        return EINVAL;
    }
}

static void owe(struct takt_posix_notice *notice)
{
    if (notice->owed++ == 0) {
        notice->next = owing;
        owing = notice;
    }
    takt_posix_service_wake();
}

static unsigned add(unsigned overruns, unsigned more)
{
    return more < INT_MAX - overruns ? overruns + more : INT_MAX;
}

void takt_posix_notice_send(struct takt_posix_notice *notice, unsigned late)
{
    struct takt_posix_signal *signal = &notice->signal;

    if (notice->event.sigev_notify == SIGEV_THREAD) {
        owe(notice);
    } else if (notice->event.sigev_notify == SIGEV_SIGNAL && signal->queued) {
        signal->overruns = add(signal->overruns, add(late, 1));
    } else if (notice->event.sigev_notify == SIGEV_SIGNAL) {
        signal->overruns = late;
        takt_posix_signal_send(NULL, signal->number, signal);
    }
}

static void forget(struct takt_posix_notice *notice)
{
    struct takt_posix_notice **place = &owing;

    while (*place != NULL && *place != notice)
        place = &(*place)->next;
    if (*place != NULL)
        *place = notice->next;
    notice->owed = 0;
}

void takt_posix_notice_end(struct takt_posix_notice *notice)
{
    takt_posix_signal_withdraw(&notice->signal);
    forget(notice);
}

/* The calls that threads were made for and have not begun. Each thread takes the first. */
static struct call calls[CONFIG_TAKT_POSIX_THREADS];

static void *run(void *arg)
{
    struct call *place = arg, call = *place;

    takt_posix_enter();
    place->function = NULL;
    takt_posix_leave();
    call.function(call.value);
    return NULL;
}

/* Inside the section. */
static struct call *free_call(void)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        if (calls[i].function == NULL)
            return &calls[i];
    }
    return NULL;
}

/* One thread that is owed. @return whether it could be made */
static bool serve_one(void)
{
    struct takt_posix_make make;
    struct call *call = NULL;

    takt_posix_enter();
    if (owing != NULL)
        call = free_call();
    if (call != NULL) {
        make = owing->make;
        call->function = owing->event.sigev_notify_function;
        call->value = owing->event.sigev_value;
    }
    takt_posix_leave();
    if (call == NULL)
        return false;
    make.start = run;
    make.arg = call;
    if (takt_posix_make(&make, NULL) != 0) {
        call->function = NULL;
        return false;
    }
    takt_posix_enter();
    if (owing != NULL && --owing->owed == 0)
        owing = owing->next;
    takt_posix_leave();
    return true;
}

void takt_posix_notices_serve(void)
{
    while (serve_one())
        continue;
}
