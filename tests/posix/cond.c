/* Condition variables: signals, broadcasts, time-outs by both clocks, errors. */
#include "check.h"

#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static volatile int waiting, woken, state;

static void *wait_for_state(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    waiting++;
    while (state == 0)
        EQUAL(pthread_cond_wait(&cond, &mutex), 0);
    woken++;
    EQUAL(pthread_mutex_trylock(&mutex), EBUSY);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    return arg;
}

static void wake(int number, int (*how)(pthread_cond_t *))
{
    pthread_t ids[4];

    state = waiting = woken = 0;
    for (int i = 0; i < number; i++)
        EQUAL(pthread_create(&ids[i], NULL, wait_for_state, NULL), 0);
    UNTIL(waiting == number);
    EQUAL(pthread_mutex_lock(&mutex), 0); /* who has counted itself waits, then */
    state = 1;
    EQUAL(how(&cond), 0);
    EQUAL(woken, 0); /* the mutex is ours */
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    for (int i = 0; i < number; i++)
        EQUAL(pthread_join(ids[i], NULL), 0);
    EQUAL(woken, number);
}

static void time_out(pthread_cond_t *timed, clockid_t clock)
{
    struct timespec begin, until, bad = {.tv_sec = 0, .tv_nsec = 1000000000};

    EQUAL(pthread_mutex_lock(&mutex), 0);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(clock, 30);
    EQUAL(pthread_cond_timedwait(timed, &mutex, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 29);
    EQUAL(pthread_mutex_trylock(&mutex), EBUSY);
    until = in_ms(clock, -30);
    EQUAL(pthread_cond_timedwait(timed, &mutex, &until), ETIMEDOUT);
    EQUAL(pthread_cond_timedwait(timed, &mutex, &bad), EINVAL);
    bad.tv_nsec = -1;
    EQUAL(pthread_cond_timedwait(timed, &mutex, &bad), EINVAL);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static void clocks(void)
{
    pthread_condattr_t attr;
    pthread_cond_t monotonic;
    clockid_t clock;
    int value;

    EQUAL(pthread_condattr_init(&attr), 0);
    EQUAL(pthread_condattr_getclock(&attr, &clock), 0);
    EQUAL(clock, CLOCK_REALTIME);
    EQUAL(pthread_condattr_setclock(&attr, CLOCK_PROCESS_CPUTIME_ID), EINVAL);
    EQUAL(pthread_condattr_setclock(&attr, 7777), EINVAL);
    EQUAL(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC), 0);
    EQUAL(pthread_condattr_getclock(&attr, &clock), 0);
    EQUAL(clock, CLOCK_MONOTONIC);
    EQUAL(pthread_condattr_getpshared(&attr, &value), 0);
    EQUAL(value, PTHREAD_PROCESS_PRIVATE);
    EQUAL(pthread_condattr_setpshared(&attr, 77), EINVAL);
    EQUAL(pthread_cond_init(&monotonic, &attr), 0);
    EQUAL(pthread_condattr_destroy(&attr), 0);
    time_out(&monotonic, CLOCK_MONOTONIC);
    EQUAL(pthread_cond_destroy(&monotonic), 0);
    time_out(&cond, CLOCK_REALTIME);
}

static pthread_mutex_t recursive;

static void *take_and_signal(void *arg)
{
    EQUAL(pthread_mutex_lock(&recursive), 0);
    state = 1;
    EQUAL(pthread_cond_signal(&cond), 0);
    EQUAL(pthread_mutex_unlock(&recursive), 0);
    return arg;
}

/* A time-out gives the mutex back at the depth that it was waited with. */
static void depth(void)
{
    pthread_mutexattr_t attr;
    pthread_t id;

    EQUAL(pthread_mutexattr_init(&attr), 0);
    EQUAL(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE), 0);
    EQUAL(pthread_mutex_init(&recursive, &attr), 0);
    EQUAL(pthread_mutex_lock(&recursive), 0);
    state = 0;
    EQUAL(pthread_create(&id, NULL, take_and_signal, NULL), 0);
    while (state == 0)
        EQUAL(pthread_cond_wait(&cond, &recursive), 0);
    EQUAL(pthread_mutex_unlock(&recursive), 0);
    EQUAL(pthread_mutex_unlock(&recursive), EPERM);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_mutex_destroy(&recursive), 0);
}

/* Signals that nobody waits for are forgotten. */
static void forgotten(void)
{
    struct timespec until = in_ms(CLOCK_REALTIME, 20);

    EQUAL(pthread_cond_signal(&cond), 0);
    EQUAL(pthread_cond_broadcast(&cond), 0);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_cond_timedwait(&cond, &mutex, &until), ETIMEDOUT);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
}

static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

/* A signal's handler runs in the wait, which never ends with EINTR. */
static void interrupted(void)
{
    struct sigaction action = {.sa_handler = handle};
    pthread_t id;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    state = waiting = woken = 0;
    EQUAL(pthread_create(&id, NULL, wait_for_state, NULL), 0);
    UNTIL(waiting == 1);
    SETTLE();
    EQUAL(pthread_kill(id, SIGUSR1), 0);
    UNTIL(handled == SIGUSR1);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    state = 1;
    EQUAL(pthread_cond_signal(&cond), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(woken, 1);
}

int main(void)
{
    wake(1, pthread_cond_signal);
    wake(4, pthread_cond_broadcast);
    clocks();
    depth();
    forgotten();
    interrupted();
    EQUAL(pthread_cond_destroy(&cond), 0);
    return check_end();
}
