/*
 * Keys: a value for each thread and key. A key that is made anew has no values: those that an old one of its place left
 * behind are cleared when it is made, which takes time that grows with the places for threads.
 */
#include "posix.h"

#define ITERATIONS 4 /* of destructors that store values again */

static struct {
    bool used;
    void (*destructor)(void *);
} keys[CONFIG_TAKT_POSIX_KEYS];

static bool valid(pthread_key_t key)
{
    return key < CONFIG_TAKT_POSIX_KEYS && keys[key].used;
}

/* Inside the section. @return CONFIG_TAKT_POSIX_KEYS: none */
static unsigned find_free(void)
{
    unsigned key = 0;

    while (key < CONFIG_TAKT_POSIX_KEYS && keys[key].used)
        key++;
    return key;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    unsigned found;

    takt_posix_enter();
    found = find_free();
    if (found < CONFIG_TAKT_POSIX_KEYS) {
        for (unsigned i = 0; i < CONFIG_TAKT_POSIX_THREADS; i++)
            takt_posix_threads[i].specific[found] = NULL;
        keys[found].used = true;
        keys[found].destructor = destructor;
        *key = found;
    }
    takt_posix_leave();
    return found < CONFIG_TAKT_POSIX_KEYS ? 0 : EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
    bool there;

    takt_posix_enter();
    there = valid(key);
    if (there)
        keys[key].used = false;
    takt_posix_leave();
    return there ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key)
{
    return valid(key) ? (void *)(uintptr_t)takt_posix_self()->specific[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (!valid(key))
        return EINVAL;
    takt_posix_self()->specific[key] = value;
    return 0;
}

/* @return whether there was something to destroy */
static bool destroy_all(struct takt_posix_thread *thread)
{
    bool any = false;

    for (unsigned key = 0; key < CONFIG_TAKT_POSIX_KEYS; key++) {
        void *value = (void *)(uintptr_t)thread->specific[key];

        if (value == NULL || !keys[key].used || keys[key].destructor == NULL)
            continue;
        thread->specific[key] = NULL;
        keys[key].destructor(value);
        any = true;
    }
    return any;
}

void takt_posix_keys_end(struct takt_posix_thread *thread)
{
    for (unsigned i = 0; i < ITERATIONS && destroy_all(thread); i++)
        continue;
}
