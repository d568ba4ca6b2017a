/*
 * An image on flash: its format, and what the files of boot/ need of each other. Nothing here knows of a kernel; the tests
 * run it over the model flash and memory of their own.
 *
 * A slot is an erase block that says what is there, and erase blocks of data:
 *
 *   head | regions | entries, one a block of memory ... | 512 bytes of tries | forgotten | commit
 *   data: block n of memory at n * 4,096, packed (LZ4's block format) or as it is
 *
 * Each block of memory has its place, so one that did not change stays where it is. The first erase block is erased before
 * anything in the slot changes and is written when all data are there and were read back; the commit word is written
 * last. So a slot is whole or not valid, whenever the power is cut. The other slot is not touched meanwhile.
 *
 * Words are the processor's: an image is read by the build that wrote it, or not at all.
 */
#ifndef TAKT_BOOT_IMAGE_H
#define TAKT_BOOT_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include <takt/flash.h>
#include <takt/snapshot.h>

#define IMAGE_MAGIC   0x4B4E5354u /* "TSNK" */
#define IMAGE_VERSION 1u
#define IMAGE_BLOCK   4096u
#define IMAGE_BUILD   20 /* bytes of a build's identity: the linker's SHA-1 */
#define IMAGE_REGIONS 16
#define IMAGE_COMMIT  0x600DDA7Au
#define IMAGE_TRIES   512u /* bytes */
#define IMAGE_UNIT    16u  /* the largest unit of a flash that images can be on */

/** Memory that may be restored: an image names places by their window, so it cannot reach beyond. */
struct image_window {
    uint8_t *base;
    size_t size;
};

/** Who reads or writes: images of others are refused. */
struct image_identity {
    uint8_t build[IMAGE_BUILD];
    uint32_t stamp;
    const struct image_window *windows;
    uint32_t window_count;
};

/** A piece of memory in an image. */
struct image_region {
    uint32_t window, offset, size;
};

/** How a block of memory is stored. */
struct image_entry {
    uint32_t stored; /**< bytes on flash; as many as the block has: it is not packed */
    uint32_t check;  /**< CRC-32 of those */
    uint32_t plain;  /**< CRC-32 of the block: whether it changed */
};

struct image_head {
    uint32_t magic, version;
    uint8_t build[IMAGE_BUILD];
    uint32_t layout, stamp; /**< CRC-32 of the windows; the program's */
    uint32_t sequence;
    uint32_t regions, entries;
    uint32_t resume;  /**< where the saving thread goes on: the port's */
    uint32_t listing; /**< CRC-32 of regions and entries */
    uint32_t spare;
    uint32_t check; /**< CRC-32 of all before */
};

/** Head, regions and entries as they stand at the begin of a slot. */
struct image_front {
    struct image_head head;
    struct image_region regions[IMAGE_REGIONS];
    struct image_entry entries[CONFIG_TAKT_SNAPSHOT_BLOCKS];
};

/** An image that was found. */
struct image {
    uint32_t slot; /**< offset on flash */
    struct image_head head;
    uint32_t flash_read;
};

/** Memory that a writer works in; it is not part of any image. */
struct image_work {
    struct image_front front;
    uint16_t places[1024];
    uint32_t plain[IMAGE_BLOCK / 4], packed[IMAGE_BLOCK / 4];
    struct takt_snapshot_info did;
    uint32_t slot; /**< where the newest image is */
};

/* image.c */

/** @return 0; -EINVAL: no two slots are there, or the flash's unit is too large */
int image_store_check(const struct takt_snapshot_store *store);
/** The newest image of a slot whose head is right, and which is not given up. @return 0; -ENOENT */
int image_find(const struct takt_snapshot_store *store, const struct image_identity *who, struct image *found,
               uint32_t older_than);
/** Read all of an image, and check it. Memory is not touched. @return 0; -EBADMSG; -EIO */
int image_check(const struct takt_snapshot_store *store, const struct image_identity *who,
                struct image *image);
uint32_t image_layout(const struct image_identity *who);
/** Size of block n of a region. */
uint32_t image_block_size(const struct image_region *region, uint32_t n);
int image_region_read(const struct takt_snapshot_store *store, struct image *image, uint32_t n,
                      struct image_region *region);
int image_entry_read(const struct takt_snapshot_store *store, struct image *image, uint32_t n,
                     struct image_entry *entry);
uint32_t image_data(const struct takt_snapshot_store *store, const struct image *image, uint32_t n);

/* tries.c */

/** Whether a start from the slot may be tried. */
bool image_may_try(const struct takt_snapshot_store *store, uint32_t slot);
/** Note that a start is tried; or that it was right. @return 0; -EIO; -ENOSPC: there is no room for a note */
int image_note(const struct takt_snapshot_store *store, uint32_t slot, bool ready);
/** The slot is not used any more. @return 0; -EIO */
int image_forget(const struct takt_snapshot_store *store, uint32_t slot);
/** Whether it is one that was written whole, and not forgotten since. */
bool image_is_committed(const struct takt_snapshot_store *store, uint32_t slot);
int image_commit(const struct takt_snapshot_store *store, uint32_t slot);

/* load.c */

/** Overwrite memory by what the image holds, which was checked. @return 0; -EBADMSG; -EIO: memory is spoilt */
int image_load(const struct takt_snapshot_store *store, const struct image_identity *who,
               struct image *image);
/** Find, check, note the try and load. @return 0; negative: a cold start, memory is untouched or will be filled */
int image_restore(const struct takt_snapshot_store *store, const struct image_identity *who,
                  struct image *image);

/* write.c */

/**
 * Write an image of work->front.regions: front.head.regions of them.
 * @return 0, work->did says what was done; -EFBIG; -EIO; -EINVAL
 */
int image_write(const struct takt_snapshot_store *store, const struct image_identity *who,
                struct image_work *work);

/* pack.c, unpack.c: LZ4's block format */

/** @return bytes; 0: it does not become smaller than room */
uint32_t image_pack(const uint8_t *from, uint32_t size, uint8_t *to, uint32_t room, uint16_t *places);
/** @return whether it gave exactly size bytes, and nothing beyond either end was touched */
bool image_unpack(const uint8_t *from, uint32_t stored, uint8_t *to, uint32_t size);

#endif
