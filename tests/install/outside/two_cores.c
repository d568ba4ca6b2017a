/*
 * An application from outside: core 1 counts under the lock between cores and tells core 0, which checks the count.
 * It fails, with status 1, if the other core is not heard within five seconds.
 */
#include <takt/takt.h>

#define TIMES 100

static struct takt_thread threads[2];
static char stacks[2][16384];
static struct takt_llq locks[2];
static struct takt_sem done;
static int count;

static void add(struct takt_llq *lock)
{
    struct takt_llq_token token;

    for (int i = 0; i < TIMES; i++) {
        if (takt_llq_acquire(lock, TAKT_FOREVER, &token) != 0)
            takt_exit(2);
        count++;
        if (takt_llq_release(lock, &token) != 0)
            takt_exit(3);
    }
}

static void first(void *arg)
{
    add(arg);
    if (takt_sem_take(&done, TAKT_S(5)) != 0)
        takt_exit(1);
    takt_printf("%s %s: counted to %d\n", TAKT_VERSION, TAKT_BOARD, count);
    takt_exit(count == 2 * TIMES ? 0 : 4);
}

static void second(void *arg)
{
    struct takt_remote remote;

    if (takt_llq_attach(arg, "count", TAKT_S(5)) != 0 || takt_remote_find(&remote, "done", TAKT_S(5)) != 0)
        takt_exit(5);
    add(arg);
    takt_remote_sem_give(&remote);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {.name = "counter",
                                    .entry = core == 0 ? first : second,
                                    .arg = &locks[core],
                                    .stack = stacks[core],
                                    .stack_size = sizeof(stacks[core]),
                                    .priority = 5};

    if (core == 0) {
        takt_sem_init(&done, 0, 1);
        takt_llq_create(&locks[0], "count", NULL);
        takt_remote_export_sem(&done, "done");
    }
    takt_thread_create(&threads[core], &attr);
    takt_thread_start(&threads[core]);
}
