/*
 * Counting semaphores.
 *
 * The store is the count, changed under the mask. Threads wait only while the count is 0; a give raises the
 * count, and the match hands it to the most urgent waiter. Nobody takes a count past a waiter: a take looks
 * at the queue first. While the kernel lock is held by what a handler interrupted, the handler cannot know
 * how many wait, so its give is counted even at the maximum; the match serves the waiters and drops what then
 * is too much.
 */
#include <takt/sem.h>

#include "kernel.h"

static bool take_one(struct takt_sem *sem)
{
    takt_mask_t old = takt_port_mask();
    bool taken = sem->count != 0 && sem->waiters.head == NULL;

    if (taken)
        sem->count--;
    takt_port_unmask(old);
    return taken;
}

/* A count for the first waiter. */
static bool count_take(struct takt_sem *sem)
{
    takt_mask_t old = takt_port_mask();
    bool taken = sem->count != 0;

    if (taken)
        sem->count--;
    takt_port_unmask(old);
    return taken;
}

static void count_limit(struct takt_sem *sem)
{
    takt_mask_t old = takt_port_mask();

    if (sem->count > sem->max)
        sem->count = sem->max;
    takt_port_unmask(old);
}

static void sem_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_sem *sem = TAKT_CONTAINER(post, struct takt_sem, post);

    while (sem->waiters.head != NULL && count_take(sem))
        takt_wake(core, sem->waiters.head, 0);
    count_limit(sem);
}

int takt_sem_init(struct takt_sem *sem, uint32_t count, uint32_t max)
{
    if (max == 0 || count > max)
        return -EINVAL;
    *sem = (struct takt_sem){.count = count, .max = max};
    sem->post.match = sem_match;
    takt_trace_made(SEM, sem, count, max);
    return 0;
}

static int take_slow(struct takt_sem *sem, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return err;
    takt_lock(core);
    if (take_one(sem)) {
        takt_unlock(core);
        return 0;
    }
    return takt_block(core, &sem->waiters, NULL, takt_deadline_when(deadline));
}

int takt_sem_take(struct takt_sem *sem, takt_deadline_t deadline)
{
    int result = take_one(sem) ? 0 : take_slow(sem, deadline);

    takt_trace_sem_take(TAKT_ID(sem), (uintptr_t)result);
    TAKT_CHECK(takt_sem_check(sem));
    return result;
}

int takt_sem_give_many(struct takt_sem *sem, uint32_t number)
{
    struct takt_core *core = takt_core();
    takt_mask_t old = takt_port_mask();
    uint32_t limit = core->locked || sem->waiters.head != NULL ? UINT32_MAX : sem->max;

    if (sem->count >= limit) {
        takt_port_unmask(old);
        return -EOVERFLOW;
    }
    sem->count += number < limit - sem->count ? number : limit - sem->count;
    takt_trace_sem_give(TAKT_ID(sem), sem->count);
    if (sem->waiters.head == NULL && !core->locked)
        takt_port_unmask(old);
    else
        takt_match(core, &sem->post, old);
    TAKT_CHECK(takt_sem_check(sem));
    return 0;
}

int takt_sem_give(struct takt_sem *sem)
{
    return takt_sem_give_many(sem, 1);
}

uint32_t takt_sem_count(const struct takt_sem *sem)
{
    return sem->count;
}

int takt_sem_delete(struct takt_sem *sem)
{
    return takt_waitq_delete(&sem->waiters);
}

int takt_sem_check(const struct takt_sem *sem)
{
    takt_mask_t old;
    int result;

    if (!takt_check_begin())
        return 0;
    old = takt_port_mask();
    result = takt_store_check(&sem->post,
                              sem->count <= sem->max && (sem->count == 0 || sem->waiters.head == NULL));
    takt_port_unmask(old);
    return takt_check_end(result != 0 ? result : takt_waitq_check(&sem->waiters));
}
