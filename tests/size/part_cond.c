#include "part.h"

static struct takt_mutex mutex;
static struct takt_cond cond;
static bool woken;

static void wait(void *arg)
{
    (void)arg;
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    CHECK(takt_cond_wait(&cond, &mutex, TAKT_FOREVER) == 0);
    CHECK(takt_mutex_owner(&mutex) == takt_self());
    woken = true;
    CHECK(takt_mutex_unlock(&mutex) == 0);
    part_rest();
}

void part_cond(void)
{
    CHECK(takt_mutex_init(&mutex, 0) == 0 && takt_cond_init(&cond) == 0);
    CHECK(takt_mutex_lock(&mutex, TAKT_FOREVER) == 0);
    CHECK(takt_cond_wait(&cond, &mutex, TAKT_MS(1)) == -ETIMEDOUT);
    CHECK(takt_mutex_unlock(&mutex) == 0);
    (void)part_helper(PART_HIGHER, wait, NULL);
    CHECK(!woken);
    CHECK(takt_cond_signal(&cond) == 0);
    CHECK(woken && takt_cond_check(&cond) == 0);
}
