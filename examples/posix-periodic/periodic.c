/*
 * A controller in small: a thread that samples every 20 ms by an absolute time, a watchdog that a timer's signal wakes, an
 * operator that stops both by cancellation. Plain POSIX: cc -pthread periodic.c -lrt, or
 * ./takt posix examples/posix-periodic/periodic.c
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#define PERIOD  20000000L
#define SAMPLES 10

static sem_t sampled;
static int samples, alarms;

static void advance(struct timespec *time, long ns)
{
    time->tv_nsec += ns;
    if (time->tv_nsec >= 1000000000L) {
        time->tv_nsec -= 1000000000L;
        time->tv_sec++;
    }
}

static void stopped(void *who)
{
    printf("%s has stopped\n", (const char *)who);
}

/* Without drift: each time is told from the last one's, not from when the thread came to run. */
static void *sample(void *arg)
{
    struct timespec next;

    pthread_cleanup_push(stopped, "the sampler");
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (;;) {
        advance(&next, PERIOD);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        if (++samples <= SAMPLES)
            sem_post(&sampled);
    }
    pthread_cleanup_pop(0);
    return arg;
}

/* Each 150 ms without a sign of life it would complain. */
static void *watch(void *arg)
{
    struct itimerspec time = {.it_value.tv_nsec = 150000000};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    sigset_t set;
    timer_t timer;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &time, NULL);
    sigwait(&set, &number);
    alarms++;
    timer_delete(timer);
    return arg;
}

int main(void)
{
    pthread_t sampler, watchdog;
    void *value;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL); /* of the threads to come, too */
    sem_init(&sampled, 0, 0);
    pthread_create(&sampler, NULL, sample, NULL);
    pthread_create(&watchdog, NULL, watch, NULL);
    for (int i = 1; i <= SAMPLES; i++) {
        sem_wait(&sampled);
        printf("sample %d\n", i);
    }
    pthread_join(watchdog, NULL);
    printf("the watchdog has barked %d time\n", alarms);
    pthread_cancel(sampler);
    pthread_join(sampler, &value);
    printf("the sampler was %s\n", value == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
    return alarms == 1 ? 0 : 1;
}
