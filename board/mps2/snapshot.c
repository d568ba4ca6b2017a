/*
 * Start from a snapshot on these boards: what an image may hold, who this build is, and the start itself, which comes
 * before memory is filled and before the console: it uses the main stack and constants only.
 *
 * The second half of the dual timer, which nobody else uses, counts from here on, so that a program can tell how long
 * after reset it was ready.
 */
#include "kernel.h"

#include "board.h"
#include "boot.h"
#include "flash.h"

#define PSRAM_SIZE (16u << 20)
#define NOTE_HEAD  16 /* what comes before the identity in the linker's note */

#define DUAL2 ((volatile struct takt_cmsdk_dual *)0x40002020u)

extern uint8_t takt_board_data[], takt_board_bss_end[], takt_board_build_id[];
extern char takt_board_ram_size[]; /* its address is the size */

static const struct image_window windows[] = {
    {takt_board_data, (size_t)takt_board_ram_size}, /* not the handlers' stack, which is below */
    {(uint8_t *)0x21000000u + TAKT_MPS2_FLASH_SIZE, PSRAM_SIZE - TAKT_MPS2_FLASH_SIZE},
};

uint8_t *takt_board_memory(size_t *size)
{
    *size = (uintptr_t)takt_board_bss_end - (uintptr_t)takt_board_data;
    return takt_board_data;
}

void takt_board_identity(struct image_identity *who)
{
    memcpy(who->build, takt_board_build_id + NOTE_HEAD, IMAGE_BUILD);
    who->stamp = takt_snapshot_stamp();
    who->windows = windows;
    who->window_count = 2;
}

uint32_t takt_mps2_since_reset(void)
{
    return ~DUAL2->value;
}

static uint32_t looked TAKT_PORT_KEPT; /* memory is not filled yet */

uint32_t takt_mps2_looked(void)
{
    return looked;
}

static void count_from_here(void)
{
    DUAL2->control = 0;
    DUAL2->load = UINT32_MAX;
    DUAL2->control = TAKT_DUAL_ENABLE | TAKT_DUAL_32_BITS;
}

void takt_board_clock_go_on(takt_time_t time)
{
    takt_board_counter_start(time);
    takt_board_event_start();
    takt_board_doorbell_start();
}

void takt_board_resume(void)
{
    struct image_identity who;
    struct image image;

    count_from_here();
    takt_board_identity(&who);
    if (image_restore(&takt_snapshot_store, &who, &image) != 0) {
        looked = takt_mps2_since_reset();
        return;
    }
    takt_cortexm_start();
    takt_uart_start();
    takt_semihosting_look();
    if (!takt_arguments_take())
        takt_exit(2);
    takt_snapshot_go_on(&image);
}
