/* What is a function or two: it is there, or says that it is not. */
#include "part.h"

#if CONFIG_TAKT_THREAD_LIST
#define CORE_CHECK() takt_core_check()
#else
#define CORE_CHECK() 0
#endif

#if CONFIG_TAKT_THREAD_ERRNO
#define OWN_ERRNO() takt_errno()
#else
static int one_errno;
#define OWN_ERRNO() (&one_errno)
#endif

static unsigned idle_calls; /* of core 0: each core idles by itself */
static int *other_errno;

void takt_idle_hook(takt_time_t next_event)
{
    (void)next_event;
    if (takt_core_id() == 0)
        idle_calls++;
}

static void other(void *arg)
{
    (void)arg;
    other_errno = OWN_ERRNO();
    part_rest();
}

void part_small(void)
{
    takt_time_t before = takt_thread_run_time(takt_self());
    struct takt_thread *thread =
        part_create((struct takt_thread_attr){.name = "other", .entry = other, .priority = PART_HIGHER});

    CHECK(takt_thread_start(thread) == 0);
    CHECK((takt_thread_name(thread)[0] == 'o') == CONFIG_TAKT_THREAD_NAME);
    CHECK((other_errno != OWN_ERRNO()) == CONFIG_TAKT_THREAD_ERRNO);
    CHECK((takt_thread_stack_unused(thread) > 0) == CONFIG_TAKT_STACK_FILL);
    takt_work(TAKT_MS(1));
    CHECK((takt_thread_run_time(takt_self()) > before) == CONFIG_TAKT_RUN_TIME);
    CHECK(CONFIG_TAKT_IDLE_HOOK || idle_calls == 0);
    CHECK(CORE_CHECK() == 0);
}
