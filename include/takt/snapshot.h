/*
 * Start from a snapshot: the memory of a program that is ready is kept on flash, and a later start goes on from there
 * instead of doing the start-up's work again (docs/snapshot.md).
 *
 * The kernel saves and restores, in the thread that called takt_snapshot_save(): like setjmp(), the call returns once
 * where it was made, and once more after each start from its image. What is kept is the program's writable memory, and
 * what was registered; memory marked TAKT_PORT_KEPT, which a reset leaves alone, is not. Two slots on flash, so that a
 * power cut while one is written leaves the other.
 *
 * A library of its own (takt_boot), for boards of one core that say how they restore: MPS2. A program has to define
 * takt_snapshot_store.
 */
#ifndef TAKT_SNAPSHOT_H
#define TAKT_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

#include <takt/flash.h>
#include <takt/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What takt_snapshot_save() returns where the program goes on from an image. */
#define TAKT_SNAPSHOT_RESTORED 1

/** How many starts in a row may fail to reach takt_snapshot_ready() before an image is given up. */
#define TAKT_SNAPSHOT_TRIES CONFIG_TAKT_SNAPSHOT_TRIES

/**
 * Where images are: two slots of slot_size bytes from offset on, both multiples of the flash's blocks. It is read before
 * memory is filled, so it, the flash, and what its driver needs to read and program have to be constants.
 */
struct takt_snapshot_store {
    struct takt_flash *flash;
    uint32_t offset, slot_size;
};

/** Given by the program. */
extern const struct takt_snapshot_store takt_snapshot_store;

/**
 * Given by the program if it likes: one word that changes when what the image relies on does, such as a checksum over the
 * heads of a flash that others may write. An image with another word is refused. It is called before memory is filled, and
 * may use its stack and constants only. Without it: 0.
 */
uint32_t takt_snapshot_stamp(void);

/**
 * Given by the program if it likes: how long the machine was off, ns, by a clock that went on. The kernel's clock goes on
 * from when it was kept, and by this much more: deadlines that passed meanwhile are met at once, each a single time, and
 * periods that passed are counted as missed. Called after memory was restored. Without it: 0.
 */
takt_time_t takt_snapshot_away(void);

/**
 * Memory that is kept besides the program's own (a device's), or a device that has to be told. Linked in order of
 * registration: hooks are called in it, after the kernel's own for clock and timers.
 */
struct takt_snapshot_region {
    void *memory; /**< inside what the board allows; NULL: there are only hooks */
    size_t size;  /**< bytes */
    /** Masked, before memory is kept: store the device's state in it. Not 0 refuses the save. NULL: nothing to do. */
    int (*before)(void *arg);
    /**
     * Masked, after memory was restored: bring the device into the state that it was kept in; renew seeds and identifiers.
     * NULL: nothing to do.
     */
    void (*after)(void *arg);
    void *arg;
    struct takt_snapshot_region *next; /**< private */
};

/** Register. Call class: thread, before start. Bound: those that are registered. */
void takt_snapshot_register(struct takt_snapshot_region *region);

/**
 * Keep the program's state, if it changed since it was kept last; only blocks that changed are written. Interrupts of the
 * kernel's level are masked for as long as that takes; handlers above it must be off.
 * Call class: thread. Bound: the memory's bytes, read twice, and the flash's erases and programs of what changed.
 * @return 0: it is on flash; TAKT_SNAPSHOT_RESTORED: this is a start from the image; -EBUSY: preemption is locked, or a
 *         hook refused; -EFBIG: it does not fit into a slot; -ENOTSUP: there is more than one core; -EIO: the flash failed,
 *         the image before is still there; -EINVAL: takt_snapshot_store makes no sense
 */
int takt_snapshot_save(void);

/**
 * Something changed that a later start has to know: the next takt_snapshot_save() looks for it. After a save or a start
 * from an image, nothing has.
 * Call class: any. Bound: constant.
 */
void takt_snapshot_changed(void);

/**
 * The program does what it is there for: a start from the image is not counted as a failed one.
 * Call class: thread. Bound: a look at the slot's notes, one program.
 * @return 0; -EIO
 */
int takt_snapshot_ready(void);

/**
 * No image is used from here on, until the next save: what they rely on is about to change.
 * Call class: thread. Bound: one program a slot.
 * @return 0; -EIO
 */
int takt_snapshot_forget(void);

/** A flash whose first change makes the images that rely on what stands there invalid, before it is done. */
struct takt_snapshot_guard {
    struct takt_flash flash; /**< what its user (a mount) is given; first */
    struct takt_flash *real;
};

/** Put a guard before a flash that an image will rely on. Call class: thread, before start. Bound: constant. */
void takt_snapshot_guard_init(struct takt_snapshot_guard *guard, struct takt_flash *real);

/** What a start or a save did. */
struct takt_snapshot_info {
    uint32_t sequence;   /**< number of the image; 0: a cold start, and none was saved */
    uint32_t bytes;      /**< of memory restored */
    uint32_t flash_read; /**< bytes read from flash to check and restore it */
    uint32_t written;    /**< bytes programmed by the last save */
    uint32_t erased;     /**< blocks erased by it */
    uint32_t blocks;     /**< of 4,096 bytes that it found changed */
};

/** Call class: thread. Bound: constant. */
void takt_snapshot_info(struct takt_snapshot_info *info);

#ifdef __cplusplus
}
#endif

#endif
