#include "part.h"

static struct takt_sem sem;
static unsigned taken;

static void take(void *arg)
{
    (void)arg;
    for (;; taken++)
        CHECK(takt_sem_take(&sem, TAKT_FOREVER) == 0);
}

void part_sem(void)
{
    CHECK(takt_sem_init(&sem, 1, 2) == 0);
    CHECK(takt_sem_take(&sem, TAKT_NO_WAIT) == 0);
    CHECK(takt_sem_take(&sem, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_sem_take(&sem, TAKT_MS(1)) == -ETIMEDOUT);
    (void)part_helper(PART_HIGHER, take, NULL);
    CHECK(takt_sem_give(&sem) == 0);
    CHECK(taken == 1 && takt_sem_count(&sem) == 0);
    CHECK(takt_sem_check(&sem) == 0);
}
