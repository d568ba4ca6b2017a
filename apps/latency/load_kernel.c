/*
 * Long work of the kernel and of what stands above it, one after the other: 1,000 threads wait for an object that is
 * deleted, or for a condition that is broadcast; a megabyte is cleared and copied under a subsystem's lock, as a file
 * system does with its cache, and the lock is broken after each piece.
 *
 * Who does it is more urgent than those who wait. To let them come back it makes itself less urgent than they are, and
 * runs again when the last one waits.
 */
#include "latency.h"

#include <takt/bulk.h>
#include <takt/klock.h>

#define CACHE 0x40000u /* bytes */
#define TIMES 4u       /* a megabyte in all */
#define PIECE TAKT_BULK_PIECE

static struct takt_sem gone;
static struct takt_mutex monitor;
static struct takt_cond cond;
static struct takt_klock subsystem;
static unsigned char cache[CACHE], source[PIECE];
static volatile bool runs;
static volatile unsigned round_now; /* which object the crowd waits for next */

static void wait_cond(void)
{
    if (takt_mutex_lock(&monitor, TAKT_FOREVER) != 0)
        return;
    (void)takt_cond_wait(&cond, &monitor, TAKT_FOREVER);
    (void)takt_mutex_unlock(&monitor);
}

static void waiter(void *arg)
{
    (void)arg;
    while (runs) {
        if (round_now % 2 == 0)
            (void)takt_sem_take(&gone, TAKT_FOREVER);
        else
            wait_cond();
    }
}

/* Until all wait. */
static void let_them_come(void)
{
    (void)takt_thread_set_priority(takt_self(), LATENCY_PRIORITY_WAITERS + 1);
    (void)takt_thread_set_priority(takt_self(), LATENCY_PRIORITY_KERNEL);
}

static void end_waits(void)
{
    unsigned of = round_now++ % 2;

    if (of == 0) {
        (void)takt_sem_delete(&gone);
        (void)takt_sem_init(&gone, 0, 1);
    } else {
        (void)takt_cond_broadcast(&cond);
    }
}

static void use_cache(void)
{
    takt_klock_enter(&subsystem);
    for (unsigned at = 0; at < CACHE * TIMES; at += PIECE) {
        unsigned char *piece = &cache[at % CACHE];

        takt_clear(piece, PIECE);
        takt_copy(piece, source, PIECE);
        takt_klock_break(&subsystem);
    }
    takt_klock_exit(&subsystem);
}

static void work(void *arg)
{
    (void)arg;
    while (runs) {
        takt_time_t began = takt_now();

        let_them_come();
        end_waits();
        use_cache();
        (void)takt_sleep(takt_now() - began + TAKT_MS(1)); /* the messages' turn */
    }
    let_them_come();
    end_waits();
}

void latency_kernel_begin(void)
{
    runs = true;
    latency_must(takt_sem_init(&gone, 0, 1), "takt_sem_init");
    latency_must(takt_mutex_init(&monitor, 0), "takt_mutex_init");
    latency_must(takt_cond_init(&cond), "takt_cond_init");
    latency_crew_start(LATENCY_CREW_CROWD, LATENCY_CROWD, "waiter", LATENCY_PRIORITY_WAITERS, waiter);
    latency_crew_start(LATENCY_CREW_OTHERS + 4, 1, "kernel work", LATENCY_PRIORITY_KERNEL, work);
}

void latency_kernel_end(void)
{
    runs = false;
    latency_crew_join(LATENCY_CREW_OTHERS + 4, 1);
    latency_crew_join(LATENCY_CREW_CROWD, LATENCY_CROWD);
}
