#include "part.h"

static struct takt_event event;
static uint32_t seen;

static void wait(void *arg)
{
    (void)arg;
    CHECK(takt_event_wait(&event, 6, TAKT_EVENT_ALL | TAKT_EVENT_CLEAR, TAKT_FOREVER, &seen) == 0);
    part_rest();
}

void part_event(void)
{
    CHECK(takt_event_init(&event, 1) == 0);
    CHECK(takt_event_wait(&event, 1, TAKT_EVENT_ANY, TAKT_NO_WAIT, NULL) == 0);
    CHECK(takt_event_wait(&event, 2, TAKT_EVENT_ANY, TAKT_MS(1), NULL) == -ETIMEDOUT);
    (void)part_helper(PART_HIGHER, wait, NULL);
    CHECK(takt_event_set(&event, 2) == 0 && seen == 0);
    CHECK(takt_event_set(&event, 4) == 0 && seen == 7);
    CHECK(takt_event_get(&event) == 1 && takt_event_check(&event) == 0);
}
