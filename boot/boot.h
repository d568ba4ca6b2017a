/*
 * What a port and a board give for snapshots, and what they are given. The port's part is that of port/cortexm; a board's
 * is one file, board/<family>/snapshot.c.
 */
#ifndef TAKT_BOOT_BOOT_H
#define TAKT_BOOT_BOOT_H

#include "image.h"

/* Given by the port. */

/**
 * Store the thread's registers on its stack, and call write(where they are) on the handlers' stack. Masked, a thread.
 * @return what it returned; or, where takt_cortexm_resume() is given the same place, TAKT_SNAPSHOT_RESTORED
 */
int takt_cortexm_keep(int (*write)(uint32_t resume));
/** Go on from there. From reset, on the handlers' stack, masked. */
void takt_cortexm_resume(uint32_t resume) __attribute__((noreturn));
/** Which interrupt lines are enabled, pending, and how urgent: into memory; back from it. Masked. */
void takt_cortexm_lines_keep(void);
void takt_cortexm_lines_restore(void);

/* Given by the board. */

/** The program's writable memory. */
uint8_t *takt_board_memory(size_t *size);
/** Who this build is, and which memory an image may hold. From reset on: constants and the stack only. */
void takt_board_identity(struct image_identity *who);
/** Start the clock at this time, and its events. */
void takt_board_clock_go_on(takt_time_t time);

/** For the board's start: memory is that of the image, and the console works. Masked. */
void takt_snapshot_go_on(const struct image *image) __attribute__((noreturn));

#endif
