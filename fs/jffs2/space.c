/*
 * Blocks: where the next node goes, and who may have the last ones.
 *
 * Nodes are appended to one block, the write block. Two free blocks are kept for collecting: the nodes of any block fit into
 * an erased one, so a collection always ends; the second is for what comes after a power cut in the middle of one. One more
 * is kept for deleting. Data is refused while fewer than three are left. So a full flash can be read and emptied.
 *
 * A block is taken in turn, which spreads erasing; before its first node it is known to hold ones alone: erased by this
 * mount, or looked through, and then its marker is programmed once more, because power may have failed in it. What fails to
 * program is left behind, and the node goes elsewhere; what fails to erase is overwritten with zeros, so that nothing in it
 * comes back, and not used again.
 *
 * An erase that is cut can leave nodes that read as good today and not tomorrow. So the block's first word is programmed
 * to zeros before: a block that begins with no head is suspect, and of two copies of a node the other one counts.
 */
#include "jffs2.h"

#define TRIES 4

static uint32_t kept_back(enum takt_need need)
{
    return need == NEED_DATA ? 3 : need == NEED_DELETE ? 2 : 0;
}

/* No node ends where its block does: the word behind it says later that the node was looked at (settle.c). */
static bool fits(const struct takt_fs *fs, uint32_t size)
{
    return fs->write_block < fs->block_count &&
           size + 4 <= fs->flash->block_size - fs->blocks[fs->write_block].written;
}

uint32_t takt_block_dirty(const struct takt_fs *fs, uint32_t number)
{
    const struct takt_fs_block *block = &fs->blocks[number];
    uint32_t taken = block->live + HEAD_SIZE;

    return block->state == BLOCK_FULL && number != fs->write_block && taken < fs->flash->block_size
               ? fs->flash->block_size - taken
               : 0;
}

static bool all_ones(struct takt_fs *fs, uint32_t offset, uint32_t size)
{
    uint32_t bounce[64], part;

    for (; size > 0; size -= part, offset += part) {
        const uint8_t *at;
        uint32_t i;

        part = size < sizeof(bounce) ? size : (uint32_t)sizeof(bounce);
        at = takt_view(fs, offset, part, bounce);
        for (i = 0; at != NULL && i < part; i++)
            if (at[i] != 0xff)
                return false;
        if (at == NULL)
            return false;
    }
    return true;
}

static void overwrite(struct takt_fs *fs, uint32_t start)
{
    static const uint8_t zeros[64];
    uint32_t at;

    for (at = 0; at < fs->flash->block_size; at += sizeof(zeros))
        (void)takt_flash_program(fs->flash, start + at, zeros, sizeof(zeros));
}

/** What says that an erase was completed. */
void takt_marker(const struct takt_fs *fs, uint8_t *head)
{
    takt_put16(fs, head + AT_MAGIC, NODE_MAGIC);
    takt_put16(fs, head + AT_KIND, NODE_MARKER);
    takt_put32(fs, head + AT_TOTAL, HEAD_SIZE);
    takt_put32(fs, head + AT_CRC, takt_crc(0, head, 8));
}

static int mark(struct takt_fs *fs, uint32_t start)
{
    uint8_t head[HEAD_SIZE];

    takt_marker(fs, head);
    if (takt_flash_program(fs->flash, start, head, HEAD_SIZE) != 0)
        return -EIO;
    return takt_flash_sync(fs->flash);
}

/* A block that was never used begins with ones, and stays so. */
static void spoil(struct takt_fs *fs, uint32_t start)
{
    static const uint32_t zeros;

    if (!all_ones(fs, start, 4) && takt_flash_program(fs->flash, start, &zeros, 4) == 0)
        (void)takt_flash_sync(fs->flash);
}

int takt_block_erase(struct takt_fs *fs, uint32_t number)
{
    struct takt_fs_block *block = &fs->blocks[number];
    uint32_t start = number * fs->flash->block_size;

    takt_cache_forget();
    block->live = 0;
    block->suspect = false;
    spoil(fs, start);
    if (takt_flash_erase(fs->flash, start) != 0 || takt_flash_sync(fs->flash) != 0 ||
        !all_ones(fs, start, fs->flash->block_size) || mark(fs, start) != 0) {
        overwrite(fs, start);
        block->state = BLOCK_BAD;
        return -EIO;
    }
    block->erases++;
    block->written = HEAD_SIZE;
    block->state = BLOCK_FREE;
    return 0;
}

static bool is_free(const struct takt_fs_block *block)
{
    return block->state == BLOCK_FREE || block->state == BLOCK_MARKED || block->state == BLOCK_ERASE;
}

/* The next free block becomes the write block; one that does not erase is lost. */
static void open_block(struct takt_fs *fs)
{
    uint32_t number = fs->last_free, start;
    struct takt_fs_block *block;

    do
        number = number + 1 < fs->block_count ? number + 1 : 0;
    while (!is_free(&fs->blocks[number]));
    block = &fs->blocks[number];
    start = number * fs->flash->block_size;
    fs->last_free = number;
    fs->free_blocks--;
    if (block->state == BLOCK_ERASE ||
        (block->state == BLOCK_MARKED &&
         (!all_ones(fs, start + HEAD_SIZE, fs->flash->block_size - HEAD_SIZE) || mark(fs, start) != 0)))
        if (takt_block_erase(fs, number) != 0)
            return;
    block->state = BLOCK_FULL;
    fs->write_block = number;
}

/* Collect until a block is gained; before that, all must have been checked, or a bad node might outlive a good one. */
static int gain_block(struct takt_fs *fs, enum takt_need need)
{
    int status;

    while (!fs->checked)
        (void)takt_check_step(fs);
    do
        status = takt_gc_step(fs, need == NEED_DELETE ? 1 : 2 * (fs->page + INODE_SIZE));
    while (status == 1);
    return status == 2 ? 0 : status == 0 ? -ENOSPC : status;
}

/**
 * Room for a node of `size` bytes. Bound, for data: the unchecked inodes until all is checked, and the nodes of two blocks;
 * for data after deletions that used up what is kept for them, and for deletions, at most as many blocks as there are.
 */
int takt_space_take(struct takt_fs *fs, uint32_t size, enum takt_need need, uint32_t *offset)
{
    uint32_t left = fs->block_count + 2;

    size = takt_pad4(size);
    for (;;) {
        int status;

        if (fits(fs, size) && fs->free_blocks >= kept_back(need)) {
            struct takt_fs_block *block = &fs->blocks[fs->write_block];

            *offset = fs->write_block * fs->flash->block_size + block->written;
            block->written += size;
            return 0;
        }
        if (!fits(fs, size) && fs->free_blocks > kept_back(need)) {
            open_block(fs);
            continue;
        }
        if (need == NEED_COLLECT || left-- == 0)
            return -ENOSPC;
        status = gain_block(fs, need);
        if (status != 0)
            return status;
    }
}

/* Whether what was programmed can be read back. */
static bool same(struct takt_fs *fs, uint32_t offset, const uint8_t *node, uint32_t size)
{
    uint8_t bounce[64];
    uint32_t done, part;

    for (done = 0; done < size; done += part) {
        const uint8_t *at;

        part = size - done < sizeof(bounce) ? size - done : (uint32_t)sizeof(bounce);
        at = takt_view(fs, offset + done, part, bounce);
        if (at == NULL || memcmp(at, node + done, part) != 0)
            return false;
    }
    return true;
}

/** A node (padded with ones) to a place that takt_space_take() gave. */
int takt_space_program(struct takt_fs *fs, uint32_t offset, const void *node, uint32_t size)
{
    size = takt_pad4(size);
    if (takt_flash_program(fs->flash, offset, node, size) != 0 || takt_flash_sync(fs->flash) != 0)
        return -EIO;
    return same(fs, offset, node, size) ? 0 : -EIO;
}

/** Write a node somewhere, again elsewhere if it does not take. */
int takt_space_put(struct takt_fs *fs, const void *node, uint32_t size, enum takt_need need, uint32_t *offset)
{
    int status = -EIO, tries;

    for (tries = 0; tries < TRIES; tries++) {
        status = takt_space_take(fs, size, need, offset);
        if (status != 0)
            return status;
        status = takt_space_program(fs, *offset, node, size);
        if (status == 0)
            return 0;
        fs->blocks[fs->write_block].written =
            fs->flash->block_size; /* the rest of that block is not trusted */
    }
    return status;
}
