/*
 * Priority inversion: low holds a lock that high wants, and middle, which wants nothing of either, computes. With a mutex
 * low inherits high's level and middle waits; with a semaphore as a lock nothing is inherited, and high waits for as
 * long as middle likes. Times are such that the picture is the same on every board.
 */
#include "priorities.h"

#define HOLD_NS   300000 /* low's section */
#define HIGH_NS   100000 /* after low began */
#define MIDDLE_NS 200000
#define WORK_NS   1000000 /* middle's */

static struct takt_thread thread[2][3];
static struct takt_mutex mutex;
static struct takt_sem lock; /* of one, as a lock */
static bool inherits;

static void enter(void)
{
    if (inherits)
        priorities_must(takt_mutex_lock(&mutex, TAKT_FOREVER), "takt_mutex_lock");
    else
        priorities_must(takt_sem_take(&lock, TAKT_FOREVER), "takt_sem_take");
}

static void leave(void)
{
    if (inherits)
        priorities_must(takt_mutex_unlock(&mutex), "takt_mutex_unlock");
    else
        priorities_must(takt_sem_give(&lock), "takt_sem_give");
}

static void low(void *arg)
{
    (void)arg;
    enter();
    takt_work(HOLD_NS);
    leave();
    takt_trace_stop();
    priorities_must(takt_sem_give(&priorities_done), "takt_sem_give");
}

static void middle(void *arg)
{
    (void)arg;
    priorities_must(takt_sleep(MIDDLE_NS), "takt_sleep");
    takt_work(WORK_NS);
}

static void high(void *arg)
{
    (void)arg;
    priorities_must(takt_sleep(HIGH_NS), "takt_sleep");
    takt_trace_mark(PRIORITIES_MARK_WANTS, 0);
    enter();
    takt_trace_mark(PRIORITIES_MARK_GOT, 0);
    takt_work(HOLD_NS / 4);
    leave();
}

static void run(bool with)
{
    static const struct priorities_thread as[] = {{"high", 2, 2}, {"middle", 4, 4}, {"low", 6, 6}};
    static void (*const entry[])(void *) = {high, middle, low};

    inherits = with;
    for (unsigned i = 0; i < 3; i++)
        priorities_create(&thread[with][i], i, &as[i], entry[i], NULL, 0);
    takt_trace_start(TAKT_TRACE_ONCE, 0);
    priorities_start(thread[with], 3);
    priorities_join(thread[with], 3);
    priorities_save(with ? "inversion-mutex" : "inversion-semaphore");
}

void priorities_inversion(void)
{
    priorities_must(takt_mutex_init(&mutex, 0), "takt_mutex_init");
    priorities_must(takt_sem_init(&lock, 1, 1), "takt_sem_init");
    (void)takt_trace_name(&mutex, "mutex");
    (void)takt_trace_name(&lock, "semaphore as a lock");
    (void)takt_trace_mark_name(PRIORITIES_MARK_WANTS, "high wants");
    (void)takt_trace_mark_name(PRIORITIES_MARK_GOT, "high got");
    run(false);
    run(true);
}
