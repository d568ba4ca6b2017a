/*
 * The ends: of a core, which does nothing any more, and of the run, which the board clears up after only when no core
 * is in the middle of something.
 *
 * Races: a core leaves when it answers the doorbell, so never with the mask closed, where it may be inside the C
 * library and hold a lock of it that the clearing up needs. A core that comes to its doorbell after the end was
 * announced sees the announcement: it is made before the signal is sent; and a core that starts later looks for it
 * after it has become one that can be signalled. Those that have no thread yet are not waited for.
 */
#include "host.h"

#include <time.h>
#include <unistd.h>

static struct takt_word halting;

static void come_to(uint32_t state)
{
    /* release: what the core did comes before; pairs with takt_host_halt() and rest.c */
    TAKT_STORE(&takt_doors[takt_host.core].state, state, release);
}

static void stay(void) __attribute__((noreturn));

static void stay(void)
{
    takt_host_signals(false);
    for (;;)
        (void)pause();
}

void takt_host_run_threads(void)
{
    come_to(TAKT_HOST_RUNS);
}

void takt_host_leave(void)
{
    (void)takt_port_mask();
    come_to(TAKT_HOST_LEFT);
    stay();
}

void takt_port_stop(void)
{
    (void)takt_port_mask();
    come_to(TAKT_HOST_STOPPED);
    takt_host_rest_begin();
    stay();
}

bool takt_host_halting(void)
{
    /* seq_cst: in a core that starts, after its thread id was stored */
    return TAKT_LOAD(&halting, seq_cst) != 0;
}

static bool all_left(void)
{
    for (unsigned i = 0; i < takt_host_cores; i++) {
        /* acquire: pairs with come_to() */
        if (TAKT_LOAD(&takt_doors[i].state, acquire) == TAKT_HOST_RUNS)
            return false;
    }
    return true;
}

bool takt_host_halt(unsigned milliseconds)
{
    /* seq_cst: before the loads of the thread ids; pairs with takt_host_attach() */
    TAKT_STORE(&halting, 1, seq_cst);
    for (unsigned i = 0; i < takt_host_cores; i++)
        takt_host_signal(i);
    while (!all_left() && milliseconds-- > 0)
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return all_left();
}
