/* The kernel's mutex: the baseline on one core, where tasks that ask for it sleep until it is handed to them.
 */
#include "locks.h"

static struct takt_mutex mutex;
static struct takt_word grants CONTENTION_SHARED;

void contention_mutex_begin(unsigned core)
{
    if (core == 0)
        contention_must(takt_mutex_init(&mutex, 0), "takt_mutex_init");
}

static void acquire(struct contention_worker *worker)
{
    (void)worker;
    contention_must(takt_mutex_lock(&mutex, TAKT_FOREVER), "takt_mutex_lock");
}

static void release(struct contention_worker *worker)
{
    (void)worker;
    contention_must(takt_mutex_unlock(&mutex), "takt_mutex_unlock");
}

const struct contention_lock contention_mutex = {
    .name = "mutex", .acquire = acquire, .release = release, .grants = &grants, .on_one = true};
