#include "part.h"

static unsigned ended;

static void exits(void *arg)
{
    (void)arg;
    ended++;
    takt_thread_exit(1);
}

static void returns(void *arg)
{
    (void)arg;
    ended++;
}

void part_end(void)
{
    struct takt_thread *thread = part_helper(PART_HIGHER, exits, NULL);

    CHECK(ended == 1);
    CHECK(takt_thread_set_priority(thread, PART_LOWER) == -ESRCH);
    (void)part_helper(PART_HIGHER, returns, NULL);
    CHECK(ended == 2);
}
