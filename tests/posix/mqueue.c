/* Message queues: order, limits, waits, time-outs, notification, names, errors. */
#include "check.h"

#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[32]; /* not another run's */

static mqd_t make(int flags, long messages, long size)
{
    struct mq_attr attr = {.mq_maxmsg = messages, .mq_msgsize = size};
    mqd_t queue;

    (void)mq_unlink(name);
    queue = mq_open(name, O_CREAT | O_EXCL | flags, 0600, &attr);
    HOLDS(queue != (mqd_t)-1);
    return queue;
}

static void names(void)
{
    struct mq_attr attr = {.mq_maxmsg = 0, .mq_msgsize = 8};
    mqd_t first, second;
    char text[16];

    (void)mq_unlink(name);
    FAILS(mq_open(name, O_RDWR), ENOENT);
    FAILS(mq_open(name, O_RDWR | O_CREAT, 0600, &attr), EINVAL);
    attr.mq_maxmsg = 2;
    attr.mq_msgsize = -1;
    FAILS(mq_open(name, O_RDWR | O_CREAT, 0600, &attr), EINVAL);
    FAILS(mq_open("no-slash", O_RDWR | O_CREAT, 0600, NULL), EINVAL);
    first = make(O_RDWR, 2, 8);
    FAILS(mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, NULL), EEXIST);
    second = mq_open(name, O_WRONLY);
    HOLDS(second != (mqd_t)-1 && second != first);
    EQUAL(mq_send(second, "ab", 2, 0), 0);
    FAILS(mq_receive(second, text, sizeof text, NULL), EBADF);
    EQUAL(mq_unlink(name), 0);
    FAILS(mq_unlink(name), ENOENT);
    EQUAL(mq_receive(first, text, sizeof text, NULL), 2); /* it lives until it is closed */
    EQUAL(mq_close(second), 0);
    EQUAL(mq_close(first), 0);
    FAILS(mq_close(first), EBADF);
    FAILS(mq_send(first, "", 0, 0), EBADF);
    FAILS(mq_receive(first, text, sizeof text, NULL), EBADF);
    FAILS(mq_getattr(first, &attr), EBADF);
    FAILS(mq_setattr(first, &attr, NULL), EBADF);
    FAILS(mq_notify(first, NULL), EBADF);
}

static void order(void)
{
    mqd_t queue = make(O_RDWR | O_NONBLOCK, 4, 8);
    unsigned priority;
    char text[8];

    EQUAL(mq_send(queue, "a", 1, 1), 0);
    EQUAL(mq_send(queue, "b", 1, 5), 0);
    EQUAL(mq_send(queue, "c", 1, 1), 0);
    EQUAL(mq_send(queue, "d", 1, 5), 0);
    FAILS(mq_send(queue, "e", 1, 0), EAGAIN);
    EQUAL(mq_receive(queue, text, sizeof text, &priority), 1);
    EQUAL(text[0], 'b');
    EQUAL(priority, 5);
    EQUAL(mq_receive(queue, text, sizeof text, &priority), 1);
    EQUAL(text[0], 'd');
    EQUAL(mq_receive(queue, text, sizeof text, &priority), 1);
    EQUAL(text[0], 'a');
    EQUAL(priority, 1);
    EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
    EQUAL(text[0], 'c');
    FAILS(mq_receive(queue, text, sizeof text, NULL), EAGAIN);
    EQUAL(mq_close(queue), 0);
}

static void limits(void)
{
    mqd_t queue = make(O_RDWR, 2, 8);
    struct mq_attr attr, old;
    char text[9];

    FAILS(mq_send(queue, "123456789", 9, 0), EMSGSIZE);
    FAILS(mq_receive(queue, text, 7, NULL), EMSGSIZE);
    FAILS(mq_send(queue, "1", 1, 32768), EINVAL);
    EQUAL(mq_send(queue, "1", 1, 32767), 0);
    EQUAL(mq_send(queue, "", 0, 0), 0);
    EQUAL(mq_getattr(queue, &attr), 0);
    EQUAL(attr.mq_maxmsg, 2);
    EQUAL(attr.mq_msgsize, 8);
    EQUAL(attr.mq_curmsgs, 2);
    EQUAL(attr.mq_flags, 0);
    attr.mq_flags = O_NONBLOCK;
    attr.mq_maxmsg = 99;
    EQUAL(mq_setattr(queue, &attr, &old), 0);
    EQUAL(old.mq_flags, 0);
    EQUAL(mq_getattr(queue, &attr), 0);
    EQUAL(attr.mq_flags, O_NONBLOCK);
    EQUAL(attr.mq_maxmsg, 2);
    FAILS(mq_send(queue, "1", 1, 0), EAGAIN);
    EQUAL(mq_receive(queue, text, 8, NULL), 1);
    EQUAL(mq_receive(queue, text, 8, NULL), 0);
    EQUAL(mq_close(queue), 0);
}

static void time_outs(void)
{
    mqd_t queue = make(O_RDWR, 1, 8);
    struct timespec begin, until, bad = {.tv_nsec = 1000000000};
    char text[8];

    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(CLOCK_REALTIME, 30);
    FAILS(mq_timedreceive(queue, text, sizeof text, NULL, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 29);
    until = in_ms(CLOCK_REALTIME, -30);
    FAILS(mq_timedreceive(queue, text, sizeof text, NULL, &until), ETIMEDOUT);
    FAILS(mq_timedreceive(queue, text, sizeof text, NULL, &bad), EINVAL);
    EQUAL(mq_timedsend(queue, "x", 1, 0, &until), 0); /* there is room: the time does not matter */
    FAILS(mq_timedsend(queue, "x", 1, 0, &until), ETIMEDOUT);
    FAILS(mq_timedsend(queue, "x", 1, 0, &bad), EINVAL);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    until = in_ms(CLOCK_REALTIME, 30);
    FAILS(mq_timedsend(queue, "x", 1, 0, &until), ETIMEDOUT);
    HOLDS(ms_since(CLOCK_MONOTONIC, &begin) >= 29);
    EQUAL(mq_close(queue), 0);
}

static void *send_three(void *arg)
{
    mqd_t queue = *(mqd_t *)arg;

    EQUAL(mq_send(queue, "1", 1, 0), 0);
    EQUAL(mq_send(queue, "2", 1, 0), 0);
    EQUAL(mq_send(queue, "3", 1, 9), 0);
    return NULL;
}

/* A receiver waits for messages, a sender for room. */
static void waiting(void)
{
    mqd_t queue = make(O_RDWR, 1, 8);
    pthread_t id;
    char text[8];

    EQUAL(pthread_create(&id, NULL, send_three, &queue), 0);
    SETTLE();
    for (int i = 0; i < 3; i++) {
        EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
        EQUAL(text[0], '1' + i);
    }
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(pthread_create(&id, NULL, send_three, &queue), 0);
    for (int i = 0; i < 3; i++) {
        EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
        EQUAL(text[0], '1' + i);
    }
    EQUAL(pthread_join(id, NULL), 0);
    EQUAL(mq_close(queue), 0);
}

static void handle(int number)
{
    (void)number;
}

static volatile int ended;

static void *receive(void *arg)
{
    char text[8];
    long result = mq_receive(*(mqd_t *)arg, text, sizeof text, NULL) == -1 ? errno : 0;

    ended = 1;
    return (void *)result;
}

static void interrupted(void)
{
    mqd_t queue = make(O_RDWR, 1, 8);
    struct sigaction action = {.sa_handler = handle};
    pthread_t id;
    void *value;

    sigemptyset(&action.sa_mask);
    EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
    EQUAL(pthread_create(&id, NULL, receive, &queue), 0);
    while (!ended) { /* until one meets it waiting */
        SETTLE();
        EQUAL(pthread_kill(id, SIGUSR1), 0);
    }
    EQUAL(pthread_join(id, &value), 0);
    EQUAL((long)value, EINTR);
    EQUAL(mq_close(queue), 0);
}

static volatile int told;

static void tell(union sigval value)
{
    told = value.sival_int;
}

static void notification(void)
{
    mqd_t queue = make(O_RDWR, 2, 8);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    siginfo_t info;
    struct timespec span = {.tv_nsec = 30000000};
    sigset_t set;
    char text[8];

    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    EQUAL(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    event.sigev_value.sival_int = 42;
    EQUAL(mq_notify(queue, &event), 0);
    FAILS(mq_notify(queue, &event), EBUSY);
    EQUAL(mq_send(queue, "x", 1, 0), 0);
    EQUAL(sigwaitinfo(&set, &info), SIGUSR2);
    EQUAL(info.si_code, SI_MESGQ);
    EQUAL(info.si_value.sival_int, 42);
    EQUAL(mq_notify(queue, &event), 0);  /* the last one was used up */
    EQUAL(mq_send(queue, "y", 1, 0), 0); /* the queue was not empty */
    FAILS(sigtimedwait(&set, &info, &span), EAGAIN);
    EQUAL(mq_notify(queue, NULL), 0);
    EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
    EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
    EQUAL(mq_send(queue, "z", 1, 0), 0);
    FAILS(sigtimedwait(&set, &info, &span), EAGAIN); /* it was taken back */
    EQUAL(mq_receive(queue, text, sizeof text, NULL), 1);
    event = (struct sigevent){.sigev_notify = SIGEV_THREAD};
    event.sigev_notify_function = tell;
    event.sigev_value.sival_int = 7;
    EQUAL(mq_notify(queue, &event), 0);
    EQUAL(mq_send(queue, "t", 1, 0), 0);
    UNTIL(told != 0);
    EQUAL(told, 7);
    event = (struct sigevent){.sigev_notify = SIGEV_NONE};
    EQUAL(mq_notify(queue, &event), 0);
    event = (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 1000};
    EQUAL(mq_notify(queue, NULL), 0);
    FAILS(mq_notify(queue, &event), EINVAL);
    EQUAL(mq_close(queue), 0);
}

int main(void)
{
    snprintf(name, sizeof name, "/takt-check-%d", (int)getpid());
    names();
    order();
    limits();
    time_outs();
    waiting();
    interrupted();
    notification();
    EQUAL(mq_unlink(name), 0);
    return check_end();
}
