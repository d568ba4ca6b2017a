/*
 * When nothing can happen any more. A core rests while it waits without a timer, or has stopped; a resting
 * core is woken by another's doorbell only. So when all rest and no doorbell is on its way, all rest for
 * ever, and the run ends with a message instead of hanging.
 *
 * Race: while one core looks at the others' doorbells, a bell that was rung before may be answered, and its
 * core come and go. So the word counts wakings too: if it is the same before and after the look, nobody woke
 * between. A woken core counts itself before it answers the bell, so that at each moment one of the two shows
 * it.
 */
#include "host.h"

#include "board.h"

#define WAKING 0x10000u /* the word: wakings above, cores that rest below */

static struct takt_word rests;
static __thread bool resting;

static bool on_its_way(void)
{
    for (unsigned i = 0; i < takt_host_cores; i++) {
        /* seq_cst: between the two loads of the word below */
        if (TAKT_LOAD(&takt_doors[i].state, seq_cst) != TAKT_HOST_STOPPED &&
            TAKT_LOAD(&takt_doors[i].rung, seq_cst) != 0)
            return true;
    }
    return false;
}

static const char *why(void)
{
    unsigned stopped = 0;

    for (unsigned i = 0; i < takt_host_cores; i++) {
        /* acquire: pairs with takt_port_stop() */
        stopped += TAKT_LOAD(&takt_doors[i].state, acquire) == TAKT_HOST_STOPPED;
    }
    if (stopped == takt_host_cores)
        return "every core has stopped";
    if (stopped != 0)
        return "a core has stopped and the others wait without end: nothing can happen any more";
    return "every core waits and no timer runs: nothing can happen any more (takt_exit() ends a run)";
}

void takt_host_rest_begin(void)
{
    uint32_t word;

    /* relaxed: the own core's */
    if (takt_host_timer_active() &&
        TAKT_LOAD(&takt_doors[takt_host.core].state, relaxed) != TAKT_HOST_STOPPED)
        return;
    resting = true;
    /* seq_cst, here and below: one order of all rests, wakings and bells */
    word = TAKT_ADD(&rests, 1, seq_cst) + 1;
    if (word % WAKING == takt_host_cores && !on_its_way() && TAKT_LOAD(&rests, seq_cst) == word)
        takt_board_end(TAKT_BOARD_STUCK, why());
}

void takt_host_rest_end(void)
{
    if (!resting)
        return;
    resting = false;
    /* seq_cst: before the bell is answered */
    (void)TAKT_ADD(&rests, WAKING - 1u, seq_cst);
}
