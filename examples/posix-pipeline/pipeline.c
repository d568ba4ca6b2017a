/*
 * Three stages in a row: one makes numbers, one filters them, one adds them up. A queue of messages between the first two, a
 * bounded buffer with a mutex and two conditions between the last two. Plain POSIX: cc -pthread pipeline.c -lrt, or
 * ./takt posix examples/posix-pipeline/pipeline.c
 */
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME   "/takt-pipeline"
#define PLACES 4
#define END    (-1)

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    int place[PLACES], first, count;
} buffer = {.mutex = PTHREAD_MUTEX_INITIALIZER,
            .filled = PTHREAD_COND_INITIALIZER,
            .emptied = PTHREAD_COND_INITIALIZER};

static void put(int number)
{
    pthread_mutex_lock(&buffer.mutex);
    while (buffer.count == PLACES)
        pthread_cond_wait(&buffer.emptied, &buffer.mutex);
    buffer.place[(buffer.first + buffer.count++) % PLACES] = number;
    pthread_cond_signal(&buffer.filled);
    pthread_mutex_unlock(&buffer.mutex);
}

static int get(void)
{
    int number;

    pthread_mutex_lock(&buffer.mutex);
    while (buffer.count == 0)
        pthread_cond_wait(&buffer.filled, &buffer.mutex);
    number = buffer.place[buffer.first];
    buffer.first = (buffer.first + 1) % PLACES;
    buffer.count--;
    pthread_cond_signal(&buffer.emptied);
    pthread_mutex_unlock(&buffer.mutex);
    return number;
}

static void *make(void *arg)
{
    mqd_t queue = mq_open(NAME, O_WRONLY);
    int last = *(int *)arg;

    for (int number = 1; number <= last; number++)
        mq_send(queue, (const char *)&number, sizeof number, 0);
    last = END;
    mq_send(queue, (const char *)&last, sizeof last, 0);
    mq_close(queue);
    return NULL;
}

static int is_prime(int number)
{
    for (int divisor = 2; divisor * divisor <= number; divisor++) {
        if (number % divisor == 0)
            return 0;
    }
    return number > 1;
}

static void *filter(void *arg)
{
    mqd_t queue = mq_open(NAME, O_RDONLY);
    int number;

    do {
        mq_receive(queue, (char *)&number, sizeof number, NULL);
        if (number == END || is_prime(number))
            put(number);
    } while (number != END);
    mq_close(queue);
    return arg;
}

static void *add_up(void *arg)
{
    long sum = 0;
    int number;

    while ((number = get()) != END) {
        sum += number;
        printf("%d\n", number);
    }
    *(long *)arg = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    struct mq_attr attr = {.mq_maxmsg = 3, .mq_msgsize = sizeof(int)};
    int last = argc > 1 ? atoi(argv[1]) : 50;
    pthread_t threads[3];
    long sum;
    mqd_t queue;

    mq_unlink(NAME);
    queue = mq_open(NAME, O_CREAT | O_RDWR, 0600, &attr);
    if (queue == (mqd_t)-1) {
        perror("mq_open");
        return 2;
    }
    pthread_create(&threads[0], NULL, make, &last);
    pthread_create(&threads[1], NULL, filter, NULL);
    pthread_create(&threads[2], NULL, add_up, &sum);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    mq_close(queue);
    mq_unlink(NAME);
    printf("the primes up to %d add up to %ld\n", last, sum);
    return 0;
}
