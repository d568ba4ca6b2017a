/*
 * Cancellation. It is asked for by a flag; a thread acts on it in a cancellation point, that is before it waits and while it
 * does (wait.c), if it has it enabled. Asynchronous cancellation acts in any wait and at the end of any call that enters
 * the section; a thread that only computes goes on computing.
 */
#include "posix.h"

bool takt_posix_cancel_due(const struct takt_posix_thread *thread)
{
    return thread->cancelled && !thread->cancel_off && !thread->leaves;
}

void takt_posix_cancel_act(void)
{
    struct takt_posix_thread *self = takt_posix_self();

    self->cancelled = false;
    self->cancel_at_once = false;
    pthread_exit(PTHREAD_CANCELED);
}

int pthread_cancel(pthread_t id)
{
    struct takt_posix_thread *thread;

    takt_posix_enter();
    thread = takt_posix_find(id);
    if (thread != NULL && thread->state == TAKT_POSIX_ALIVE) {
        thread->cancelled = true;
        takt_posix_poke(thread);
    }
    takt_posix_leave();
    return thread == NULL ? ESRCH : 0;
}

void pthread_testcancel(void)
{
    const struct takt_posix_thread *self = takt_posix_self();

    if (self != NULL && takt_posix_cancel_due(self))
        takt_posix_cancel_act();
}

int pthread_setcancelstate(int state, int *old)
{
    struct takt_posix_thread *self = takt_posix_self();

    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old != NULL)
        *old = self->cancel_off ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    self->cancel_off = state == PTHREAD_CANCEL_DISABLE;
    if (self->cancel_at_once)
        pthread_testcancel();
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    struct takt_posix_thread *self = takt_posix_self();

    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old != NULL)
        *old = self->cancel_at_once ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    self->cancel_at_once = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    if (self->cancel_at_once)
        pthread_testcancel();
    return 0;
}

void takt_posix_cleanup_push(struct takt_posix_cleanup *record, void (*routine)(void *), void *arg)
{
    struct takt_posix_thread *self = takt_posix_self();

    *record = (struct takt_posix_cleanup){.routine = routine, .arg = arg, .outer = self->cleanup};
    self->cleanup = record;
}

void takt_posix_cleanup_pop(struct takt_posix_cleanup *record, int execute)
{
    takt_posix_self()->cleanup = record->outer;
    if (execute)
        record->routine(record->arg);
}

void takt_posix_cleanup_all(struct takt_posix_thread *thread)
{
    while (thread->cleanup != NULL)
        takt_posix_cleanup_pop(thread->cleanup, 1);
}
