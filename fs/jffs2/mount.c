/*
 * Mounting: find the byte order, then each block's nodes, by its summary or from head to head.
 *
 * Nothing is programmed or erased here; that begins with the first write. A flash that holds something else than JFFS2 is
 * refused, so that it is never erased by mistake: at least one node must be right, or all must be ones (a new flash).
 * Nodes of files that are all deleted are nodes, too. Bound: the heads of nodes in blocks without a summary, the entries of
 * summaries, and bad or erased space in blocks that are in use.
 */
#include "jffs2.h"

#define BLOCKS_LEAST 5u

static uint32_t page_of(const struct takt_flash *flash)
{
    return flash->block_size / 4 < PAGE_MAX ? flash->block_size / 4 : PAGE_MAX;
}

static int check_flash(struct takt_fs *fs)
{
    const struct takt_flash *flash = fs->flash;

    if (flash->block_size < 2048 || flash->size / flash->block_size < BLOCKS_LEAST)
        fs->why = "the flash has fewer than 5 blocks, or blocks below 2 KiB";
    else if (flash->unit > 4 && !fs->read_only)
        fs->why = "the flash programs more than 4 bytes at once; it can be mounted read-only";
    else
        return 0;
    return -EINVAL;
}

/* The first magic number tells; without one the machine's own order. */
static bool find_order(struct takt_fs *fs)
{
    uint32_t start, at;
    uint8_t bounce[2];

    for (at = 0; at < fs->flash->block_size; at += 4)
        for (start = 0; start < fs->flash->size; start += fs->flash->block_size) {
            const uint8_t *magic = takt_view(fs, start + at, 2, bounce);
            uint16_t value = magic != NULL ? takt_get16(fs, magic) : 0;

            if (value == NODE_MAGIC || value == NODE_MAGIC_SWAPPED) {
                fs->swapped = value == NODE_MAGIC_SWAPPED;
                return true;
            }
        }
    return false;
}

static int scan_all(struct takt_fs *fs)
{
    uint32_t number;
    int status = 0;

    for (number = 0; number < fs->block_count && status == 0; number++) {
        int done = (fs->flags & TAKT_FS_SCAN) == 0 ? takt_summary_block(fs, number) : 0;

        status = done == 0 ? takt_scan_block(fs, number) : done < 0 ? done : 0;
    }
    if (status == -ENOMEM)
        fs->why = "more files and nodes than the mount's memory has room for";
    return status;
}

/*
 * Whether a block was one of JFFS2 that held nothing: a marker that power failed in and ones after it (no bit is zero that
 * would not be zero in a marker), or a whole marker and what a node left that was cut. Of neither counts the first word, which
 * an erase spoils.
 */
static bool was_empty(struct takt_fs *fs, uint32_t number)
{
    uint8_t bounce[HEAD_SIZE], marker[HEAD_SIZE];
    const uint8_t *head = takt_view(fs, number * fs->flash->block_size, HEAD_SIZE, bounce);
    uint32_t i, rest = fs->flash->block_size - HEAD_SIZE;

    takt_marker(fs, marker);
    if (head == NULL || memcmp(head + 4, marker + 4, HEAD_SIZE - 4) == 0)
        return head != NULL;
    for (i = 4; i < HEAD_SIZE; i++)
        if ((marker[i] & ~head[i]) != 0)
            return false;
    return takt_ones(fs, number * fs->flash->block_size + HEAD_SIZE, rest) == rest;
}

/* Whether there is nothing yet that counts: all blocks are ones, or were empty. */
static bool is_new(struct takt_fs *fs)
{
    uint32_t number, size = fs->flash->block_size;

    for (number = 0; number < fs->block_count; number++)
        if (fs->blocks[number].state != BLOCK_ERASE ||
            (takt_ones(fs, number * size, size) != size && !was_empty(fs, number)))
            return false;
    return true;
}

static void count_free(struct takt_fs *fs)
{
    uint32_t number;

    for (number = 0; number < fs->block_count; number++)
        if (fs->blocks[number].state == BLOCK_MARKED || fs->blocks[number].state == BLOCK_ERASE)
            fs->free_blocks++;
}

static int take_stock(struct takt_fs *fs)
{
    struct takt_inode *root;

    if (fs->valid == 0 && !is_new(fs)) {
        fs->why = "there is no JFFS2 on this flash, and it is not empty; erase it to use it";
        return -EINVAL;
    }
    root = takt_inode_make(fs, ROOT_INO);
    if (root == NULL)
        return -ENOMEM;
    root->flags |= INODE_DIR;
    count_free(fs);
    fs->check_cell = takt_inode_cell(fs, takt_inode_next(fs, NULL));
    if (fs->renames)
        takt_build(fs);
    while ((fs->flags & TAKT_FS_CHECK) != 0 && !fs->checked)
        (void)takt_check_step(fs);
    return 0;
}

int takt_jffs2_mount(struct takt_fs *fs, void *memory, uint32_t size)
{
    int status;

    fs->read_only = (fs->flags & TAKT_FS_READ_ONLY) != 0 || !CONFIG_TAKT_FS_WRITE;
    fs->why = "";
    fs->page = page_of(fs->flash);
    status = check_flash(fs);
    if (status != 0)
        return status;
    status = takt_carve(fs, memory, size);
    if (status != 0) {
        fs->why = "the mount's memory is smaller than its table of blocks";
        return status;
    }
    fs->write_block = fs->gc_block = UINT32_MAX;
    takt_cache_forget();
    (void)find_order(fs);
    status = scan_all(fs);
    return status != 0 ? status : take_stock(fs);
}
