/*
 * Counting semaphores where the kernel lock is the interrupt mask (CONFIG_TAKT_LOCK_MASK): handlers never meet the lock,
 * so count and waiters change in one step, and there is one way for all callers. sem.c is the usual one.
 *
 * A give that meets a waiter is handed over in that step; the count is 0 while anybody waits.
 */
#include <takt/sem.h>

#include "kernel.h"

int takt_sem_init(struct takt_sem *sem, uint32_t count, uint32_t max)
{
    if (max == 0 || count > max)
        return -EINVAL;
    *sem = (struct takt_sem){.count = count, .max = max};
    return 0;
}

int takt_sem_take(struct takt_sem *sem, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int result = 0;

    takt_lock(core);
    if (sem->count != 0)
        sem->count--;
    else if ((result = takt_wait_allowed(core, deadline)) == 0)
        return takt_block(core, &sem->waiters, deadline);
    (void)takt_unlock_quiet(core);
    return result;
}

int takt_sem_give(struct takt_sem *sem)
{
    struct takt_core *core = takt_core();
    int result = 0;

    takt_lock(core);
    if (sem->waiters.head != NULL)
        takt_wake(core, sem->waiters.head, 0);
    else if (sem->count < sem->max)
        sem->count++;
    else
        result = -EOVERFLOW;
    (void)takt_unlock(core);
    return result;
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
    if (sem->count > sem->max || (sem->count != 0 && sem->waiters.head != NULL))
        return -EFAULT;
    return takt_waitq_check(&sem->waiters);
}
