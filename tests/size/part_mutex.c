#include "part.h"

static struct takt_mutex mutex;
static bool locked;
static volatile bool asked; /* the more urgent thread is about to wait, however long it took to come there */

static void hold(void *arg)
{
    (void)arg;
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    locked = true;
    while (!asked)
        CHECK(takt_sleep(TAKT_MS(1)) == 0);
    CHECK(takt_thread_effective_priority(takt_self()) == PART_PRIORITY);
    CHECK(takt_mutex_unlock(&mutex) == 0);
    CHECK(takt_thread_effective_priority(takt_self()) == PART_LOWER);
    part_rest();
}

void part_mutex(void)
{
    struct takt_thread *owner;

    CHECK(takt_mutex_init(&mutex, 0) == 0);
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == -EDEADLK);
    CHECK(takt_mutex_unlock(&mutex) == 0);
    owner = part_helper(PART_LOWER, hold, NULL);
    part_let_run();
    CHECK(locked && takt_mutex_owner(&mutex) == owner);
    CHECK(takt_mutex_lock(&mutex, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_mutex_lock(&mutex, TAKT_US(1)) == -ETIMEDOUT);
    CHECK(takt_thread_effective_priority(owner) == PART_LOWER);
    asked = true;
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    CHECK(takt_mutex_check(&mutex) == 0 && takt_mutex_owner(&mutex) == takt_self());
    CHECK(takt_mutex_unlock(&mutex) == 0);
    part_let_run();
}
