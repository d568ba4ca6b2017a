/*
 * NOR flash: read, program, erase, and direct reading where the processor sees it as memory.
 *
 * The rules are NOR's: an erased block is all ones; programming only turns ones into zeros, in units of `unit` bytes;
 * to get a one back its whole block is erased. A driver hands in four functions; fs/flash/model.h is one in memory that
 * holds a program to the rules. Calls are checked here once, so that no driver has to.
 */
#ifndef TAKT_FLASH_H
#define TAKT_FLASH_H

#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct takt_flash;

/** What a driver does. Offsets and sizes have been checked. Each returns 0 or a negative errno. */
struct takt_flash_ops {
    int (*read)(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size);
    int (*program)(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size);
    int (*erase)(struct takt_flash *flash, uint32_t offset); /**< the block that begins there */
    int (*sync)(struct takt_flash *flash);                   /**< all before is done; NULL: always so */
};

/** A flash: filled in by its driver. */
struct takt_flash {
    const struct takt_flash_ops *ops;
    const uint8_t *map;  /**< where the processor reads it directly, or NULL */
    uint32_t size;       /**< bytes, a multiple of block_size */
    uint32_t block_size; /**< bytes that are erased together, a power of two */
    uint32_t unit;       /**< bytes that are programmed at least, a power of two */
};

/**
 * Read.
 * Call class: thread, before start. Bound: grows with size.
 * @return 0; -EINVAL: beyond the end; -EIO: the flash cannot read that
 */
int takt_flash_read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size);

/**
 * Program: ones become zeros where `from` has zeros.
 * Call class: thread. Bound: grows with size.
 * @param offset, size multiples of the unit
 * @return 0; -EINVAL: beyond the end, or no multiple; -EIO: it did not take, what stands there is not known
 */
int takt_flash_program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size);

/**
 * Erase the block that begins at offset.
 * Call class: thread. Bound: the flash's.
 * @return 0; -EINVAL: no block begins there; -EIO: it cannot be erased
 */
int takt_flash_erase(struct takt_flash *flash, uint32_t offset);

/** Return when all that was programmed and erased is done, in that order. Call class: thread. @return 0, -EIO */
int takt_flash_sync(struct takt_flash *flash);

#ifdef __cplusplus
}
#endif

#endif
