/*
 * The board's flash: it has none that a program can write, so a part of its PSRAM stands for one, with NOR's rules. It is
 * lost with the emulator: whoever starts it preloads it (-device loader), and the program writes it out before it ends.
 */
#ifndef MPS2_FLASH_H
#define MPS2_FLASH_H

#include <takt/flash.h>

#define TAKT_MPS2_FLASH_SIZE (8u << 20)

/** Mapped, blocks of 64 KiB, programmed by words. A constant: it can be read before memory is filled. */
extern const struct takt_flash takt_mps2_flash;
#define TAKT_MPS2_FLASH ((struct takt_flash *)&takt_mps2_flash)

/** Write the first bytes out to a file of the debugger's machine. Call class: thread. @return 0; -EIO */
int takt_mps2_flash_keep(const char *path, uint32_t size);

/** Counts of 40 ns since reset, in a program that can start from a snapshot. */
uint32_t takt_mps2_since_reset(void);
/** How many of them a start took that found no image to go on from. */
uint32_t takt_mps2_looked(void);

#endif
