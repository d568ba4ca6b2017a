#include "part.h"

static unsigned turns;

static void suspends(void *arg)
{
    (void)arg;
    for (;; turns++)
        CHECK(takt_thread_suspend(takt_self()) == 0);
}

void part_suspend(void)
{
    struct takt_thread *thread = part_helper(PART_HIGHER, suspends, NULL);

    CHECK(turns == 0);
    CHECK(takt_thread_resume(thread) == 0 && turns == 1);
    CHECK(takt_thread_suspend(thread) == -EALREADY);
    CHECK(takt_thread_resume(takt_self()) == -EALREADY);
}
