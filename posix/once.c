/* Once: who comes while the routine runs waits for its end; if it is cancelled, the next one begins anew. */
#include "posix.h"

enum { NEVER, RUNNING, DONE };

/* Inside the section. */
static void end(pthread_once_t *once, int state)
{
    once->state = state;
    while (once->waiters.first != NULL)
        takt_posix_grant(once->waiters.first, 0);
}

static void cancelled(void *arg)
{
    takt_posix_enter();
    end(arg, NEVER);
    takt_posix_leave();
}

static void run(pthread_once_t *once, void (*routine)(void))
{
    pthread_cleanup_push(cancelled, once);
    routine();
    pthread_cleanup_pop(0);
    takt_posix_enter();
    end(once, DONE);
    takt_posix_leave();
}

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    for (;;) {
        struct takt_posix_wait wait;
        int state;

        takt_posix_enter();
        state = once->state;
        if (state == RUNNING) {
            takt_posix_wait_begin(&wait, &once->waiters);
            (void)takt_posix_wait_end(&wait);
            continue;
        }
        if (state == NEVER)
            once->state = RUNNING;
        takt_posix_leave();
        if (state == NEVER)
            run(once, routine);
        return state == NEVER || state == DONE ? 0 : EINVAL;
    }
}
