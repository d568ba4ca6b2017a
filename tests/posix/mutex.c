/* Mutexes: types, attributes, time-outs, errors, owners that end. */
#include "check.h"

#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void make(pthread_mutex_t *made, int type, int robust)
{
    pthread_mutexattr_t attr;

    EQUAL(pthread_mutexattr_init(&attr), 0);
    EQUAL(pthread_mutexattr_settype(&attr, type), 0);
    EQUAL(pthread_mutexattr_setrobust(&attr, robust), 0);
    EQUAL(pthread_mutex_init(made, &attr), 0);
    EQUAL(pthread_mutexattr_destroy(&attr), 0);
}

static void *try_it(void *arg)
{
    return (void *)(long)pthread_mutex_trylock(arg);
}

static void *unlock_it(void *arg)
{
    return (void *)(long)pthread_mutex_unlock(arg);
}

static void *lock_and_end(void *arg)
{
    return (void *)(long)pthread_mutex_lock(arg);
}

static long by_another(void *(*what)(void *), pthread_mutex_t *arg)
{
    pthread_t id;
    void *value = NULL;

    EQUAL(pthread_create(&id, NULL, what, arg), 0);
    EQUAL(pthread_join(id, &value), 0);
    return (long)value;
}

static void attributes(void)
{
    pthread_mutexattr_t attr;
    int value;

    EQUAL(pthread_mutexattr_init(&attr), 0);
    EQUAL(pthread_mutexattr_gettype(&attr, &value), 0);
    EQUAL(value, PTHREAD_MUTEX_DEFAULT);
    EQUAL(pthread_mutexattr_settype(&attr, 77), EINVAL);
    EQUAL(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE), 0);
    EQUAL(pthread_mutexattr_gettype(&attr, &value), 0);
    EQUAL(value, PTHREAD_MUTEX_RECURSIVE);
    EQUAL(pthread_mutexattr_getprotocol(&attr, &value), 0);
    EQUAL(value, PTHREAD_PRIO_NONE);
    EQUAL(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT), 0);
    EQUAL(pthread_mutexattr_getprotocol(&attr, &value), 0);
    EQUAL(value, PTHREAD_PRIO_INHERIT);
    HOLDS(pthread_mutexattr_setprotocol(&attr, 77) != 0);
    EQUAL(pthread_mutexattr_getrobust(&attr, &value), 0);
    EQUAL(value, PTHREAD_MUTEX_STALLED);
    EQUAL(pthread_mutexattr_setrobust(&attr, 77), EINVAL);
    EQUAL(pthread_mutexattr_getpshared(&attr, &value), 0);
    EQUAL(value, PTHREAD_PROCESS_PRIVATE);
    EQUAL(pthread_mutexattr_setpshared(&attr, 77), EINVAL);
    EQUAL(pthread_mutexattr_setprioceiling(&attr, sched_get_priority_max(SCHED_FIFO)), 0);
    EQUAL(pthread_mutexattr_getprioceiling(&attr, &value), 0);
    EQUAL(value, sched_get_priority_max(SCHED_FIFO));
    EQUAL(pthread_mutexattr_setprioceiling(&attr, sched_get_priority_max(SCHED_FIFO) + 1), EINVAL);
    EQUAL(pthread_mutexattr_destroy(&attr), 0);
}

static void normal(void)
{
    pthread_mutex_t made;
    struct timespec until, begin;

    make(&made, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED);
    EQUAL(pthread_mutex_lock(&made), 0);
    EQUAL(pthread_mutex_trylock(&made), EBUSY);
    EQUAL(by_another(try_it, &made), EBUSY);
    EQUAL(pthread_mutex_destroy(&made), EBUSY);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(CLOCK_REALTIME, 20);
    EQUAL(pthread_mutex_timedlock(&made, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 19);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_mutex_destroy(&made), 0);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static void recursive(void)
{
    pthread_mutex_t made;

    make(&made, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED);
    EQUAL(pthread_mutex_lock(&made), 0);
    EQUAL(pthread_mutex_lock(&made), 0);
    EQUAL(pthread_mutex_trylock(&made), 0);
    EQUAL(by_another(try_it, &made), EBUSY);
    EQUAL(by_another(unlock_it, &made), EPERM);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(by_another(try_it, &made), EBUSY);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_mutex_unlock(&made), EPERM);
    EQUAL(pthread_mutex_destroy(&made), 0);
}

static void error_checking(void)
{
    pthread_mutex_t made;
    struct timespec until = in_ms(CLOCK_REALTIME, 20);

    make(&made, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED);
    EQUAL(pthread_mutex_unlock(&made), EPERM);
    EQUAL(pthread_mutex_lock(&made), 0);
    EQUAL(pthread_mutex_lock(&made), EDEADLK);
    EQUAL(pthread_mutex_timedlock(&made, &until), EDEADLK);
    EQUAL(pthread_mutex_trylock(&made), EBUSY);
    EQUAL(by_another(unlock_it, &made), EPERM);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_mutex_destroy(&made), 0);
}

static volatile int holds, let_go;

static void *hold(void *arg)
{
    EQUAL(pthread_mutex_lock(arg), 0);
    holds = 1;
    UNTIL(let_go);
    sleep_ms(10);
    EQUAL(pthread_mutex_unlock(arg), 0);
    return NULL;
}

static void time_outs(void)
{
    struct timespec until, begin, bad = {.tv_sec = 0, .tv_nsec = 1000000000};
    pthread_t id;

    EQUAL(pthread_create(&id, NULL, hold, &mutex), 0);
    UNTIL(holds);
    until = in_ms(CLOCK_REALTIME, -1000);
    EQUAL(pthread_mutex_timedlock(&mutex, &until), ETIMEDOUT);
    EQUAL(pthread_mutex_timedlock(&mutex, &bad), EINVAL);
    bad.tv_nsec = -1;
    EQUAL(pthread_mutex_timedlock(&mutex, &bad), EINVAL);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(CLOCK_REALTIME, 10);
    EQUAL(pthread_mutex_timedlock(&mutex, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 9);
    let_go = 1;
    until = in_ms(CLOCK_REALTIME, 1000000);
    EQUAL(pthread_mutex_timedlock(&mutex, &until), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_mutex_timedlock(&mutex, &bad), 0); /* free: nothing is waited for */
    EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static void robust(void)
{
    pthread_mutex_t made;

    make(&made, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST);
    EQUAL(pthread_mutex_consistent(&made), EINVAL);
    EQUAL(by_another(lock_and_end, &made), 0);
    EQUAL(pthread_mutex_lock(&made), EOWNERDEAD);
    EQUAL(pthread_mutex_consistent(&made), 0);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_mutex_lock(&made), 0);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(by_another(lock_and_end, &made), 0);
    EQUAL(pthread_mutex_trylock(&made), EOWNERDEAD);
    EQUAL(pthread_mutex_unlock(&made), 0); /* not repaired */
    EQUAL(pthread_mutex_lock(&made), ENOTRECOVERABLE);
    EQUAL(pthread_mutex_trylock(&made), ENOTRECOVERABLE);
    EQUAL(pthread_mutex_destroy(&made), 0);
}

static void *end_inside(void *arg)
{
    EQUAL(pthread_mutex_lock(arg), 0);
    sleep_ms(40);
    return NULL;
}

static void robust_waiter(void)
{
    pthread_mutex_t made;
    pthread_t id;

    make(&made, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ROBUST);
    EQUAL(pthread_create(&id, NULL, end_inside, &made), 0);
    SETTLE();
    EQUAL(pthread_mutex_lock(&made), EOWNERDEAD);
    EQUAL(pthread_mutex_consistent(&made), 0);
    EQUAL(pthread_mutex_unlock(&made), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_mutex_destroy(&made), 0);
}

static struct {
    pthread_mutex_t mutex;
    int inside, worst, total;
} shared = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void *contend(void *arg)
{
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&shared.mutex);
        shared.inside++;
        if (shared.inside > shared.worst)
            shared.worst = shared.inside;
        sched_yield();
        shared.total++;
        shared.inside--;
        pthread_mutex_unlock(&shared.mutex);
    }
    return arg;
}

static void exclusion(void)
{
    pthread_t ids[6];

    for (int i = 0; i < 6; i++)
        EQUAL(pthread_create(&ids[i], NULL, contend, NULL), 0);
    for (int i = 0; i < 6; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    EQUAL(shared.worst, 1);
    EQUAL(shared.total, 120);
}

int main(void)
{
    attributes();
    normal();
    recursive();
    error_checking();
    time_outs();
    robust();
    robust_waiter();
    exclusion();
    return check_end();
}
