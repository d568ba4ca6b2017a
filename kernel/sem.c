/*
 * Counting semaphores.
 *
 * The store is one word: the count, and a bit that says that threads may be waiting. It is changed by watch and commit
 * (kernel.h), so a give and a take that meet no waiter hold nothing and mask nothing. With the bit set the word is
 * larger than any maximum and, as a signed number, negative: one comparison sends either to its slow path, which
 * holds the kernel lock. There they go too when a handler came between watch and commit: it is as right, and rare.
 *
 * A thread sets the bit in the same step in which it sees that there is no count, and then waits. So a give comes
 * before that step and is taken, or finds the bit. A handler that finds the bit and the kernel lock held cannot know
 * how many wait: its give is counted, even beyond the maximum, and posted; the match serves the waiters and drops what
 * then is too much. The bit is left when the last waiter goes; the next give or match that finds nobody takes it away.
 * Nobody takes a count past a waiter.
 */
#include <takt/sem.h>

#include "kernel.h"

#define WAITED  ((uint32_t)1 << 31)
#define LARGEST (WAITED - 1)

static uint32_t count_of(uint32_t word)
{
    return word & ~WAITED;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A count for the first waiter. */
static bool count_take(struct takt_sem *sem)
{
    uint32_t word;

    do {
        word = takt_port_watch(&sem->count);
        if (count_of(word) == 0)
            return false;
    } while (!takt_port_commit(&sem->count, word - 1));
    return true;
}

/* Nobody waits: the bit goes, and what is too much. */
static void count_settle(struct takt_sem *sem)
{
    uint32_t word;

    do
        word = takt_port_watch(&sem->count);
    while (!takt_port_commit(&sem->count, least(count_of(word), sem->max)));
}

/* More, up to the limit, where nobody waits. False: it was there already. */
static bool count_add(struct takt_sem *sem, uint32_t number)
{
    uint32_t count;

    do {
        count = count_of(takt_port_watch(&sem->count));
        if (count >= sem->max)
            return false;
    } while (!takt_port_commit(&sem->count, count + least(number, sem->max - count)));
    return true;
}

static void sem_match(struct takt_core *core, struct takt_post *post)
{
    struct takt_sem *sem = TAKT_CONTAINER(post, struct takt_sem, post);

    while (sem->waiters.head != NULL && count_take(sem))
        takt_wake(core, sem->waiters.head, 0);
    if (sem->waiters.head == NULL)
        count_settle(sem);
}

int takt_sem_init(struct takt_sem *sem, uint32_t count, uint32_t max)
{
    if (max == 0 || count > max)
        return -EINVAL;
    *sem = (struct takt_sem){.count = least(count, LARGEST), .max = least(max, LARGEST)};
    sem->post.match = sem_match;
    takt_trace_made(SEM, sem, count, max);
    return 0;
}

/* One that is there, past nobody, whatever the bit says. */
static bool take_posted(struct takt_sem *sem)
{
    return sem->waiters.head == NULL && count_take(sem);
}

/* Take one; or, in the same step, say that the caller is going to wait. Kernel lock held. */
static bool take_or_wait(struct takt_sem *sem)
{
    uint32_t word;
    bool wait;

    do {
        word = takt_port_watch(&sem->count);
        wait = count_of(word) == 0 || sem->waiters.head != NULL;
    } while (!takt_port_commit(&sem->count, wait ? word | WAITED : word - 1));
    return !wait;
}

static TAKT_APART int take_slow(struct takt_sem *sem, takt_deadline_t deadline)
{
    struct takt_core *core = takt_core();
    int err = takt_wait_allowed(core, deadline);

    if (err != 0)
        return take_posted(sem) ? 0 : err;
    takt_lock(core);
    if (!take_or_wait(sem))
        return takt_block(core, &sem->waiters, deadline);
    return takt_unlock_quiet(core);
}

static inline int take(struct takt_sem *sem, takt_deadline_t deadline)
{
    uint32_t word = takt_port_watch(&sem->count);

    if ((int32_t)word <= 0 || !takt_port_commit(&sem->count, word - 1))
        return take_slow(sem, deadline);
    return 0;
}

int takt_sem_take(struct takt_sem *sem, takt_deadline_t deadline)
{
    int result;

    takt_trace_call_sem_take(TAKT_ID(sem), takt_trace_wait(deadline));
    result = take(sem, deadline);
    takt_trace_sem_take(TAKT_ID(sem), (uintptr_t)result, count_of(sem->count));
    TAKT_CHECK(takt_sem_check(sem));
    return result;
}

/* In a handler that met the kernel lock. */
static TAKT_APART int give_posted(struct takt_core *core, struct takt_sem *sem, uint32_t number)
{
    uint32_t word, limit;
    takt_mask_t old;

    do {
        word = takt_port_watch(&sem->count);
        limit = word & WAITED ? LARGEST : sem->max;
        if (count_of(word) >= limit)
            return -EOVERFLOW;
    } while (!takt_port_commit(&sem->count, word + least(number, limit - count_of(word))));
    old = takt_port_mask();
    takt_post_add(core, &sem->post);
    takt_port_unmask(old);
    return 0;
}

/* Kernel lock held; nobody waits. */
static TAKT_APART int give_counted(struct takt_core *core, struct takt_sem *sem)
{
    bool counted = count_add(sem, 1);

    (void)takt_unlock_quiet(core);
    return counted ? 0 : -EOVERFLOW;
}

static TAKT_APART int give_slow(struct takt_sem *sem)
{
    struct takt_core *core = takt_core();

    if (!takt_lock_try(core))
        return give_posted(core, sem, 1);
    if (sem->waiters.head == NULL)
        return give_counted(core, sem);
    return takt_hand_over(core, &sem->waiters);
}

static inline int give(struct takt_sem *sem)
{
    uint32_t word = takt_port_watch(&sem->count);

    if (word >= sem->max || !takt_port_commit(&sem->count, word + 1))
        return give_slow(sem);
    return 0;
}

int takt_sem_give(struct takt_sem *sem)
{
    int result;

    takt_trace_call_sem_give(TAKT_ID(sem), 1);
    result = give(sem);
    takt_trace_sem_give(TAKT_ID(sem), (uintptr_t)result, count_of(sem->count));
    TAKT_CHECK(takt_sem_check(sem));
    return result;
}

int takt_sem_give_many(struct takt_sem *sem, uint32_t number)
{
    struct takt_core *core = takt_core();
    bool taken = true;

    if (!takt_lock_try(core))
        return give_posted(core, sem, number);
    for (; number != 0 && sem->waiters.head != NULL; number--)
        takt_wake(core, sem->waiters.head, 0);
    if (number != 0)
        taken = count_add(sem, number);
    (void)takt_unlock(core);
    takt_trace_sem_give(TAKT_ID(sem), (uintptr_t)(taken ? 0 : -EOVERFLOW), count_of(sem->count));
    TAKT_CHECK(takt_sem_check(sem));
    return taken ? 0 : -EOVERFLOW;
}

uint32_t takt_sem_count(const struct takt_sem *sem)
{
    return count_of(sem->count);
}

int takt_sem_delete(struct takt_sem *sem)
{
    takt_trace_call_delete(TAKT_ID(sem), 0);
    takt_trace_gone(sem);
    return takt_waitq_delete(&sem->waiters);
}

int takt_sem_check(const struct takt_sem *sem)
{
    takt_mask_t old;
    int result;

    if (!takt_check_begin())
        return 0;
    old = takt_port_mask();
    result = takt_store_check(&sem->post, sem->waiters.head == NULL ? count_of(sem->count) <= sem->max
                                                                    : sem->count == WAITED);
    takt_port_unmask(old);
    return takt_check_end(result != 0 ? result : takt_waitq_check(&sem->waiters));
}
