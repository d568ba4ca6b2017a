/*
 * The table of threads, and their stacks.
 *
 * A thread's id is its place and how often that was used, so an id of a thread that has gone is known as such, until
 * 2^23 others have stood in its place.
 *
 * A place whose thread has gone may have that thread on its stack for an instant yet; whoever claims the place waits for
 * that outside the section, with the place marked as taken.
 */
#include "posix.h"

#define PLACES 256u /* in an id */

struct takt_posix_thread takt_posix_threads[CONFIG_TAKT_POSIX_THREADS];

static struct {
    _Alignas(16) unsigned char bytes[(CONFIG_TAKT_POSIX_STACK_SIZE + 15) / 16 * 16];
} stacks[CONFIG_TAKT_POSIX_THREADS];

void *takt_posix_pool_stack(const struct takt_posix_thread *thread)
{
    return stacks[thread - takt_posix_threads].bytes;
}

pthread_t takt_posix_id(const struct takt_posix_thread *thread)
{
    return (pthread_t)thread->turn * PLACES + (pthread_t)(thread - takt_posix_threads);
}

struct takt_posix_thread *takt_posix_find(pthread_t id)
{
    struct takt_posix_thread *thread = &takt_posix_threads[id % PLACES % CONFIG_TAKT_POSIX_THREADS];

    if (id % PLACES >= CONFIG_TAKT_POSIX_THREADS || takt_posix_id(thread) != id)
        return NULL;
    return thread->state == TAKT_POSIX_ALIVE || thread->state == TAKT_POSIX_ENDED ? thread : NULL;
}

static struct takt_posix_thread *in_state(enum takt_posix_state state)
{
    for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++) {
        if (takt_posix_threads[i].state == state)
            return &takt_posix_threads[i];
    }
    return NULL;
}

struct takt_posix_thread *takt_posix_claim(void)
{
    struct takt_posix_thread *thread;
    bool used;

    takt_posix_enter();
    thread = in_state(TAKT_POSIX_FREE);
    if (thread == NULL)
        thread = in_state(TAKT_POSIX_GONE);
    if (thread != NULL)
        thread->state = TAKT_POSIX_CLAIMED;
    takt_posix_leave();
    if (thread == NULL)
        return NULL;
    used = thread->used;
    if (used)
        (void)takt_thread_join(&thread->takt, NULL, TAKT_FOREVER);
    return thread;
}
