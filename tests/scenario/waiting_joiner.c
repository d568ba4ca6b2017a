/* Joining a thread: a grant is its end. */
#include "waiting.h"

static struct takt_sem end_it;
static struct takt_thread *target;
static bool granted;

static void body(void *arg)
{
    (void)arg;
    EXPECT_EQ(takt_sem_take(&end_it, TAKT_FOREVER), 0);
    takt_thread_exit(42);
}

static void reset(void)
{
    granted = false;
    EXPECT_EQ(takt_sem_init(&end_it, 0, 2), 0);
    target = spawn(HIGHER, body, NULL);
}

static int join(takt_deadline_t deadline)
{
    int value = 0;
    int result = takt_thread_join(target, &value, deadline);

    EXPECT_EQ(value, result == 0 ? 42 : 0);
    return result;
}

static int grant(void)
{
    granted = true;
    return takt_sem_give(&end_it);
}

static void finish(void)
{
    if (!granted)
        EXPECT_EQ(grant(), 0);
}

static int check(void)
{
    return takt_core_check();
}

const struct waitable waitable = {
    .reset = reset, .wait = join, .grant = grant, .finish = finish, .check = check};

#ifndef WAITING_POSTED
SCENARIOS(WAITING_COMMON);
#endif
