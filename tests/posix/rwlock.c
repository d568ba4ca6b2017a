/* Read-write locks, barriers, spin locks. */
#include "check.h"

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *try_read(void *arg)
{
    long result = pthread_rwlock_tryrdlock(arg);

    if (result == 0)
        EQUAL(pthread_rwlock_unlock(arg), 0);
    return (void *)result;
}

static void *try_write(void *arg)
{
    long result = pthread_rwlock_trywrlock(arg);

    if (result == 0)
        EQUAL(pthread_rwlock_unlock(arg), 0);
    return (void *)result;
}

static void *timed_read(void *arg)
{
    struct timespec until = in_ms(CLOCK_REALTIME, 20);

    return (void *)(long)pthread_rwlock_timedrdlock(arg, &until);
}

static void *timed_write(void *arg)
{
    struct timespec until = in_ms(CLOCK_REALTIME, 20);

    return (void *)(long)pthread_rwlock_timedwrlock(arg, &until);
}

static void *bad_time(void *arg)
{
    struct timespec bad = {.tv_nsec = 1000000000};

    EQUAL(pthread_rwlock_timedrdlock(arg, &bad), EINVAL);
    return (void *)(long)pthread_rwlock_timedwrlock(arg, &bad);
}

static long by_another(void *(*what)(void *))
{
    pthread_t id;
    void *value = NULL;

    EQUAL(pthread_create(&id, NULL, what, &lock), 0);
    EQUAL(pthread_join(id, &value), 0);
    return (long)value;
}

static void reading(void)
{
    EQUAL(pthread_rwlock_rdlock(&lock), 0);
    EQUAL(pthread_rwlock_tryrdlock(&lock), 0);
    EQUAL(by_another(try_read), 0);
    EQUAL(by_another(try_write), EBUSY);
    EQUAL(by_another(timed_write), ETIMEDOUT);
    EQUAL(by_another(try_read), 0); /* the writer that gave up keeps nobody out */
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    EQUAL(by_another(try_write), EBUSY);
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    EQUAL(by_another(try_write), 0);
}

static void writing(void)
{
    EQUAL(pthread_rwlock_wrlock(&lock), 0);
    EQUAL(pthread_rwlock_wrlock(&lock), EDEADLK);
    EQUAL(pthread_rwlock_rdlock(&lock), EDEADLK);
    EQUAL(pthread_rwlock_tryrdlock(&lock), EBUSY);
    EQUAL(pthread_rwlock_trywrlock(&lock), EBUSY);
    EQUAL(by_another(try_read), EBUSY);
    EQUAL(by_another(try_write), EBUSY);
    EQUAL(by_another(timed_read), ETIMEDOUT);
    EQUAL(by_another(timed_write), ETIMEDOUT);
    EQUAL(by_another(bad_time), EINVAL);
    EQUAL(pthread_rwlock_unlock(&lock), 0);
}

static int readers, most, writers;

static void *read_a_while(void *arg)
{
    EQUAL(pthread_rwlock_rdlock(&lock), 0);
    EQUAL(writers, 0);
    if (++readers > most)
        most = readers;
    sleep_ms(10);
    readers--;
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    return arg;
}

static void *write_a_while(void *arg)
{
    EQUAL(pthread_rwlock_wrlock(&lock), 0);
    EQUAL(readers, 0);
    EQUAL(writers, 0);
    writers++;
    sleep_ms(5);
    writers--;
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    return arg;
}

static void together(void)
{
    pthread_t ids[8];

    EQUAL(pthread_rwlock_wrlock(&lock), 0);
    for (int i = 0; i < 8; i++)
        EQUAL(pthread_create(&ids[i], NULL, i % 4 == 3 ? write_a_while : read_a_while, NULL), 0);
    SETTLE();
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    for (int i = 0; i < 8; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    HOLDS(most >= 1);
}

static void attributes(void)
{
    pthread_rwlockattr_t attr;
    pthread_rwlock_t made;
    int value;

    EQUAL(pthread_rwlockattr_init(&attr), 0);
    EQUAL(pthread_rwlockattr_getpshared(&attr, &value), 0);
    EQUAL(value, PTHREAD_PROCESS_PRIVATE);
    EQUAL(pthread_rwlockattr_setpshared(&attr, 77), EINVAL);
    EQUAL(pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_SHARED), 0);
    EQUAL(pthread_rwlock_init(&made, &attr), 0);
    EQUAL(pthread_rwlock_destroy(&made), 0);
    EQUAL(pthread_rwlockattr_destroy(&attr), 0);
}

static pthread_barrier_t barrier;
static int serial, passed;

static void *meet(void *arg)
{
    for (int round = 0; round < 5; round++) {
        int result = pthread_barrier_wait(&barrier);

        HOLDS(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        serial += result == PTHREAD_BARRIER_SERIAL_THREAD;
        passed++;
    }
    return arg;
}

static void barriers(void)
{
    pthread_barrierattr_t attr;
    pthread_t ids[3];
    int value;

    EQUAL(pthread_barrierattr_init(&attr), 0);
    EQUAL(pthread_barrierattr_getpshared(&attr, &value), 0);
    EQUAL(value, PTHREAD_PROCESS_PRIVATE);
    EQUAL(pthread_barrierattr_setpshared(&attr, 77), EINVAL);
    EQUAL(pthread_barrierattr_destroy(&attr), 0);
    EQUAL(pthread_barrier_init(&barrier, NULL, 0), EINVAL);
    EQUAL(pthread_barrier_init(&barrier, NULL, 1), 0);
    EQUAL(pthread_barrier_wait(&barrier), PTHREAD_BARRIER_SERIAL_THREAD);
    EQUAL(pthread_barrier_destroy(&barrier), 0);
    EQUAL(pthread_barrier_init(&barrier, NULL, 3), 0);
    for (int i = 0; i < 3; i++)
        EQUAL(pthread_create(&ids[i], NULL, meet, NULL), 0);
    for (int i = 0; i < 3; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    EQUAL(serial, 5);
    EQUAL(passed, 15);
    EQUAL(pthread_barrier_destroy(&barrier), 0);
}

static pthread_spinlock_t spin;
static int held;

static void *spin_once(void *arg)
{
    EQUAL(pthread_spin_lock(&spin), 0);
    EQUAL(held, 0);
    EQUAL(pthread_spin_unlock(&spin), 0);
    return arg;
}

static void spinning(void)
{
    pthread_t id;

    EQUAL(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE), 0);
    EQUAL(pthread_spin_trylock(&spin), 0);
    EQUAL(pthread_spin_trylock(&spin), EBUSY);
    held = 1;
    EQUAL(pthread_create(&id, NULL, spin_once, NULL), 0);
    SETTLE();
    held = 0;
    EQUAL(pthread_spin_unlock(&spin), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_spin_destroy(&spin), 0);
}

int main(void)
{
    reading();
    writing();
    together();
    attributes();
    EQUAL(pthread_rwlock_destroy(&lock), 0);
    barriers();
    spinning();
    return check_end();
}
