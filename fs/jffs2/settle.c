/*
 * What is done once, before the first write after a mount.
 *
 * The last node of a block that is partly written may be one that the power failed in: its bits can read as right today
 * and as wrong tomorrow. So before anything else is erased for its sake, it is written again elsewhere. New nodes do not
 * go right behind it either, but after as much room as the longest node takes: what was torn lies in there, whatever it
 * reads like. Then deletions that a cut rename left out are written.
 */
#include "jffs2.h"

/* The last node of a block: its place, and whose it is; false: there is none. */
static bool last_node(struct takt_fs *fs, uint32_t number, uint32_t *offset, uint32_t *owner)
{
    uint32_t start = number * fs->flash->block_size, at = 0;
    bool found = false;

    while (at + HEAD_SIZE <= fs->blocks[number].written) {
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
    }
    return found;
}

static struct takt_ref *recorded(struct takt_fs *fs, const struct takt_inode *inode, uint32_t offset)
{
    uint32_t cell = inode->nodes;

    while (cell != 0 && takt_ref_offset(takt_ref_at(fs, cell)) != offset)
        cell = takt_ref_at(fs, cell)->next;
    return cell != 0 ? takt_ref_at(fs, cell) : NULL;
}

static int renew_last(struct takt_fs *fs, uint32_t number)
{
    uint32_t offset, owner;
    struct takt_inode *inode;
    struct takt_ref *ref;

    if (!last_node(fs, number, &offset, &owner))
        return 0;
    inode = takt_inode_find(fs, owner);
    ref = inode != NULL ? recorded(fs, inode, offset) : NULL;
    if (ref == NULL || takt_ref_state(ref) == REF_DEAD)
        return 0;
    if (takt_ref_state(ref) == REF_HEAD && !takt_node_data_right(fs, ref))
        return 0; /* bad already */
    return takt_copy_node(fs, ref);
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

/* A partly written block is full, but for the one that goes on being written: there the gap counts as written. */
static int settle_block(struct takt_fs *fs, uint32_t number, uint32_t gap)
{
    struct takt_fs_block *block = &fs->blocks[number];

    if (block->state != BLOCK_OPEN)
        return 0;
    block->written = takt_pad4(block->written) + gap;
    block->state = BLOCK_FULL;
    return renew_last(fs, number);
}

/* The write block comes first: what is written again of others goes into it, behind its gap. */
int takt_settle(struct takt_fs *fs)
{
    uint32_t number;
    int status = 0;

    if (fs->settled)
        return 0;
    takt_build(fs);
    if (fs->write_block >= fs->block_count)
        choose_block(fs);
    if (fs->write_block < fs->block_count)
        status = settle_block(fs, fs->write_block, takt_pad4(fs->page + INODE_SIZE));
    for (number = 0; number < fs->block_count && status == 0; number++)
        status = settle_block(fs, number, 0);
    if (status == 0 && fs->renames)
        status = takt_finish_renames(fs);
    if (status == -ENOSPC)
        status = 0; /* a flash without a free block: what follows will say so where it matters */
    fs->settled = status == 0;
    return status;
}
