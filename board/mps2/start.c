/*
 * From reset to the kernel: writable data is copied from where the image keeps it, the rest is cleared, then the
 * devices that the kernel needs. No constructors are run: C has none, and C++ objects of static duration are not
 * supported.
 */
#include "kernel.h"

#include "board.h"

#pragma weak takt_work_calibrate /* only a program that calls takt_work() has it */

extern uint32_t takt_board_data_from[], takt_board_data[], takt_board_data_end[], takt_board_bss[],
    takt_board_bss_end[];

static void fill_memory(void)
{
    const uint32_t *from = takt_board_data_from;

    for (uint32_t *to = takt_board_data; to != takt_board_data_end; to++)
        *to = *from++;
    for (uint32_t *to = takt_board_bss; to != takt_board_bss_end; to++)
        *to = 0;
}

void takt_board_core_begin(void)
{
    takt_board_event_start();
    takt_board_doorbell_start();
    takt_core_start();
}

/* The counter is the first core's to start; it begins at 0 for the calibration. */
static void start_clock(void)
{
    bool first = takt_board_is_first();

    if (first)
        takt_board_counter_start(0);
    else
        takt_board_join();
    if (takt_work_calibrate != NULL)
        takt_work_calibrate();
    if (first)
        takt_board_counter_start(takt_arguments_start());
}

void takt_board_reset(void)
{
    takt_board_try_resume();
    fill_memory();
    takt_board_identify();
    takt_cortexm_start();
    takt_uart_start();
    takt_semihosting_look();
    if (!takt_arguments_take())
        takt_exit(2);
    start_clock();
    takt_board_release();
    takt_board_core_begin();
}
