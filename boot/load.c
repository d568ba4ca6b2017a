/*
 * Loading an image into memory. It was checked before, so what fails here is flash that changed meanwhile or an image
 * that no writer made; the caller then starts cold, which fills memory anew.
 *
 * The try is noted before memory is touched: an image that never gets the program ready is counted even if it resets
 * the machine at once.
 *
 * The code runs before memory is filled, and while it is overwritten: it uses its stack and constants only.
 *
 * Bound: the image's bytes, twice: once to check, once to load.
 */
#include "kernel.h"

#include "image.h"

static int load_block(const struct takt_snapshot_store *store, struct image *image, uint32_t n, uint8_t *to,
                      uint32_t size)
{
    struct image_entry entry;
    uint32_t offset = image_data(store, image, n);
    int status = image_entry_read(store, image, n, &entry);

    if (status != 0 || entry.stored > size)
        return status != 0 ? status : -EBADMSG;
    image->flash_read += entry.stored;
    if (store->flash->map == NULL)
        return takt_flash_read(store->flash, offset, to, size);
    if (entry.stored < size)
        return image_unpack(store->flash->map + offset, entry.stored, to, size) ? 0 : -EBADMSG;
    takt_port_copy(to, store->flash->map + offset, size);
    return 0;
}

int image_load(const struct takt_snapshot_store *store, const struct image_identity *who, struct image *image)
{
    uint32_t entry = 0;
    int status = 0;

    for (uint32_t i = 0; i < image->head.regions && status == 0; i++) {
        struct image_region region;
        uint8_t *to;

        status = image_region_read(store, image, i, &region);
        if (status != 0)
            return status;
        to = who->windows[region.window].base + region.offset;
        for (uint32_t n = 0; n * IMAGE_BLOCK < region.size && status == 0; n++)
            status = load_block(store, image, entry++, to + n * IMAGE_BLOCK, image_block_size(&region, n));
    }
    return status;
}

int image_restore(const struct takt_snapshot_store *store, const struct image_identity *who,
                  struct image *image)
{
    uint32_t older_than = UINT32_MAX;
    int status = image_store_check(store);

    while (status == 0) {
        status = image_find(store, who, image, older_than);
        if (status != 0)
            return status;
        if (image_check(store, who, image) == 0)
            break;
        (void)image_forget(store, image->slot); /* what is bad is read once */
        older_than = image->head.sequence;
    }
    if (status == 0)
        status = image_note(store, image->slot, false);
    return status == 0 ? image_load(store, who, image) : status;
}
