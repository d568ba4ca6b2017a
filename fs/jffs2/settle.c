/*
 * What is done once, before the first write after a mount.
 *
 * The last node of a block that is partly written may be one that the power failed in: its bits can read as right today
 * and as wrong tomorrow. So before anything else is erased for its sake, it is written again elsewhere. New nodes do not
 * go right behind it either, but after as much room as the longest node takes: what was torn lies in there, whatever it
 * reads like. A node that reads as wrong today may read as right tomorrow, when its version has been given to another one: so
 * its first word, or the one where it would be, becomes zeros. Then deletions that a cut rename left out are written.
 */
#include "jffs2.h"

/* The last node in the part of a block that is taken: its place, where it ends, whose it is; false: there is none. */
static bool last_node(struct takt_fs *fs, uint32_t start, uint32_t taken, uint32_t *offset, uint32_t *end,
                      uint32_t *owner)
{
    uint32_t at = 0;
    bool found = false;

    while (at + HEAD_SIZE <= taken) {
        uint8_t bounce[HEAD_SIZE];
        const uint8_t *head = takt_view(fs, start + at, HEAD_SIZE, bounce);
        struct takt_node node;

        if (head == NULL || !takt_node_head(fs, head, fs->flash->block_size - at, &node) ||
            !takt_node_body(fs, start + at, &node)) {
            at += 4;
            continue;
        }
        found = true;
        *offset = start + at;
        *owner = node.owner;
        at += takt_pad4(node.total);
        *end = start + at;
    }
    return found;
}

static uint32_t recorded(struct takt_fs *fs, const struct takt_inode *inode, uint32_t offset)
{
    uint32_t cell = inode->nodes;

    while (cell != 0 && takt_ref_offset(takt_ref_at(fs, cell)) != offset)
        cell = takt_ref_at(fs, cell)->next;
    return cell;
}

/* Whether an earlier mount has been here. */
static bool is_spoiled(struct takt_fs *fs, uint32_t offset)
{
    static const uint8_t zeros[4];
    uint8_t bounce[4];
    const uint8_t *word = takt_view(fs, offset, 4, bounce);

    return offset % fs->flash->block_size == 0 || (word != NULL && memcmp(word, zeros, 4) == 0);
}

/* No node will ever begin there. */
static int spoil(struct takt_fs *fs, uint32_t offset)
{
    static const uint32_t zeros;

    return takt_flash_program(fs->flash, offset, &zeros, 4) != 0 ? -EIO : takt_flash_sync(fs->flash);
}

static int renew_last(struct takt_fs *fs, uint32_t number, uint32_t taken)
{
    uint32_t offset = number * fs->flash->block_size, end = offset, owner = 0, cell;
    struct takt_inode *inode =
        last_node(fs, offset, taken, &offset, &end, &owner) ? takt_inode_find(fs, owner) : NULL;
    struct takt_ref last = {.place = offset | REF_HEAD};
    int status;

    if (is_spoiled(fs, end))
        return 0;
    if (owner != 0 && !takt_node_data_right(fs, &last)) /* whether it was forgotten before or not */
        end = offset;
    cell = inode != NULL && end != offset ? recorded(fs, inode, offset) : 0;
    status = spoil(fs, end);
    if (cell == 0 || takt_ref_state(takt_ref_at(fs, cell)) == REF_DEAD || status != 0)
        return status;
    return takt_copy_node(fs, takt_ref_at(fs, cell));
}

/* The partly written block with the most room goes on being written. */
static void choose_block(struct takt_fs *fs)
{
    uint32_t gap = takt_pad4(fs->page + INODE_SIZE), number, room = 2 * gap;

    for (number = 0; number < fs->block_count; number++) {
        struct takt_fs_block *block = &fs->blocks[number];

        if (block->state == BLOCK_OPEN && fs->flash->block_size - block->written > room + gap) {
            room = fs->flash->block_size - block->written - gap;
            fs->write_block = number;
        }
    }
}

static int settle_block(struct takt_fs *fs, uint32_t number)
{
    struct takt_fs_block *block = &fs->blocks[number];
    uint32_t end = block->written;

    block->state = BLOCK_FULL;
    if (number == fs->write_block)
        block->written = takt_pad4(end) + takt_pad4(fs->page + INODE_SIZE);
    return renew_last(fs, number, end);
}

/* The block that is written on comes first: what is renewed of others goes there, behind the gap. */
static int settle_blocks(struct takt_fs *fs)
{
    uint32_t number;
    int status = 0;

    choose_block(fs);
    if (fs->write_block < fs->block_count)
        status = settle_block(fs, fs->write_block);
    for (number = 0; number < fs->block_count && status == 0; number++)
        if (fs->blocks[number].state == BLOCK_OPEN)
            status = settle_block(fs, number);
    return status;
}

static bool says_what_it_is(const struct takt_fs_block *block)
{
    return block->state != BLOCK_ERASE && block->state != BLOCK_BAD;
}

static uint32_t last_blank(struct takt_fs *fs)
{
    uint32_t size = fs->flash->block_size, number = fs->block_count;

    while (number > 0)
        if (fs->blocks[--number].state == BLOCK_ERASE && takt_ones(fs, number * size, size) == size)
            return number;
    return fs->block_count;
}

/*
 * A flash that has next to nothing on it could lose even that by a cut, and be refused as no JFFS2. So two blocks say what
 * they are before anything is erased.
 */
static void be_known(struct takt_fs *fs)
{
    uint32_t number, known = 0;

    for (number = 0; number < fs->block_count; number++)
        known += says_what_it_is(&fs->blocks[number]);
    if (known >= 2)
        return;
    number = last_blank(fs);
    if (number < fs->block_count && takt_block_erase(fs, number) != 0)
        fs->free_blocks--;
}

int takt_settle(struct takt_fs *fs)
{
    int status;

    if (fs->settled)
        return 0;
    takt_build(fs);
    be_known(fs);
    status = settle_blocks(fs);
    if (status == 0 && fs->renames)
        status = takt_finish_renames(fs);
    if (status == -ENOSPC)
        status = 0; /* a flash without a free block: what follows will say so where it matters */
    fs->settled = status == 0;
    return status;
}
