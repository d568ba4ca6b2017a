/*
 * The section that guards the layer, and who is in it.
 *
 * Leaving it is where a thread that does not wait meets its signals: whoever sent one did so in the section, so a look at
 * the end of each is enough, and costs two words. A handler that runs there runs after its thread's call has taken effect.
 */
#include "posix.h"

static struct takt_klock section;

struct takt_posix_thread *takt_posix_self(void)
{
    struct takt_thread *thread = takt_self();
    uintptr_t first = (uintptr_t)takt_posix_threads, place = (uintptr_t)thread;

    if (place < first || place >= first + sizeof takt_posix_threads)
        return NULL;
    return (struct takt_posix_thread *)(void *)thread;
}

void takt_posix_enter(void)
{
    takt_klock_enter(&section);
}

void takt_posix_leave_quietly(void)
{
    takt_klock_exit(&section);
}

void takt_posix_leave(void)
{
    struct takt_posix_thread *self = takt_posix_self();

    takt_klock_exit(&section);
    if (self == NULL || self->exits)
        return;
    if (takt_posix_signal_due(self))
        (void)takt_posix_deliver();
    if (self->cancel_at_once && takt_posix_cancel_due(self))
        takt_posix_cancel_act();
}

int takt_posix_result(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}
