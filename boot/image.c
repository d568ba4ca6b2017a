/*
 * Finding and checking an image. Everything is checked before memory is touched: whoever reads has only its stack.
 *
 * Cheap refusals come first: an image of another build, board or flash costs the reading of its head. What is read from
 * flash is believed only as far as it was checked: counts and places against the slot and the windows, so that an image
 * with right checksums that no writer made cannot reach beyond either.
 *
 * Bound: image_find() two heads; image_check() the image's bytes, and no more than a slot's.
 */
#include <string.h>

#include "crc.h"
#include "image.h"

int image_store_check(const struct takt_snapshot_store *store)
{
    const struct takt_flash *flash = store->flash;
    uint32_t block = flash->block_size;

    if (block < IMAGE_BLOCK || flash->unit > IMAGE_UNIT || store->slot_size < 2 * block)
        return -EINVAL;
    if (store->offset % block != 0 || store->slot_size % block != 0 || store->offset > flash->size)
        return -EINVAL;
    return store->slot_size <= (flash->size - store->offset) / 2 ? 0 : -EINVAL;
}

uint32_t image_layout(const struct image_identity *who)
{
    return takt_crc(who->window_count, who->windows, who->window_count * (uint32_t)sizeof(who->windows[0]));
}

static uint32_t listing_size(const struct image_head *head)
{
    return IMAGE_REGIONS * (uint32_t)sizeof(struct image_region) +
           head->entries * (uint32_t)sizeof(struct image_entry);
}

/* Counts that fit: regions, entries and data into a slot. */
static bool fits(const struct takt_snapshot_store *store, const struct image_head *head)
{
    uint32_t block = store->flash->block_size;
    uint32_t room = block - IMAGE_TRIES - 2 * IMAGE_UNIT - (uint32_t)sizeof(*head);

    return head->regions <= IMAGE_REGIONS && head->entries <= (store->slot_size - block) / IMAGE_BLOCK &&
           head->entries <= room / sizeof(struct image_entry) && listing_size(head) <= room;
}

static bool is_for(const struct image_identity *who, const struct image_head *head)
{
    return head->magic == IMAGE_MAGIC && head->version == IMAGE_VERSION &&
           memcmp(head->build, who->build, IMAGE_BUILD) == 0 && head->stamp == who->stamp &&
           head->layout == image_layout(who) &&
           head->check == takt_crc(~0u, head, offsetof(struct image_head, check));
}

static bool usable(const struct takt_snapshot_store *store, const struct image_identity *who,
                   struct image *image)
{
    if (takt_flash_read(store->flash, image->slot, &image->head, sizeof(image->head)) != 0)
        return false;
    image->flash_read += (uint32_t)sizeof(image->head);
    return is_for(who, &image->head) && fits(store, &image->head) && image_is_committed(store, image->slot) &&
           image_may_try(store, image->slot);
}

int image_find(const struct takt_snapshot_store *store, const struct image_identity *who, struct image *found,
               uint32_t older_than)
{
    struct image image = {0};
    int status = -ENOENT;

    for (uint32_t i = 0; i < 2; i++) {
        image.slot = store->offset + i * store->slot_size;
        if (!usable(store, who, &image) || image.head.sequence >= older_than)
            continue;
        if (status == 0 && image.head.sequence <= found->head.sequence)
            continue;
        *found = image;
        status = 0;
    }
    return status;
}

uint32_t image_block_size(const struct image_region *region, uint32_t n)
{
    uint32_t left = region->size - n * IMAGE_BLOCK;

    return left < IMAGE_BLOCK ? left : IMAGE_BLOCK;
}

static int read_counted(const struct takt_snapshot_store *store, struct image *image, uint32_t offset,
                        void *to, uint32_t size)
{
    image->flash_read += size;
    return takt_flash_read(store->flash, image->slot + offset, to, size);
}

int image_region_read(const struct takt_snapshot_store *store, struct image *image, uint32_t n,
                      struct image_region *region)
{
    return read_counted(store, image, (uint32_t)(sizeof(image->head) + n * sizeof(*region)), region,
                        sizeof(*region));
}

int image_entry_read(const struct takt_snapshot_store *store, struct image *image, uint32_t n,
                     struct image_entry *entry)
{
    uint32_t at = (uint32_t)offsetof(struct image_front, entries);

    return read_counted(store, image, at + n * (uint32_t)sizeof(*entry), entry, sizeof(*entry));
}

uint32_t image_data(const struct takt_snapshot_store *store, const struct image *image, uint32_t n)
{
    return image->slot + store->flash->block_size + n * IMAGE_BLOCK;
}

/* CRC-32 of a piece of flash, which is read where it is if it can be. */
static int sum(const struct takt_snapshot_store *store, uint32_t offset, uint32_t size, uint32_t *crc)
{
    uint8_t piece[128];
    int status = 0;

    *crc = ~0u;
    if (store->flash->map != NULL) {
        *crc = takt_crc(*crc, store->flash->map + offset, size);
        return 0;
    }
    while (size > 0 && status == 0) {
        uint32_t part = size < sizeof(piece) ? size : (uint32_t)sizeof(piece);

        status = takt_flash_read(store->flash, offset, piece, part);
        *crc = takt_crc(*crc, piece, part);
        offset += part;
        size -= part;
    }
    return status;
}

static int check_piece(const struct takt_snapshot_store *store, struct image *image, uint32_t offset,
                       uint32_t size, uint32_t wanted)
{
    uint32_t crc;
    int status = sum(store, offset, size, &crc);

    image->flash_read += size;
    if (status != 0)
        return status;
    return crc == wanted ? 0 : -EBADMSG;
}

static int check_block(const struct takt_snapshot_store *store, struct image *image, uint32_t n,
                       uint32_t size)
{
    struct image_entry entry;
    int status;

    if (n >= image->head.entries)
        return -EBADMSG;
    status = image_entry_read(store, image, n, &entry);
    if (status != 0)
        return status;
    if (entry.stored > size || (entry.stored < size && store->flash->map == NULL))
        return -EBADMSG;
    return check_piece(store, image, image_data(store, image, n), entry.stored, entry.check);
}

static bool inside(const struct image_identity *who, const struct image_region *region)
{
    return region->window < who->window_count && region->offset <= who->windows[region->window].size &&
           region->size <= who->windows[region->window].size - region->offset;
}

int image_check(const struct takt_snapshot_store *store, const struct image_identity *who,
                struct image *image)
{
    uint32_t entry = 0;
    int status = check_piece(store, image, image->slot + (uint32_t)sizeof(image->head),
                             listing_size(&image->head), image->head.listing);

    for (uint32_t i = 0; i < image->head.regions && status == 0; i++) {
        struct image_region region;

        status = image_region_read(store, image, i, &region);
        if (status == 0 && !inside(who, &region))
            status = -EBADMSG;
        for (uint32_t n = 0; status == 0 && n * IMAGE_BLOCK < region.size; n++)
            status = check_block(store, image, entry++, image_block_size(&region, n));
    }
    return status == 0 && entry != image->head.entries ? -EBADMSG : status;
}
