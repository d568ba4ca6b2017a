/* A crowd of threads with small stacks. See masked.h. */
#include "masked.h"

static struct takt_thread threads[MASKED_CROWD];
static _Alignas(16) unsigned char stacks[MASKED_CROWD][TAKT_STACK_MIN];
static void (*bodies[MASKED_CROWD])(unsigned);
static unsigned count;

static void run(void *arg)
{
    unsigned number = (unsigned)((struct takt_thread *)arg - threads);

    bodies[number](number);
}

static void start(unsigned number, takt_prio_t priority, void (*body)(unsigned))
{
    struct takt_thread_attr attr = {
        .name = "crowd",
        .entry = run,
        .arg = &threads[number],
        .stack = stacks[number],
        .stack_size = sizeof stacks[number],
        .priority = priority,
    };

    bodies[number] = body;
    MASKED_CHECK(takt_thread_create(&threads[number], &attr) == 0);
    MASKED_CHECK(takt_thread_start(&threads[number]) == 0);
}

void crowd_start(unsigned n, void (*body)(unsigned))
{
    for (count = 0; count < n; count++)
        start(count, (takt_prio_t)(MASKED_CROWDS + count % MASKED_CROWD_IN), body);
}

void crowd_start_at(unsigned n, takt_prio_t priority, void (*body)(unsigned))
{
    for (count = 0; count < n; count++)
        start(count, priority, body);
}

void crowd_settle(void)
{
    MASKED_CHECK(takt_thread_set_priority(takt_self(), CONFIG_TAKT_LEVELS - 1) == 0);
    MASKED_CHECK(takt_thread_set_priority(takt_self(), MASKED_PROBE) == 0);
}

void crowd_join(void)
{
    for (unsigned i = 0; i < count; i++)
        MASKED_CHECK(takt_thread_join(&threads[i], NULL, TAKT_S(100)) == 0);
    count = 0;
}

struct takt_thread *crowd_thread(unsigned number)
{
    return &threads[number];
}
