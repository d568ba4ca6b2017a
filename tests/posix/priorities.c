/*
 * Priorities: who runs, who is served first, what mutexes add. Real time on one core, so an order is certain: not for a Linux
 * of several processors and without the right to it.
 */
#include "check.h"

#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>

static char order[64];
static int ordered;

static void note(char c)
{
    order[ordered] = c;
    if (ordered < (int)sizeof order - 2)
        ordered++;
    order[ordered] = '\0';
}

static void begin(void)
{
    ordered = 0;
    order[0] = '\0';
}

static void ordered_as(const char *expected)
{
    EQUAL(strcmp(order, expected), 0);
    if (strcmp(order, expected) != 0)
        printf("  order is %s, expected %s\n", order, expected);
}

static pthread_t start(void *(*routine)(void *), int policy, int priority, void *arg)
{
    struct sched_param param = {.sched_priority = priority};
    pthread_attr_t attr;
    pthread_t id;

    EQUAL(pthread_attr_init(&attr), 0);
    EQUAL(pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED), 0);
    EQUAL(pthread_attr_setschedpolicy(&attr, policy), 0);
    EQUAL(pthread_attr_setschedparam(&attr, &param), 0);
    EQUAL(pthread_create(&id, &attr, routine, arg), 0);
    EQUAL(pthread_attr_destroy(&attr), 0);
    return id;
}

static void set_self(int policy, int priority)
{
    struct sched_param param = {.sched_priority = priority};

    EQUAL(pthread_setschedparam(pthread_self(), policy, &param), 0);
}

static int effective(pthread_t id)
{
    struct sched_param param;
    int policy;

    EQUAL(pthread_getschedparam(id, &policy, &param), 0);
    return param.sched_priority;
}

static void limits(void)
{
    struct sched_param param;
    struct timespec slice;
    int policy;

    EQUAL(sched_get_priority_min(SCHED_FIFO), 1);
    EQUAL(sched_get_priority_max(SCHED_FIFO), 32);
    EQUAL(sched_get_priority_min(SCHED_RR), 1);
    EQUAL(sched_get_priority_max(SCHED_RR), 32);
    EQUAL(sched_get_priority_min(SCHED_OTHER), 0);
    EQUAL(sched_get_priority_max(SCHED_OTHER), 0);
    FAILS(sched_get_priority_min(77), EINVAL);
    FAILS(sched_get_priority_max(-1), EINVAL);
    EQUAL(sched_rr_get_interval(0, &slice), 0);
    HOLDS(slice.tv_sec > 0 || slice.tv_nsec > 0);
    FAILS(sched_rr_get_interval(99999, &slice), ESRCH);
    EQUAL(pthread_getschedparam(pthread_self(), &policy, &param), 0);
    EQUAL(policy, SCHED_OTHER);
    EQUAL(param.sched_priority, 0);
    param.sched_priority = 33;
    EQUAL(pthread_setschedparam(pthread_self(), SCHED_FIFO, &param), EINVAL);
    param.sched_priority = 1;
    EQUAL(pthread_setschedparam(pthread_self(), 77, &param), EINVAL);
    EQUAL(pthread_setschedparam((pthread_t)-1, SCHED_FIFO, &param), ESRCH);
    EQUAL(pthread_setschedprio(pthread_self(), 5), EINVAL); /* of SCHED_OTHER */
    FAILS(sched_setparam(0, &param), EINVAL);
    FAILS(sched_setparam(99999, &param), ESRCH);
    FAILS(sched_getscheduler(99999), ESRCH);
    EQUAL(sched_getscheduler(0), SCHED_OTHER);
    EQUAL(sched_setscheduler(0, SCHED_FIFO, &param), SCHED_OTHER);
    EQUAL(sched_getscheduler(0), SCHED_FIFO);
    EQUAL(sched_getparam(0, &param), 0);
    EQUAL(param.sched_priority, 1);
    slice = (struct timespec){.tv_nsec = 25000000};
    EQUAL(pthread_setslice_np(pthread_self(), &slice), 0);
    EQUAL(sched_rr_get_interval(0, &slice), 0);
    EQUAL(slice.tv_nsec, 25000000);
    slice.tv_nsec = 0;
    EQUAL(pthread_setslice_np(pthread_self(), &slice), EINVAL);
}

static void *note_it(void *arg)
{
    note((char)(long)arg);
    return NULL;
}

/* A more urgent thread runs when it is made; equal ones when their turn comes. */
static void preemption(void)
{
    pthread_t ids[4];

    set_self(SCHED_FIFO, 10);
    begin();
    ids[0] = start(note_it, SCHED_FIFO, 9, (void *)(long)'l');
    ids[1] = start(note_it, SCHED_FIFO, 10, (void *)(long)'e');
    ids[2] = start(note_it, SCHED_FIFO, 11, (void *)(long)'h');
    note('m');
    sched_yield();
    note('y');
    for (int i = 0; i < 3; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    ordered_as("hmeyl");
    begin();
    ids[0] = start(note_it, SCHED_FIFO, 5, (void *)(long)'r');
    EQUAL(pthread_setschedprio(ids[0], 11), 0);
    note('m');
    EQUAL(pthread_join(ids[0], NULL), 0);
    ordered_as("rm");
}

static sem_t sem;

static void *take_and_note(void *arg)
{
    EQUAL(sem_wait(&sem), 0);
    note((char)(long)arg);
    return NULL;
}

/* The most urgent waiter first, equal ones in the order in which they came; a changed priority counts at once. */
static void waiters(void)
{
    pthread_t ids[4];

    EQUAL(sem_init(&sem, 0, 0), 0);
    set_self(SCHED_FIFO, 20);
    begin();
    ids[0] = start(take_and_note, SCHED_FIFO, 21, (void *)(long)'a');
    ids[1] = start(take_and_note, SCHED_FIFO, 23, (void *)(long)'b');
    ids[2] = start(take_and_note, SCHED_FIFO, 22, (void *)(long)'c');
    ids[3] = start(take_and_note, SCHED_FIFO, 22, (void *)(long)'d');
    EQUAL(sem_post(&sem), 0);
    EQUAL(sem_post(&sem), 0);
    EQUAL(pthread_setschedprio(ids[0], 30), 0);
    EQUAL(sem_post(&sem), 0);
    EQUAL(sem_post(&sem), 0);
    ordered_as("bcad");
    for (int i = 0; i < 4; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    EQUAL(sem_destroy(&sem), 0);
}

static pthread_mutex_t mutex;
static pthread_t low, high;

static void *hold(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(sem_wait(&sem), 0);
    note('l');
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    note('u');
    return arg;
}

static void *want(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    note('h');
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    return arg;
}

/*
 * A low thread holds the mutex, a high one wants it, one between them is ready. With inheritance the low one goes before
 * the middle one; without, it has to wait for it.
 */
static void inversion(int protocol, const char *expected)
{
    pthread_mutexattr_t attr;
    pthread_t middle;

    EQUAL(pthread_mutexattr_init(&attr), 0);
    EQUAL(pthread_mutexattr_setprotocol(&attr, protocol), 0);
    EQUAL(pthread_mutex_init(&mutex, &attr), 0);
    EQUAL(sem_init(&sem, 0, 0), 0);
    set_self(SCHED_FIFO, 30);
    begin();
    low = start(hold, SCHED_FIFO, 5, NULL);
    sleep_ms(5);
    high = start(want, SCHED_FIFO, 20, NULL);
    sleep_ms(5);
    middle = start(note_it, SCHED_FIFO, 10, (void *)(long)'m');
    EQUAL(sem_post(&sem), 0);
    EQUAL(effective(low), 5); /* what it was given, not what it inherits */
    EQUAL(pthread_join(high, NULL), 0);
    EQUAL(pthread_join(middle, NULL), 0);
    EQUAL(pthread_join(low, NULL), 0);
    ordered_as(expected);
    EQUAL(pthread_mutex_destroy(&mutex), 0);
    EQUAL(sem_destroy(&sem), 0);
}

static void *under_ceiling(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    note('1');
    high = start(note_it, SCHED_FIFO, 15, (void *)(long)'h');
    note('2'); /* the ceiling is above it */
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    note('3');
    return arg;
}

static void *above_ceiling(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), EINVAL);
    return arg;
}

static void ceiling(void)
{
    pthread_mutexattr_t attr;
    pthread_t id;
    int old, now;

    EQUAL(pthread_mutexattr_init(&attr), 0);
    EQUAL(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT), 0);
    EQUAL(pthread_mutexattr_setprioceiling(&attr, 20), 0);
    EQUAL(pthread_mutex_init(&mutex, &attr), 0);
    EQUAL(pthread_mutex_getprioceiling(&mutex, &now), 0);
    EQUAL(now, 20);
    set_self(SCHED_FIFO, 30);
    begin();
    id = start(under_ceiling, SCHED_FIFO, 10, NULL);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_join(high, NULL), 0);
    ordered_as("12h3");
    id = start(above_ceiling, SCHED_FIFO, 21, NULL);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_mutex_setprioceiling(&mutex, 33, &old), EINVAL);
    EQUAL(pthread_mutex_setprioceiling(&mutex, 31, &old), 0);
    EQUAL(old, 20);
    EQUAL(pthread_mutex_getprioceiling(&mutex, &now), 0);
    EQUAL(now, 31);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_mutex_destroy(&mutex), 0);
}

static pthread_rwlock_t lock;

static void *read_it(void *arg)
{
    EQUAL(pthread_rwlock_rdlock(&lock), 0);
    note((char)(long)arg);
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    return NULL;
}

static void *write_it(void *arg)
{
    EQUAL(pthread_rwlock_wrlock(&lock), 0);
    note((char)(long)arg);
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    return NULL;
}

/* A reader waits behind a writer that is as urgent, and passes one that is less. */
static void read_write(void)
{
    pthread_t ids[3];

    EQUAL(pthread_rwlock_init(&lock, NULL), 0);
    set_self(SCHED_FIFO, 10);
    begin();
    EQUAL(pthread_rwlock_rdlock(&lock), 0);
    ids[0] = start(write_it, SCHED_FIFO, 12, (void *)(long)'w');
    ids[1] = start(read_it, SCHED_FIFO, 12, (void *)(long)'e');
    ids[2] = start(read_it, SCHED_FIFO, 13, (void *)(long)'u');
    note('m');
    EQUAL(pthread_rwlock_unlock(&lock), 0);
    for (int i = 0; i < 3; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    ordered_as("umwe");
    EQUAL(pthread_rwlock_destroy(&lock), 0);
}

static struct timespec at;

static void *sleep_until(void *arg)
{
    EQUAL(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &at, NULL), 0);
    note('r');
    return arg;
}

static void *sleep_span(void *arg)
{
    sleep_ms(50);
    note('s');
    return arg;
}

/* A clock that is set forward ends what waits for a time in it, and nothing else. */
static void set_clock(void)
{
    struct timespec now, begun;
    pthread_t ids[2];

    begin();
    at = in_ms(CLOCK_REALTIME, 3600000);
    ids[0] = start(sleep_until, SCHED_FIFO, 12, NULL);
    ids[1] = start(sleep_span, SCHED_FIFO, 12, NULL);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    now = at;
    now.tv_nsec = 0;
    now.tv_sec++;
    EQUAL(clock_settime(CLOCK_REALTIME, &now), 0);
    EQUAL(pthread_join(ids[0], NULL), 0);
    EQUAL(pthread_join(ids[1], NULL), 0);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begun) >= 49 && ms_since(CLOCK_MONOTONIC, &begun) < 2000);
    ordered_as("rs");
}

static void *end_locked(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    return arg;
}

/* What a thread left locked stays so, unless the mutex is robust. */
static void stalled(void)
{
    struct timespec until;
    pthread_t id;

    EQUAL(pthread_mutex_init(&mutex, NULL), 0);
    id = start(end_locked, SCHED_FIFO, 12, NULL);
    EQUAL(pthread_join(id, NULL), 0);
    until = in_ms(CLOCK_REALTIME, 20);
    EQUAL(pthread_mutex_timedlock(&mutex, &until), ETIMEDOUT);
    EQUAL(pthread_mutex_trylock(&mutex), EBUSY);
    EQUAL(pthread_mutex_unlock(&mutex), EPERM);
}

static void exhausted(void)
{
    static pthread_t ids[300];
    int made = 0;

    EQUAL(sem_init(&sem, 0, 0), 0);
    set_self(SCHED_FIFO, 30);
    begin();
    while (made < 300) {
        int result = pthread_create(&ids[made], NULL, take_and_note, (void *)(long)'x');

        if (result != 0) {
            EQUAL(result, EAGAIN);
            break;
        }
        made++;
    }
    HOLDS(made > 4 && made < 300);
    for (int i = 0; i < made; i++)
        EQUAL(sem_post(&sem), 0);
    for (int i = 0; i < made; i++) {
        EQUAL(pthread_join(ids[i], NULL), 0);
        begin();
    }
    EQUAL(pthread_join(ids[0], NULL), ESRCH);
    EQUAL(pthread_detach(ids[0]), ESRCH);
    EQUAL(pthread_cancel(ids[0]), ESRCH);
    EQUAL(pthread_kill(ids[0], 0), ESRCH);
    EQUAL(sem_destroy(&sem), 0);
}

int main(void)
{
    limits();
    preemption();
    waiters();
    inversion(PTHREAD_PRIO_INHERIT, "lhmu");
    inversion(PTHREAD_PRIO_NONE, "mlhu");
    ceiling();
    read_write();
    set_clock();
    stalled();
    exhausted();
    return check_end();
}
