/*
 * A model of NOR flash in memory, which holds its user to the rules and fails on demand.
 *
 * Memory, counters and faults are the caller's; the model keeps no state of its own, so a test can copy the memory,
 * go on, and come back. On boards with files, the memory can be filled from one and written out by the program.
 *
 * Faults, each at the n-th programming or erasing counted from 1 (`cut_at`):
 *   power is cut there, and everything after fails with -EIO until takt_model_power(). What the operation leaves is
 *   `torn`: nothing, all, a prefix, random bits of what was asked, some bits that are weak (read differently
 *   until they are programmed or erased again), or, with `reorder`, any of the operations since the last sync undone.
 * And at places: blocks that do not erase, blocks that do not program, places that do not read.
 */
#ifndef TAKT_FLASH_MODEL_H
#define TAKT_FLASH_MODEL_H

#include <takt/flash.h>

/** What an operation that the power was cut in leaves behind. */
enum takt_model_torn {
    TAKT_TORN_NOTHING, /**< it had not begun */
    TAKT_TORN_ALL,     /**< it was done, but nobody was told */
    TAKT_TORN_PREFIX,  /**< its first part, as long as chance says */
    TAKT_TORN_BITS,    /**< some of its bits */
    TAKT_TORN_WEAK, /**< its bits read as done or as not done until the place is programmed or erased again */
    TAKT_TORN_REORDER, /**< it was done, others since the last sync were not */
    TAKT_TORN_KINDS
};

/** Counters of a block. */
struct takt_model_block {
    uint32_t reads, read_bytes, programs, program_bytes, erases;
    uint8_t fails; /**< by takt_model_fail(): bits 0 read, 1 program, 2 erase */
};

/** Operations that may be undone by TAKT_TORN_REORDER: as many as are remembered. */
#define TAKT_MODEL_UNDO 4

/** A flash in memory. All members may be read; those above the line are set by takt_model_init()'s caller. */
struct takt_model {
    struct takt_flash flash;
    uint8_t *memory;                 /**< flash.size bytes */
    struct takt_model_block *blocks; /**< one a block */
    uint8_t *weak;                   /**< flash.size bytes: bits that are not sure; NULL: none ever are */
    /* faults */
    uint32_t operations; /**< programs and erases so far */
    uint32_t cut_at;     /**< at which of them the power is cut; 0: never */
    enum takt_model_torn torn;
    bool off; /**< the power is cut */
    uint64_t chance;
    uint32_t broken_rules; /**< programs that wanted a one where a zero stands */
    uint32_t views;        /**< reads that were copies */
    struct {
        uint32_t offset, size;
        uint8_t was[128]; /* enough for a node's head: what makes the node valid */
    } undo[TAKT_MODEL_UNDO];
    uint32_t undos;
};

/**
 * Set a model up; its memory is left as it is.
 *
 * @param mapped whether users may read the memory directly
 */
void takt_model_init(struct takt_model *model, uint8_t *memory, struct takt_model_block *blocks,
                     uint32_t size, uint32_t block_size, uint32_t unit, bool mapped);

/** Power comes back; weak bits take a value for each read that copies, and once here for direct reading. */
void takt_model_power(struct takt_model *model);

/** Block `block` fails from here on: bits 0 reading, 1 programming, 2 erasing. */
void takt_model_fail(struct takt_model *model, uint32_t block, uint8_t what);

/** All counters to zero. */
void takt_model_count(struct takt_model *model);

/** Bytes read by copying so far, programs and erases: sums over the blocks. */
struct takt_model_block takt_model_sum(const struct takt_model *model);

#endif
