#include "part.h"

static struct takt_llq llq;

void part_llq(void)
{
    struct takt_llq_token token, again;

    CHECK(takt_llq_create(&llq, "llq", NULL) == 0);
    CHECK(takt_llq_acquire(&llq, TAKT_FOREVER, &token) == 0);
    CHECK(takt_llq_try(&llq, &again) == -EDEADLK);
    CHECK(takt_llq_release(&llq, &token) == 0);
    CHECK(takt_llq_release(&llq, &token) == -EPERM);
    CHECK(takt_sleep(TAKT_MS(1)) == 0); /* preemption is on again */
}
