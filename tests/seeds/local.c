/*
 * Operations of threads on their own core's objects.
 *
 * Every wait has a deadline, except on the semaphore that the supervisor gives for ever: so whatever the operations
 * do to each other (mutexes locked in any order, peers suspended inside, cycles through conditions), the run ends.
 */
#include "mixed.h"

static void take(struct mixed_world *world, struct mixed_random *random)
{
    unsigned n = mixed_below(random, MIXED_SEMS);
    takt_deadline_t deadline = n == 0 && mixed_once_in(random, 6) ? TAKT_FOREVER : mixed_wait(random);
    int result = takt_sem_take(&world->sem[n], deadline);

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    world->taken[n] += result == 0;
}

static void message(struct mixed_world *world, struct mixed_random *random)
{
    struct mixed_queue *queue = &world->queue[mixed_below(random, MIXED_QUEUES)];
    unsigned which = mixed_below(random, 5);

    if (which == 0)
        MIXED_RESULT(mixed_peek(queue), 0, -EAGAIN);
    else if (which < 3)
        MIXED_RESULT(mixed_send(queue, mixed_wait(random), which == 2), 0, -EAGAIN, -ETIMEDOUT);
    else
        MIXED_RESULT(mixed_receive(queue, mixed_wait(random)), 0, -EAGAIN, -ETIMEDOUT);
}

static void event(struct mixed_world *world, struct mixed_random *random)
{
    uint32_t bits = 1 + mixed_below(random, 15), got = 0;
    unsigned options = mixed_below(random, 4);
    int result = takt_event_wait(&world->event, bits, options, mixed_wait(random), &got);

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    if (result == 0)
        MIXED_CHECK(options & TAKT_EVENT_ALL ? (got & bits) == bits : (got & bits) != 0);
}

static void block(struct mixed_world *world, struct mixed_random *random)
{
    const struct takt_thread *self = takt_self(), **mine;
    void *memory;
    int result = takt_pool_alloc(&world->pool, &memory, mixed_wait(random));

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
    if (result != 0)
        return;
    mine = memory;
    mine[1] = self;
    takt_work(mixed_below(random, 2000));
    MIXED_CHECK(mine[1] == self);
    MIXED_RESULT(takt_pool_free(&world->pool, memory), 0);
}

/* Produce and consume under a monitor; every consumer owns the mutex again whatever its wait returned. */
static void monitor(struct mixed_world *world, struct mixed_random *random)
{
    bool produce = mixed_once_in(random, 2);
    int result = takt_mutex_lock(&world->monitor, mixed_wait(random));

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT, -EDEADLK);
    if (result != 0)
        return;
    if (produce) {
        world->stock++;
        world->produced++;
        MIXED_RESULT(mixed_once_in(random, 2) ? takt_cond_signal(&world->changed)
                                              : takt_cond_broadcast(&world->changed),
                     0);
    }
    while (!produce && world->stock == 0 && result == 0) {
        result = takt_cond_wait(&world->changed, &world->monitor, mixed_wait(random));
        MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT);
        MIXED_CHECK(takt_mutex_owner(&world->monitor) == takt_self());
    }
    if (!produce && world->stock != 0) {
        world->stock--;
        world->consumed++;
    }
    MIXED_RESULT(takt_mutex_unlock(&world->monitor), 0);
}

static bool lock(struct mixed_guard *guard, struct mixed_random *random)
{
    int result = takt_mutex_lock(&guard->mutex, mixed_wait(random));

    MIXED_RESULT(result, 0, -EAGAIN, -ETIMEDOUT, -EDEADLK, -EOWNERDEAD, -ENOTRECOVERABLE);
    if (result == -EOWNERDEAD) {
        guard->inside = NULL;
        if (!mixed_once_in(random, 8))
            MIXED_RESULT(takt_mutex_consistent(&guard->mutex), 0);
    } else if (result != 0) {
        return false;
    }
    MIXED_CHECK(guard->inside == NULL);
    guard->inside = takt_self();
    return true;
}

static void unlock(struct mixed_guard *guard)
{
    MIXED_CHECK(guard->inside == takt_self());
    guard->inside = NULL;
    MIXED_RESULT(takt_mutex_unlock(&guard->mutex), 0);
}

static void inside(struct mixed_world *world, struct mixed_random *random)
{
    switch (mixed_below(random, 4)) {
    case 0:
        monitor(world, random);
        break;
    case 1:
        MIXED_RESULT(takt_sleep(mixed_wait(random)), 0);
        break;
    case 2:
        mixed_any(world, random);
        break;
    default:
        takt_work(mixed_below(random, 3000));
    }
}

/* Several mutexes in any order, given back in another order. */
static void nest(struct mixed_world *world, struct mixed_random *random)
{
    unsigned first = mixed_below(random, MIXED_MUTEXES), depth = 1 + mixed_below(random, MIXED_MUTEXES);
    unsigned held = 0, i;

    for (i = 0; i < depth; i++) {
        if (lock(&world->guard[(first + i) % MIXED_MUTEXES], random))
            held |= 1u << (first + i) % MIXED_MUTEXES;
        inside(world, random);
    }
    first = mixed_below(random, MIXED_MUTEXES);
    for (i = 0; i < MIXED_MUTEXES; i++) {
        if (held & 1u << (first + i) % MIXED_MUTEXES)
            unlock(&world->guard[(first + i) % MIXED_MUTEXES]);
    }
}

static void again(struct mixed_world *world, struct mixed_random *random)
{
    struct mixed_guard *guard = &world->guard[0]; /* the recursive one */

    if (!lock(guard, random))
        return;
    MIXED_RESULT(takt_mutex_lock(&guard->mutex, mixed_wait(random)), 0);
    inside(world, random);
    MIXED_RESULT(takt_mutex_unlock(&guard->mutex), 0);
    MIXED_CHECK(takt_mutex_owner(&guard->mutex) == takt_self());
    unlock(guard);
}

static void peer(struct mixed_world *world, struct mixed_random *random)
{
    struct takt_thread *thread = &world->worker[mixed_below(random, MIXED_WORKERS)];
    takt_prio_t priority = (takt_prio_t)(4 + mixed_below(random, 8));

    switch (mixed_below(random, 5)) {
    case 0:
        MIXED_RESULT(takt_thread_suspend(thread), 0, -EALREADY, -ESRCH);
        break;
    case 1:
        MIXED_RESULT(takt_thread_resume(thread), 0, -EALREADY, -ESRCH);
        break;
    case 2:
        MIXED_RESULT(
            takt_thread_set_slice(thread, mixed_once_in(random, 2) ? 0 : 500 + mixed_below(random, 5000)), 0,
            -ESRCH);
        break;
    case 3:
        MIXED_RESULT(takt_thread_set_threshold(thread, priority), 0, -EINVAL, -ESRCH);
        break;
    default:
        MIXED_RESULT(takt_thread_set_priority(thread, priority), 0, -ESRCH);
    }
}

static void pass_time(struct mixed_world *world, struct mixed_random *random)
{
    (void)world;
    if (mixed_once_in(random, 3))
        takt_yield();
    else if (mixed_once_in(random, 2))
        takt_work(mixed_below(random, 3000));
    else
        MIXED_RESULT(takt_sleep(mixed_wait(random)), 0);
}

/* Nobody else of this core runs inside, and nothing may wait. */
static void alone(struct mixed_world *world, struct mixed_random *random)
{
    const struct takt_thread *self = takt_self();

    takt_preempt_lock();
    mixed_any(world, random);
    MIXED_RESULT(takt_sleep(TAKT_US(1)), -EPERM);
    takt_work(mixed_below(random, 2000));
    MIXED_CHECK(takt_self() == self);
    takt_preempt_unlock();
}

void mixed_operate(struct mixed_world *world, struct mixed_random *random)
{
    static void (*const operations[])(struct mixed_world *, struct mixed_random *) = {
        take,  message, message,   event, block,     monitor,   nest,         nest,
        again, peer,    pass_time, alone, mixed_any, mixed_any, mixed_across, mixed_across,
    };

    operations[mixed_below(random, sizeof operations / sizeof *operations)](world, random);
    world->operations++;
    mixed_invariants(world);
}

void mixed_leave_locked(struct mixed_world *world, struct mixed_random *random)
{
    if (mixed_once_in(random, 8))
        (void)lock(&world->guard[mixed_below(random, MIXED_MUTEXES)], random);
}
