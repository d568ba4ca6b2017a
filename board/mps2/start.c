/*
 * From reset to the kernel: writable data is copied from where the image keeps it, the rest is cleared, then the
 * devices that the kernel needs. No constructors are run: C has none, and C++ objects of static duration are not
 * supported.
 */
#include "kernel.h"

#include "mps2.h"

#pragma weak takt_work_calibrate /* only a program that calls takt_work() has it */

extern uint32_t takt_board_data_from[], takt_board_data[], takt_board_data_end[], takt_board_bss[],
    takt_board_bss_end[];

static char segment[CONFIG_TAKT_SEGMENT_SIZE] __attribute__((aligned(64), section(".bss.takt_segment")));

void *takt_port_segment(size_t *size)
{
    *size = sizeof segment;
    return segment;
}

static void fill_memory(void)
{
    const uint32_t *from = takt_board_data_from;

    for (uint32_t *to = takt_board_data; to != takt_board_data_end; to++)
        *to = *from++;
    for (uint32_t *to = takt_board_bss; to != takt_board_bss_end; to++)
        *to = 0;
}

void takt_board_reset(void)
{
    fill_memory();
    takt_cortexm_start();
    takt_uart_start();
    takt_semihosting_look();
    if (!takt_arguments_take())
        takt_exit(2);
    takt_board_clock_start(0);
    if (takt_work_calibrate != NULL)
        takt_work_calibrate();
    takt_board_clock_start(takt_arguments_start());
    takt_board_doorbell_start();
    takt_core_start();
}
