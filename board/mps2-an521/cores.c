/*
 * Two cores from one reset. Core 0 runs at once; core 1 waits until core 0 has said from which table it starts and lets
 * it go, which happens once: the board cannot stop a core again.
 *
 * What core 1 finds done. Of an image for both: memory, console and arguments, the counter and the speed of takt_work().
 * With an image of its own it sets up its memory and all of that but the counter, which it only joins. Either way core 0
 * has started the counter before it lets core 1 go, less than half a turn (107 s) ago, so core 1 knows the counter's
 * upper part from where it began.
 *
 * Releasing is the last thing that core 0 does before its kernel starts. Core 1's stores and core 0's are ordered by the
 * kernel's protocols from there on; what core 0 has written before is complete by the barrier.
 */
#include "kernel.h"

#include "board.h"

#define CORE_1_WAITS 2u /* the bit of CPUWAIT */

extern const takt_cortexm_vector_t takt_board_vectors_1[];

unsigned takt_board_cores = CONFIG_TAKT_CORES;

bool takt_board_use_cores(uint64_t count)
{
    if (count < 1 || count > CONFIG_TAKT_CORES)
        return false;
    takt_board_cores = (unsigned)count;
    return true;
}

void takt_board_identify(void)
{
    struct takt_board_own *own = takt_board_own();

    own->id = TAKT_IDENTITY;
    own->state = takt_core_state(own->id);
    own->halves = 0;
}

void takt_board_join(void)
{
    TAKT_BOARD_HALVES = (uint32_t)(takt_port_from_ns(takt_arguments_start()) >> 31);
    TAKT_BOARD_HALVES = (uint32_t)(takt_port_counter() >> 31);
}

void takt_board_release(void)
{
    if (!takt_board_is_first())
        return;
    takt_board_shared_clear();
    if (takt_board_cores == 1)
        return;
    __asm__ volatile("dsb" ::: "memory");
    TAKT_INITSVTOR1 = (uint32_t)(uintptr_t)takt_board_vectors_1;
    TAKT_CPUWAIT &= ~CORE_1_WAITS;
}

void takt_board_reset_other(void)
{
    takt_board_identify();
    takt_cortexm_start();
    takt_board_join();
    takt_board_core_begin();
}
