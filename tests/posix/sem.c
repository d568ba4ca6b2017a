/* Semaphores, without and with names: counts, waits, time-outs, interruption, errors. */
#include "check.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t sem;

static void counts(void)
{
    int value;

    EQUAL(sem_init(&sem, 0, 2), 0);
    EQUAL(sem_getvalue(&sem, &value), 0);
    EQUAL(value, 2);
    EQUAL(sem_wait(&sem), 0);
    EQUAL(sem_trywait(&sem), 0);
    FAILS(sem_trywait(&sem), EAGAIN);
    EQUAL(sem_getvalue(&sem, &value), 0);
    EQUAL(value, 0);
    EQUAL(sem_post(&sem), 0);
    EQUAL(sem_wait(&sem), 0);
    EQUAL(sem_destroy(&sem), 0);
    FAILS(sem_init(&sem, 0, (unsigned)SEM_VALUE_MAX + 1u), EINVAL);
    EQUAL(sem_init(&sem, 0, SEM_VALUE_MAX), 0);
    FAILS(sem_post(&sem), EOVERFLOW);
    EQUAL(sem_destroy(&sem), 0);
}

static void time_outs(void)
{
    struct timespec begin, until, bad = {.tv_sec = 0, .tv_nsec = 1000000000};

    EQUAL(sem_init(&sem, 0, 0), 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(CLOCK_REALTIME, 30);
    FAILS(sem_timedwait(&sem, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 29);
    until = in_ms(CLOCK_REALTIME, -1000);
    FAILS(sem_timedwait(&sem, &until), ETIMEDOUT);
    FAILS(sem_timedwait(&sem, &bad), EINVAL);
    bad.tv_nsec = -1;
    FAILS(sem_timedwait(&sem, &bad), EINVAL);
    EQUAL(sem_post(&sem), 0);
    EQUAL(sem_timedwait(&sem, &until), 0); /* there is one: the time does not matter */
    EQUAL(sem_destroy(&sem), 0);
}

static volatile int ended;

static void *take(void *arg)
{
    long result = sem_wait(arg) == 0 ? 0 : errno;

    ended = 1;
    return (void *)result;
}

static void hand_over(void)
{
    pthread_t ids[3];
    void *value;

    EQUAL(sem_init(&sem, 0, 0), 0);
    for (int i = 0; i < 3; i++)
        EQUAL(pthread_create(&ids[i], NULL, take, &sem), 0);
    SETTLE();
    for (int i = 0; i < 3; i++)
        EQUAL(sem_post(&sem), 0);
    for (int i = 0; i < 3; i++) {
        EQUAL(pthread_join(ids[i], &value), 0);
        EQUAL((long)value, 0);
    }
    EQUAL(sem_destroy(&sem), 0);
}

static void handle(int number)
{
    (void)number;
}

static void interrupted(int flags, long expected)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = flags};
    pthread_t id;
    void *value;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    EQUAL(sem_init(&sem, 0, 0), 0);
    ended = 0;
    EQUAL(pthread_create(&id, NULL, take, &sem), 0);
    for (int i = 0; i < 3 || (expected != 0 && !ended); i++) { /* until one meets it waiting */
        SETTLE();
        EQUAL(pthread_kill(id, SIGUSR1), 0);
    }
    EQUAL(sem_post(&sem), 0);
    EQUAL(pthread_join(id, &value), 0);
    EQUAL((long)value, expected);
    EQUAL(sem_destroy(&sem), 0);
}

static void named(void)
{
    static char longest[NAME_MAX + 10];
    char name[32]; /* not another run's */
    sem_t *first, *second;
    int value;

    snprintf(name, sizeof name, "/takt-check-%d", (int)getpid());
    (void)sem_unlink(name);
    HOLDS(sem_open(name, 0) == SEM_FAILED);
    EQUAL(errno, ENOENT);
    first = sem_open(name, O_CREAT | O_EXCL, 0600, 3);
    HOLDS(first != SEM_FAILED);
    HOLDS(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    EQUAL(errno, EEXIST);
    second = sem_open(name, O_CREAT, 0600, 1);
    HOLDS(second == first);
    EQUAL(sem_getvalue(second, &value), 0);
    EQUAL(value, 3);
    EQUAL(sem_wait(second), 0);
    EQUAL(sem_close(second), 0);
    EQUAL(sem_getvalue(first, &value), 0);
    EQUAL(value, 2);
    EQUAL(sem_unlink(name), 0);
    FAILS(sem_unlink(name), ENOENT);
    EQUAL(sem_post(first), 0); /* it lives until it is closed */
    second = sem_open(name, O_CREAT | O_EXCL, 0600, 7);
    HOLDS(second != SEM_FAILED && second != first);
    EQUAL(sem_close(first), 0);
    EQUAL(sem_unlink(name), 0);
    EQUAL(sem_close(second), 0);
    HOLDS(sem_open(name, O_CREAT, 0600, (unsigned)SEM_VALUE_MAX + 1u) == SEM_FAILED);
    EQUAL(errno, EINVAL);
    longest[0] = '/';
    memset(longest + 1, 'n', sizeof longest - 2);
    HOLDS(sem_open(longest, O_CREAT, 0600, 1) == SEM_FAILED);
    HOLDS(errno == ENAMETOOLONG || errno == EINVAL); /* glibc: the latter */
    EQUAL(sem_unlink(longest), -1);
}

int main(void)
{
    counts();
    time_outs();
    hand_over();
    interrupted(0, EINTR);
    interrupted(SA_RESTART, 0);
    named();
    return check_end();
}
