/*
 * How many context switches a second the development machine does: two threads of equal priority that yield to
 * each other, and two that wake each other through semaphores, on core 0 alone.
 *
 * The time is the host's. On sim it says how fast the simulator is (run it with --costs zero --cores 1), not how
 * fast a device would be; on host it is the kernel's own speed on this machine.
 *
 * Arguments: count=N switches of each kind (1000000).
 */
#include <takt/takt.h>

#include <stdlib.h>
#include <time.h>

#define STACK 32768

static struct takt_thread threads[2], boss;
static _Alignas(16) unsigned char stacks[3][STACK];
static struct takt_sem sems[2];
static long count;

static double host_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void yielder(void *arg)
{
    (void)arg;
    for (long i = 0; i < count / 2; i++)
        takt_yield();
}

static void player(void *arg)
{
    struct takt_sem *mine = arg, *other = mine == &sems[0] ? &sems[1] : &sems[0];

    for (long i = 0; i < count / 2; i++) {
        (void)takt_sem_take(mine, TAKT_FOREVER);
        (void)takt_sem_give(other);
    }
}

static void start(unsigned i, const char *name, void (*entry)(void *), void *arg, takt_prio_t priority)
{
    struct takt_thread *thread = i < 2 ? &threads[i] : &boss;
    const struct takt_thread_attr attr = {
        .name = name,
        .entry = entry,
        .arg = arg,
        .stack = stacks[i],
        .stack_size = STACK,
        .priority = priority,
    };

    if (takt_thread_create(thread, &attr) != 0 || takt_thread_start(thread) != 0)
        takt_exit(1);
}

/* Both threads start together when the caller, more urgent, begins to wait. */
static void measure(const char *what, void (*entry)(void *))
{
    double began, took;

    start(0, "first", entry, &sems[0], 2);
    start(1, "second", entry, &sems[1], 2);
    began = host_seconds();
    (void)takt_thread_join(&threads[0], NULL, TAKT_FOREVER);
    (void)takt_thread_join(&threads[1], NULL, TAKT_FOREVER);
    took = host_seconds() - began;
    takt_printf("%-10s %10ld switches in %.3f s of host time: %.0f a second\n", what, count, took,
                (double)count / took);
}

static void run(void *arg)
{
    (void)arg;
    (void)takt_sem_init(&sems[0], 1, 1);
    (void)takt_sem_init(&sems[1], 0, 1);
    measure("yield", yielder);
    measure("semaphore", player);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    if (core != 0)
        return;
    count = strtol(takt_argument("count", "1000000"), NULL, 10);
    if (count < 2) {
        takt_printf("count=N has to be at least 2\n");
        takt_exit(2);
    }
    start(2, "boss", run, NULL, 1);
}
