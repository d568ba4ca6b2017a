/*
 * Operations of the call class any: what handlers and timers' functions do, and threads too. None waits.
 *
 * A handler may interrupt a thread in the middle of any service, and another handler; so these are the operations
 * that the kernel's own inbox exists for.
 */
#include "mixed.h"

static void give(struct mixed_world *world, struct mixed_random *random)
{
    unsigned n = mixed_below(random, MIXED_SEMS);
    int result = takt_sem_give(&world->sem[n]);

    MIXED_RESULT(result, 0, -EOVERFLOW);
    world->given[n] += result == 0;
}

static void take(struct mixed_world *world, struct mixed_random *random)
{
    unsigned n = mixed_below(random, MIXED_SEMS);
    int result = takt_sem_take(&world->sem[n], TAKT_NO_WAIT);

    MIXED_RESULT(result, 0, -EAGAIN);
    world->taken[n] += result == 0;
}

static void message(struct mixed_world *world, struct mixed_random *random)
{
    struct mixed_queue *queue = &world->queue[mixed_below(random, MIXED_QUEUES)];
    bool front = mixed_once_in(random, 3);

    if (mixed_once_in(random, 2))
        MIXED_RESULT(mixed_send(queue, TAKT_NO_WAIT, front), 0, -EAGAIN);
    else
        MIXED_RESULT(mixed_receive(queue, TAKT_NO_WAIT), 0, -EAGAIN);
}

static void event(struct mixed_world *world, struct mixed_random *random)
{
    uint32_t bits = 1u << mixed_below(random, 4), got = 0;

    if (mixed_once_in(random, 3))
        MIXED_RESULT(takt_event_clear(&world->event, bits), 0);
    else
        MIXED_RESULT(takt_event_set(&world->event, bits), 0);
    if (takt_event_wait(&world->event, bits, TAKT_EVENT_ANY, TAKT_NO_WAIT, &got) == 0)
        MIXED_CHECK(got & bits);
}

/* A block that one handler takes and another gives back. */
static void block(struct mixed_world *world, struct mixed_random *random)
{
    void *mine = world->kept;

    (void)random;
    world->kept = NULL;
    if (mine != NULL) {
        MIXED_RESULT(takt_pool_free(&world->pool, mine), 0);
        return;
    }
    if (takt_pool_alloc(&world->pool, &mine, TAKT_NO_WAIT) != 0)
        return;
    if (world->kept == NULL)
        world->kept = mine;
    else
        MIXED_RESULT(takt_pool_free(&world->pool, mine), 0);
}

static void resume(struct mixed_world *world, struct mixed_random *random)
{
    MIXED_RESULT(takt_thread_resume(&world->worker[mixed_below(random, MIXED_WORKERS)]), 0, -EALREADY,
                 -ESRCH);
}

static void timer(struct mixed_world *world, struct mixed_random *random)
{
    struct takt_timer *timer = &world->timer[mixed_below(random, MIXED_TIMERS)];
    takt_time_t period = mixed_once_in(random, 2) ? 0 : 2000 + mixed_below(random, 20000);

    if (mixed_once_in(random, 2))
        MIXED_RESULT(takt_timer_stop(timer), 0, -EALREADY);
    else
        MIXED_RESULT(takt_timer_start(timer, mixed_wait(random), period), 0);
}

static void pend(struct mixed_world *world, struct mixed_random *random)
{
    unsigned line = mixed_below(random, MIXED_LINES);

    if (mixed_once_in(random, 2))
        takt_sim_pend_at_choice(world->core, line,
                                takt_sim_choices(world->core) + 1 + mixed_below(random, 60));
    else
        takt_sim_pend_at(world->core, line, takt_sim_clock(world->core) + mixed_below(random, 9000));
}

void mixed_any(struct mixed_world *world, struct mixed_random *random)
{
    static void (*const operations[])(struct mixed_world *, struct mixed_random *) = {
        give, give, take, message, message, event, block, resume, timer, pend,
    };

    operations[mixed_below(random, sizeof operations / sizeof *operations)](world, random);
}

void mixed_timer_function(struct takt_timer *timer, void *arg)
{
    struct mixed_world *world = arg;

    (void)timer;
    MIXED_CHECK(takt_in_handler());
    if (!world->quiet)
        mixed_any(world, &world->random[MIXED_WORKERS]);
}

void mixed_handler(void *arg)
{
    struct mixed_world *world = arg;
    struct mixed_random *random = &world->random[MIXED_WORKERS];

    MIXED_CHECK(takt_in_handler());
    if (world->quiet)
        return;
    for (unsigned i = mixed_below(random, 3); i-- > 0;)
        mixed_any(world, random);
}
