/*
 * Collecting: the nodes that count move out of a block, which then is erased. One node a step, so whoever waits for the
 * file system's lock waits for one node.
 *
 * A node is copied as it is, with its version: a cut between copy and erase leaves two equal ones, and either is good. Its
 * data is checked before; a bad one is left behind. The block is walked from head to head; a head that is bad is passed over
 * 4 bytes at a time, and at the end whatever records still point into the block are dropped: a walk always ends. A block
 * with a node that can be moved nowhere is left alone.
 *
 * Dead entries stay recorded until the walk is over (dirent.c says why), then their records go, and the block is erased.
 * The dirtiest block is taken; in the background every 64th time the least erased one, dirty or not: so blocks that hold
 * what never changes are used, too.
 */
#include "jffs2.h"

#define NONE       UINT32_MAX
#define LEVEL_EACH 64u

/* The least erased block that has nodes. */
static uint32_t least_erased(const struct takt_fs *fs)
{
    uint32_t number, best = NONE;

    for (number = 0; number < fs->block_count; number++)
        if (fs->blocks[number].state == BLOCK_FULL && number != fs->write_block &&
            (best == NONE || fs->blocks[number].erases < fs->blocks[best].erases))
            best = number;
    return best;
}

static uint32_t dirtiest(const struct takt_fs *fs, uint32_t least)
{
    uint32_t number, best = NONE, most = least;

    for (number = 0; number < fs->block_count; number++) {
        uint32_t dirty = takt_block_dirty(fs, number);

        if (dirty > most || (dirty == most && best == NONE && dirty > 0)) {
            best = number;
            most = dirty;
        }
    }
    return best;
}

static uint32_t choose(struct takt_fs *fs, uint32_t least)
{
    uint32_t best = dirtiest(fs, least);

    if (best == NONE || ++fs->gc_turn % LEVEL_EACH != 0 || fs->free_blocks <= 4)
        return best;
    return least_erased(fs);
}

/* The record of the node at `offset`, if it counts or is dead. */
static uint32_t cell_of(struct takt_fs *fs, const struct takt_inode *inode, uint32_t offset)
{
    uint32_t cell = inode->nodes;

    while (cell != 0 && takt_ref_offset(takt_ref_at(fs, cell)) != offset)
        cell = takt_ref_at(fs, cell)->next;
    return cell;
}

/* A node in pieces from place to place. The head goes first: after a cut its length leads past the rest. */
static int move(struct takt_fs *fs, uint32_t from, uint32_t to, uint32_t size)
{
    uint8_t bounce[256];
    uint32_t done, part;

    for (done = 0; done < size; done += part) {
        const uint8_t *at;
        int status;

        part = size - done < sizeof(bounce) ? size - done : (uint32_t)sizeof(bounce);
        at = takt_view(fs, from + done, part, bounce);
        status = at != NULL ? takt_space_program(fs, to + done, at, part) : -EIO;
        if (status != 0)
            return status;
    }
    return 0;
}

int takt_copy_node(struct takt_fs *fs, struct takt_ref *ref)
{
    uint32_t size = takt_node_size(fs, ref), from = takt_ref_offset(ref), to = 0, tries;
    struct takt_fs_block *block = &fs->blocks[takt_block_of(fs, from)];
    int status = -EIO;

    for (tries = 0; tries < 3 && status == -EIO; tries++) {
        status = takt_space_take(fs, size, NEED_COLLECT, &to);
        if (status == 0)
            status = move(fs, from, to, size);
        if (status == -EIO)
            fs->blocks[fs->write_block].written = fs->flash->block_size;
    }
    if (status != 0)
        return status;
    ref->place = to | takt_ref_state(ref);
    block->live -= size < block->live ? size : block->live;
    fs->blocks[takt_block_of(fs, to)].live += size;
    takt_cache_forget();
    return 0;
}

static int collect_node(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell)
{
    struct takt_ref *ref = takt_ref_at(fs, cell);
    bool entry = takt_node_is_dirent(fs, ref);

    if (takt_ref_state(ref) == REF_DEAD)
        return 0;
    if (inode->ino != 0 && !takt_sure(fs, inode, cell))
        return 0;
    if (entry && takt_node_word(fs, ref, AT_INO) == 0 && fs->built && !takt_deletion_needed(fs, inode, ref)) {
        takt_drop(fs, inode, cell);
        return 0;
    }
    return takt_copy_node(fs, ref);
}

/* The node at `at` of the block, if there is one: where the next one may be. */
static uint32_t node_at(struct takt_fs *fs, uint32_t at, struct takt_node *node)
{
    uint8_t bounce[HEAD_SIZE];
    uint32_t offset = fs->gc_block * fs->flash->block_size + at;
    const uint8_t *head = takt_view(fs, offset, HEAD_SIZE, bounce);

    if (head == NULL || !takt_node_head(fs, head, fs->flash->block_size - at, node) ||
        !takt_node_body(fs, offset, node)) {
        node->kind = 0;
        return at + 4;
    }
    return at + takt_pad4(node->total);
}

/* From gc_at to the next node that is recorded; nothing is done to it yet. */
static uint32_t next_node(struct takt_fs *fs, struct takt_inode **inode)
{
    while (fs->gc_at + HEAD_SIZE <= fs->flash->block_size) {
        uint32_t at = fs->gc_at, cell;
        struct takt_node node;

        fs->gc_at = node_at(fs, at, &node);
        if (node.kind == 0)
            continue;
        *inode = takt_inode_find(fs, node.owner); /* 0: nodes that are kept for others */
        if (*inode == NULL)
            continue;
        takt_prepare(fs, *inode);
        cell = cell_of(fs, *inode, fs->gc_block * fs->flash->block_size + at);
        if (cell != 0)
            return cell;
    }
    return 0;
}

/* Records that point into the block: dead entries, and nodes whose head went bad. */
static void forget_block(struct takt_fs *fs, struct takt_inode *inode)
{
    uint32_t cell, next;

    for (cell = inode->nodes; cell != 0; cell = next) {
        struct takt_ref *ref = takt_ref_at(fs, cell);

        next = ref->next;
        if (takt_block_of(fs, takt_ref_offset(ref)) != fs->gc_block)
            continue;
        inode->flags |= INODE_TIDY;
        fs->tidy++;
        takt_drop(fs, inode, cell);
    }
}

static int finish_block(struct takt_fs *fs)
{
    struct takt_inode *inode = takt_inode_find(fs, 0);
    uint32_t number = fs->gc_block;

    if (inode != NULL)
        forget_block(fs, inode);
    for (inode = takt_inode_next(fs, NULL); inode != NULL; inode = takt_inode_next(fs, inode))
        forget_block(fs, inode);
    fs->gc_block = NONE;
    if (takt_block_erase(fs, number) != 0)
        return 1;
    fs->free_blocks++;
    return 2;
}

/**
 * One step.
 * @param least bytes that a block must gain
 * @return 1: a step is done; 2: a block was gained; 0: no block gains as much; negative: a node cannot be moved
 */
int takt_gc_step(struct takt_fs *fs, uint32_t least)
{
    struct takt_inode *inode = NULL;
    uint32_t at = fs->gc_at, cell;
    int status;

    fs->steps++;
    if (fs->gc_block == NONE) {
        fs->gc_block = choose(fs, least);
        fs->gc_at = 0;
        return fs->gc_block != NONE ? 1 : 0;
    }
    cell = next_node(fs, &inode);
    if (cell == 0)
        return finish_block(fs);
    status = collect_node(fs, inode, cell);
    if (status == -EIO) {
        fs->blocks[fs->gc_block].state = BLOCK_BAD; /* what can be read there stays; it is not tried again */
        fs->gc_block = NONE;
        return 1;
    }
    if (status != 0)
        fs->gc_at = at;
    return status != 0 ? status : 1;
}

/* A block that has to be erased before it is used is erased before anybody waits for it. */
bool takt_erase_step(struct takt_fs *fs)
{
    uint32_t number = 0;

    while (number < fs->block_count && fs->blocks[number].state != BLOCK_ERASE)
        number++;
    if (number == fs->block_count)
        return false;
    if (takt_block_erase(fs, number) != 0)
        fs->free_blocks--;
    return true;
}

/* In the background: while so few blocks are free that a writer might have to wait. */
bool takt_gc_wanted(const struct takt_fs *fs)
{
    return fs->settled && (fs->gc_block != NONE || fs->free_blocks < 6);
}
