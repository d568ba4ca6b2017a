/*
 * Writing an image, into the slot that does not hold the newest one.
 *
 * Each block of memory is copied once, and what is packed, summed and stored is the copy: code that keeps memory changes
 * some of it (the flash's driver, its own stack). Blocks that hold such things are from different moments, which is
 * right as long as those who change them while memory is kept begin anew after a restore.
 *
 * The order is what makes it safe: the slot's front is erased first, so the slot is not valid while its data change;
 * data are written; the front is written; all is read back as a start would; the commit word is written. Between two of
 * these the flash is done with the one before (takt_flash_sync), whatever it reorders.
 *
 * An erase block whose blocks of memory are all as they were when the slot was written, two saves ago, is left alone. What
 * it holds is read back with the rest.
 *
 * Bound: the memory's bytes; erases: those blocks that changed, and one.
 */
#include <string.h>

#include "kernel.h"

#include "crc.h"
#include "image.h"

#define UNKNOWN UINT32_MAX /* an entry whose data are not on flash */

/** One save. */
struct writing {
    const struct takt_snapshot_store *store;
    const struct image_identity *who;
    struct image_work *work;
    uint32_t slot;
};

/* Where block n of all memory is, and its size. */
static const uint8_t *memory_of(const struct writing *w, uint32_t n, uint32_t *size)
{
    const struct image_region *region = w->work->front.regions;
    uint32_t blocks = (region->size + IMAGE_BLOCK - 1) / IMAGE_BLOCK;

    while (n >= blocks) {
        n -= blocks;
        region++;
        blocks = (region->size + IMAGE_BLOCK - 1) / IMAGE_BLOCK;
    }
    *size = image_block_size(region, n);
    return w->who->windows[region->window].base + region->offset + n * IMAGE_BLOCK;
}

/* Copy block n, and sum it. @return its size */
static uint32_t take(struct writing *w, uint32_t n, uint32_t *plain)
{
    uint32_t size;
    const uint8_t *from = memory_of(w, n, &size);

    takt_port_copy(w->work->plain, from, size);
    *plain = takt_crc(~0u, w->work->plain, size);
    return size;
}

static int program(struct writing *w, uint32_t offset, const void *from, uint32_t size)
{
    uint32_t unit = w->store->flash->unit;

    size = (size + unit - 1) & ~(unit - 1);
    w->work->did.written += size;
    return takt_flash_program(w->store->flash, offset, from, size);
}

static int erase(struct writing *w, uint32_t offset)
{
    w->work->did.erased++;
    return takt_flash_erase(w->store->flash, offset);
}

static uint32_t data_of(const struct writing *w, uint32_t n)
{
    return w->slot + w->store->flash->block_size + n * IMAGE_BLOCK;
}

static int write_block(struct writing *w, uint32_t n)
{
    struct image_entry *entry = &w->work->front.entries[n];
    uint32_t size = take(w, n, &entry->plain), packed = 0;
    const uint32_t *from = w->work->plain;

    if (w->store->flash->map != NULL)
        packed = image_pack((const uint8_t *)w->work->plain, size, (uint8_t *)w->work->packed, size,
                            w->work->places);
    if (packed != 0)
        from = w->work->packed;
    entry->stored = packed != 0 ? packed : size;
    entry->check = takt_crc(~0u, from, entry->stored);
    return program(w, data_of(w, n), from, entry->stored);
}

/* Blocks of memory from n on that share an erase block. */
static uint32_t group_end(const struct writing *w, uint32_t n)
{
    uint32_t end = n + w->store->flash->block_size / IMAGE_BLOCK;

    return end < w->work->front.head.entries ? end : w->work->front.head.entries;
}

static uint32_t changed_in(struct writing *w, uint32_t n, uint32_t end)
{
    uint32_t changed = 0;

    for (; n < end; n++) {
        uint32_t plain;

        (void)take(w, n, &plain);
        changed += w->work->front.entries[n].stored == UNKNOWN || w->work->front.entries[n].plain != plain;
    }
    return changed;
}

static int write_group(struct writing *w, uint32_t n, uint32_t end)
{
    uint32_t changed = changed_in(w, n, end);
    int status = 0;

    w->work->did.blocks += changed;
    if (changed == 0)
        return 0;
    status = erase(w, data_of(w, n));
    for (; n < end && status == 0; n++)
        status = write_block(w, n);
    return status;
}

static int write_data(struct writing *w)
{
    int status = 0;

    for (uint32_t n = 0; n < w->work->front.head.entries && status == 0; n = group_end(w, n))
        status = write_group(w, n, group_end(w, n));
    return status == 0 ? takt_flash_sync(w->store->flash) : status;
}

static uint32_t front_size(const struct writing *w)
{
    return (uint32_t)(offsetof(struct image_front, entries) +
                      w->work->front.head.entries * sizeof(struct image_entry));
}

static void fill_head(struct writing *w, uint32_t sequence)
{
    struct image_head *head = &w->work->front.head;

    head->magic = IMAGE_MAGIC;
    head->version = IMAGE_VERSION;
    memcpy(head->build, w->who->build, IMAGE_BUILD);
    head->layout = image_layout(w->who);
    head->stamp = w->who->stamp;
    head->sequence = sequence;
    head->spare = 0;
    head->listing = takt_crc(~0u, w->work->front.regions, front_size(w) - (uint32_t)sizeof(*head));
    head->check = takt_crc(~0u, head, offsetof(struct image_head, check));
}

static int finish(struct writing *w, uint32_t sequence)
{
    struct image written = {.slot = w->slot};
    int status;

    fill_head(w, sequence);
    written.head = w->work->front.head;
    status = program(w, w->slot, &w->work->front, front_size(w));
    if (status == 0)
        status = takt_flash_sync(w->store->flash);
    if (status == 0)
        status = image_check(w->store, w->who, &written);
    if (status == 0)
        status = image_commit(w->store, w->slot);
    return status == 0 ? 0 : -EIO;
}

/* What the slot holds of these regions; entries of a slot that holds something else are not known. */
static void take_old(struct writing *w)
{
    struct image_front *front = &w->work->front;
    struct image_region regions[IMAGE_REGIONS];
    struct image old = {.slot = w->slot};
    uint32_t entries = front->head.entries,
             size = front_size(w) - (uint32_t)offsetof(struct image_front, entries);
    bool same;

    same = takt_flash_read(w->store->flash, w->slot, &old.head, sizeof(old.head)) == 0 &&
           old.head.magic == IMAGE_MAGIC && old.head.entries == entries &&
           old.head.regions == front->head.regions &&
           old.head.check == takt_crc(~0u, &old.head, offsetof(struct image_head, check)) &&
           takt_flash_read(w->store->flash, w->slot + (uint32_t)sizeof(old.head), regions, sizeof(regions)) ==
               0 &&
           memcmp(regions, front->regions, sizeof(regions)) == 0 &&
           image_check(w->store, w->who, &old) == 0 &&
           takt_flash_read(w->store->flash, w->slot + (uint32_t)offsetof(struct image_front, entries),
                           front->entries, size) == 0;
    for (uint32_t n = 0; n < entries && !same; n++)
        front->entries[n].stored = UNKNOWN;
}

/* Counts, and whether all fits. */
static int measure(struct writing *w)
{
    struct image_front *front = &w->work->front;
    uint32_t block = w->store->flash->block_size, entries = 0;

    for (uint32_t i = front->head.regions; i < IMAGE_REGIONS; i++)
        front->regions[i] = (struct image_region){0};
    for (uint32_t i = 0; i < front->head.regions; i++)
        entries += (front->regions[i].size + IMAGE_BLOCK - 1) / IMAGE_BLOCK;
    if (entries > CONFIG_TAKT_SNAPSHOT_BLOCKS || entries > (w->store->slot_size - block) / IMAGE_BLOCK)
        return -EFBIG;
    front->head.entries = entries;
    return front_size(w) <= block - IMAGE_TRIES - 2 * IMAGE_UNIT ? 0 : -EFBIG;
}

static int write_all(struct writing *w, uint32_t sequence)
{
    int status = erase(w, w->slot);

    if (status == 0)
        status = takt_flash_sync(w->store->flash);
    if (status == 0)
        status = write_data(w);
    if (status == 0)
        status = finish(w, sequence);
    return status;
}

int image_write(const struct takt_snapshot_store *store, const struct image_identity *who,
                struct image_work *work)
{
    struct writing w = {store, who, work, store->offset};
    struct image newest = {0};
    int status = image_store_check(store);

    work->did = (struct takt_snapshot_info){0};
    if (status == 0)
        status = measure(&w);
    if (status != 0)
        return status;
    if (image_find(store, who, &newest, UINT32_MAX) == 0) {
        w.slot = newest.slot;
        work->slot = newest.slot;
        take_old(&w);
        work->did.sequence = newest.head.sequence;
        if (newest.head.resume == work->front.head.resume && changed_in(&w, 0, work->front.head.entries) == 0)
            return 0;
        if (w.slot == store->offset)
            w.slot += store->slot_size;
        else
            w.slot = store->offset;
    }
    take_old(&w);
    status = write_all(&w, newest.head.sequence + 1);
    if (status != 0)
        return status;
    work->slot = w.slot;
    work->did.sequence = newest.head.sequence + 1;
    return 0;
}
