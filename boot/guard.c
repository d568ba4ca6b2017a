/*
 * A flash in front of another: before the first change the images are forgotten, so none that relies on what stood there
 * is ever used again. If the power goes between the two, the next start is a cold one.
 *
 * What was erased or programmed after that goes through; a save makes an image that is right again, so the guard asks
 * each time whether there is one: two short reads for each change.
 */
#include "image.h"

static struct takt_flash *real_of(struct takt_flash *flash)
{
    return ((struct takt_snapshot_guard *)(void *)flash)->real; /* its first member */
}

static int guard_read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size)
{
    return takt_flash_read(real_of(flash), offset, to, size);
}

static int guard_program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size)
{
    int status = takt_snapshot_forget();

    return status == 0 ? takt_flash_program(real_of(flash), offset, from, size) : status;
}

static int guard_erase(struct takt_flash *flash, uint32_t offset)
{
    int status = takt_snapshot_forget();

    return status == 0 ? takt_flash_erase(real_of(flash), offset) : status;
}

static int guard_sync(struct takt_flash *flash)
{
    return takt_flash_sync(real_of(flash));
}

static const struct takt_flash_ops guard_ops = {guard_read, guard_program, guard_erase, guard_sync};

void takt_snapshot_guard_init(struct takt_snapshot_guard *guard, struct takt_flash *real)
{
    guard->flash = *real;
    guard->flash.ops = &guard_ops;
    guard->real = real;
}
