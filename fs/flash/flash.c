/*
 * The interface to flash: what every driver would have to check is checked here. Bound: constant beside the driver's
 * own time. Nothing is locked: whoever uses a flash (the file system) has a lock of its own round it.
 */
#include <takt/flash.h>

static bool inside(const struct takt_flash *flash, uint32_t offset, uint32_t size)
{
    return offset <= flash->size && size <= flash->size - offset;
}

int takt_flash_read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size)
{
    return inside(flash, offset, size) ? flash->ops->read(flash, offset, to, size) : -EINVAL;
}

int takt_flash_program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size)
{
    if (!inside(flash, offset, size) || ((offset | size) & (flash->unit - 1)) != 0)
        return -EINVAL;
    return flash->ops->program(flash, offset, from, size);
}

int takt_flash_erase(struct takt_flash *flash, uint32_t offset)
{
    if (offset >= flash->size || (offset & (flash->block_size - 1)) != 0)
        return -EINVAL;
    return flash->ops->erase(flash, offset);
}

int takt_flash_sync(struct takt_flash *flash)
{
    return flash->ops->sync != NULL ? flash->ops->sync(flash) : 0;
}
