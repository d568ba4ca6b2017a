/* A core asks itself: what crosses cores is tests/cross's. */
#include "part.h"

static struct takt_sem sem;
static struct takt_remote remote;

void part_cross(void)
{
    CHECK(takt_sem_init(&sem, 0, 2) == 0);
    CHECK(takt_remote_export_sem(&sem, "sem") == 0);
    CHECK(takt_remote_export_sem(&sem, "sem") == -EEXIST);
    CHECK(takt_remote_find(&remote, "nothing", TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_remote_find(&remote, "sem", TAKT_MS(1)) == 0);
    CHECK(takt_remote_sem_give(&remote) == 0 && takt_sem_count(&sem) == 1);
    CHECK(takt_remote_withdraw("sem") == 0 && takt_remote_sem_give(&remote) == -ESTALE);
}
