/* Event flags that the waiter clears: a grant sets the bit, for every waiter. */
#include "waiting.h"

#define BIT 0x80000001u

static struct takt_event event;

static void reset(void)
{
    EXPECT_EQ(takt_event_init(&event, 0x10), 0);
}

static int wait(takt_deadline_t deadline)
{
    uint32_t got = 0;
    int result = takt_event_wait(&event, BIT, TAKT_EVENT_ALL | TAKT_EVENT_CLEAR, deadline, &got);

    EXPECT_EQ(got, result == 0 ? (0x10 | BIT) : 0);
    return result;
}

static int set(void)
{
    return takt_event_set(&event, BIT);
}

static int drop(void)
{
    return takt_event_delete(&event);
}

static int check(void)
{
    return takt_event_check(&event);
}

static long available(void)
{
    return (takt_event_get(&event) & BIT) == BIT;
}

const struct waitable waitable = {.reset = reset,
                                  .wait = wait,
                                  .grant = set,
                                  .drop = drop,
                                  .check = check,
                                  .available = available,
                                  .shared = true};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON, WAITING_STORED);
#endif
