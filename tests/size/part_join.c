#include "part.h"

static void exits(void *arg)
{
    CHECK(takt_sleep(TAKT_MS(1)) == 0);
    takt_thread_exit(*(const int *)arg);
}

void part_join(void)
{
    int given = 42, got = 0;
    struct takt_thread *thread = part_helper(PART_LOWER, exits, &given);

    CHECK(takt_thread_join(thread, &got, TAKT_NO_WAIT) == -EAGAIN);
    CHECK(takt_thread_join(thread, &got, TAKT_FOREVER) == 0 && got == given);
    CHECK(takt_thread_join(thread, NULL, TAKT_NO_WAIT) == 0);
    CHECK(takt_thread_join(takt_self(), NULL, TAKT_NO_WAIT) == -EDEADLK);
}
