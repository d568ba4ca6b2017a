/*
 * A periodic interrupt, with many periods one after the other, over a workload that masks wherever the kernel does: it
 * arrives at every point of it. How late it is, is for whoever counts (tools/costs/sample.c); here only the label before
 * each start of the timer stands, and the period is told.
 *
 * The workload is the one that the other kernels in bench/peers.txt had: a give that wakes, a contended mutex, a message
 * that wakes, a message to oneself, a yield.
 */
#include <takt/takt.h>

#include "line.h"
#include "place.h"

#define PERIODS  60
#define COUNT_NS 40 /* what the timers of the boards can tell apart */
#define SHORTEST 97 /* period in counts; each one is longer by one */
#define ARRIVALS 400
#define URGENT   2
#define DRIVER   10

static struct takt_thread driver, givee, locker, receiver;
static _Alignas(16) unsigned char stacks[4][8 * TAKT_STACK_MIN];
static struct takt_sem sem, go;
static struct takt_mutex mutex;
static struct takt_queue queue, own;
static void *store[TAKT_QUEUE_WORDS(16, 2)], *own_store[TAKT_QUEUE_WORDS(16, 2)];
static uint32_t message[4];
static volatile unsigned arrivals;

static void bench_line_entry(void)
{
    bench_line_clear();
    arrivals++;
}

static void take(void *arg)
{
    (void)arg;
    while (takt_sem_take(&sem, TAKT_FOREVER) == 0)
        continue;
}

static void lock(void *arg)
{
    (void)arg;
    while (takt_sem_take(&go, TAKT_FOREVER) == 0) {
        (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
        (void)takt_mutex_unlock(&mutex);
    }
}

static void receive(void *arg)
{
    uint32_t received[4];

    (void)arg;
    while (takt_queue_receive(&queue, received, TAKT_FOREVER) == 0)
        continue;
}

static void work(void)
{
    uint32_t received[4];

    (void)takt_sem_give(&sem);
    (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
    (void)takt_sem_give(&go);
    (void)takt_mutex_unlock(&mutex);
    (void)takt_queue_send(&queue, message, TAKT_FOREVER);
    (void)takt_queue_send(&own, message, TAKT_FOREVER);
    (void)takt_queue_receive(&own, received, TAKT_FOREVER);
    takt_yield();
}

static TAKT_PLACED void sample(takt_time_t period)
{
    takt_printf("sample %lld\n", (long long)period);
    arrivals = 0;
    TAKT_PLACE(sample);
    bench_line_start(bench_line_entry, period);
    while (arrivals < ARRIVALS)
        work();
    bench_line_stop();
}

static void run(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < PERIODS; i++)
        sample((SHORTEST + i) * COUNT_NS);
    takt_printf("amount: %u interrupts, %u periods\n", PERIODS * ARRIVALS, PERIODS);
    takt_exit(0);
}

static bool start(struct takt_thread *thread, unsigned number, void (*entry)(void *), takt_prio_t priority)
{
    const struct takt_thread_attr attr = {
        .entry = entry, .stack = stacks[number], .stack_size = sizeof stacks[number], .priority = priority};

    return takt_thread_create(thread, &attr) == 0 && takt_thread_start(thread) == 0;
}

void takt_main(unsigned core)
{
    bool right;

    if (core != 0)
        return;
    right = takt_sem_init(&sem, 0, 1) == 0 && takt_sem_init(&go, 0, 1) == 0 &&
            takt_mutex_init(&mutex, 0) == 0 && takt_queue_init(&queue, store, 16, 2) == 0 &&
            takt_queue_init(&own, own_store, 16, 2) == 0 && start(&givee, 0, take, URGENT) &&
            start(&locker, 1, lock, URGENT + 1) && start(&receiver, 2, receive, URGENT + 2) &&
            start(&driver, 3, run, DRIVER);
    if (!right)
        takt_exit(1);
}
