/* Cancellation: states, points, clean-up, and what a cancelled wait leaves behind. */
#include "check.h"

#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static sem_t sem;
static mqd_t queue;
static int cleaned;

static void clean(void *arg)
{
    cleaned += (int)(long)arg;
}

static void unlock(void *arg)
{
    cleaned++;
    EQUAL(pthread_mutex_unlock(arg), 0); /* the wait gave it back */
}

static void *in_cond(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;)
        pthread_cond_wait(&cond, &mutex);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_timed_cond(void *arg)
{
    struct timespec until = in_ms(CLOCK_REALTIME, 60000);

    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;)
        pthread_cond_timedwait(&cond, &mutex, &until);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_sem(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    sem_wait(&sem);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_timed_sem(void *arg)
{
    struct timespec until = in_ms(CLOCK_REALTIME, 60000);

    pthread_cleanup_push(clean, (void *)1L);
    sem_timedwait(&sem, &until);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_sleep(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    sleep(60);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_nanosleep(void *arg)
{
    struct timespec span = {.tv_sec = 60};

    pthread_cleanup_push(clean, (void *)1L);
    nanosleep(&span, NULL);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_clock_nanosleep(void *arg)
{
    struct timespec until = in_ms(CLOCK_MONOTONIC, 60000);

    pthread_cleanup_push(clean, (void *)1L);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_receive(void *arg)
{
    char text[8];

    pthread_cleanup_push(clean, (void *)1L);
    mq_receive(queue, text, sizeof text, NULL);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_sigwait(void *arg)
{
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_cleanup_push(clean, (void *)1L);
    sigwait(&set, &number);
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_pause(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    pause();
    pthread_cleanup_pop(0);
    return arg;
}

static void *in_testcancel(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    for (;;) {
        pthread_testcancel();
        sched_yield();
    }
    pthread_cleanup_pop(0);
    return arg;
}

static pthread_t other;

static void *sleep_a_while(void *arg)
{
    sleep_ms(100);
    return arg;
}

static void *in_join(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    pthread_join(other, NULL);
    pthread_cleanup_pop(0);
    return arg;
}

static void cancel_in(void *(*where)(void *))
{
    pthread_t id;
    void *value = NULL;

    cleaned = 0;
    EQUAL(pthread_create(&id, NULL, where, NULL), 0);
    SETTLE();
    EQUAL(pthread_cancel(id), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(cleaned, 1);
}

static void points(void)
{
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 8};
    char name[32]; /* not another run's */
    int value;

    snprintf(name, sizeof name, "/takt-cancel-%d", (int)getpid());
    (void)mq_unlink(name);
    queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attr);
    HOLDS(queue != (mqd_t)-1);
    EQUAL(sem_init(&sem, 0, 0), 0);
    cancel_in(in_cond);
    cancel_in(in_timed_cond);
    cancel_in(in_sem);
    cancel_in(in_timed_sem);
    cancel_in(in_sleep);
    cancel_in(in_nanosleep);
    cancel_in(in_clock_nanosleep);
    cancel_in(in_receive);
    cancel_in(in_sigwait);
    cancel_in(in_pause);
    cancel_in(in_testcancel);
    EQUAL(pthread_create(&other, NULL, sleep_a_while, NULL), 0);
    cancel_in(in_join);
    EQUAL(pthread_join(other, NULL), 0); /* it can be joined still */
    EQUAL(sem_post(&sem), 0);            /* nobody who is gone takes it */
    EQUAL(sem_getvalue(&sem, &value), 0);
    EQUAL(value, 1);
    EQUAL(pthread_mutex_trylock(&mutex), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(mq_close(queue), 0);
    EQUAL(mq_unlink(name), 0);
}

static int reached;

static void *disabled(void *arg)
{
    int old;

    EQUAL(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old), 0);
    EQUAL(old, PTHREAD_CANCEL_ENABLE);
    EQUAL(pthread_setcancelstate(77, &old), EINVAL);
    EQUAL(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old), 0);
    EQUAL(old, PTHREAD_CANCEL_DEFERRED);
    EQUAL(pthread_setcanceltype(77, &old), EINVAL);
    sleep_ms(50);
    pthread_testcancel();
    reached = 1;
    EQUAL(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old), 0);
    EQUAL(old, PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    reached = 2;
    return arg;
}

static void states(void)
{
    pthread_t id;
    void *value;

    EQUAL(pthread_create(&id, NULL, disabled, NULL), 0);
    SETTLE();
    EQUAL(pthread_cancel(id), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(reached, 1);
}

static void *wait_for_mutex(void *arg)
{
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    reached = 3;
    pthread_testcancel();
    return arg;
}

/* Waiting for a mutex is no point. */
static void mutexes(void)
{
    pthread_t id;
    void *value;

    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_create(&id, NULL, wait_for_mutex, NULL), 0);
    SETTLE();
    EQUAL(pthread_cancel(id), 0);
    SETTLE();
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(reached, 3);
}

static void *cancel_self(void *arg)
{
    pthread_cleanup_push(clean, (void *)2L);
    pthread_cleanup_push(clean, (void *)1L);
    EQUAL(pthread_cancel(pthread_self()), 0);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

static void self(void)
{
    pthread_t id;
    void *value;

    cleaned = 0;
    EQUAL(pthread_create(&id, NULL, cancel_self, NULL), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(cleaned, 3);
}

/* Cancellation is acted on once, even if a handler enables it and it is asked for again. */
static void enable_again(void *arg)
{
    EQUAL(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL), 0);
    EQUAL(pthread_cancel(pthread_self()), 0);
    pthread_testcancel();
    clean(arg);
}

static void *cancel_twice(void *arg)
{
    pthread_cleanup_push(clean, (void *)10);
    pthread_cleanup_push(enable_again, (void *)1);
    EQUAL(pthread_cancel(pthread_self()), 0);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

static void twice(void)
{
    void *value = NULL;
    pthread_t id;

    cleaned = 0;
    EQUAL(pthread_create(&id, NULL, cancel_twice, NULL), 0);
    EQUAL(pthread_join(id, &value), 0);
    HOLDS(value == PTHREAD_CANCELED);
    EQUAL(cleaned, 11);
}

static volatile int waiting_ones, woken;

static void *count_wake(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    waiting_ones++;
    pthread_cond_wait(&cond, &mutex);
    woken++;
    pthread_cleanup_pop(1);
    return arg;
}

/* Of two waiters one is cancelled: a signal then wakes the other. */
static void signal_not_lost(void)
{
    pthread_t ids[2];

    for (int i = 0; i < 2; i++)
        EQUAL(pthread_create(&ids[i], NULL, count_wake, NULL), 0);
    UNTIL(waiting_ones == 2);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_cancel(ids[0]), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_join(ids[0], NULL), 0);
    EQUAL(pthread_mutex_lock(&mutex), 0);
    EQUAL(pthread_cond_signal(&cond), 0);
    EQUAL(pthread_mutex_unlock(&mutex), 0);
    EQUAL(pthread_join(ids[1], NULL), 0);
    EQUAL(woken, 1);
}

static void exit_thread(int number)
{
    (void)number;
    pthread_exit(NULL);
}

static volatile int ready;

static void *ready_in_sem(void *arg)
{
    pthread_cleanup_push(clean, (void *)1L);
    ready = 1;
    sem_wait(&sem);
    pthread_cleanup_pop(0);
    return arg;
}

/* A thread that ends in a handler waits no more. */
static void end_in_handler(void)
{
    struct sigaction action = {.sa_handler = exit_thread};
    pthread_t id;
    int value;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    EQUAL(sem_trywait(&sem), 0);
    cleaned = 0;
    EQUAL(pthread_create(&id, NULL, ready_in_sem, NULL), 0);
    UNTIL(ready);
    SETTLE();
    EQUAL(pthread_kill(id, SIGUSR1), 0);
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(cleaned, 1);
    EQUAL(sem_post(&sem), 0);
    EQUAL(sem_getvalue(&sem, &value), 0);
    EQUAL(value, 1);
}

int main(void)
{
    points();
    states();
    mutexes();
    self();
    twice();
    signal_not_lost();
    end_in_handler();
    return check_end();
}
