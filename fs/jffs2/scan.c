/*
 * Finding nodes at mount without a summary: from head to head. Of each node its head is read, 68 bytes of an inode, an
 * entry with its name; data is not. A block that is only marked is not looked at beyond its first bytes.
 *
 * Races are those with a power cut: anything may stand behind the last good node. A bad head is passed over 4 bytes at a
 * time, ones (erased flash) are passed over to the next zero, and what is written after the mount goes behind all that.
 * Bound: a look at each node head, and at each word of bad or erased space of blocks that are in use.
 */
#include "jffs2.h"

#define LOOK  256u /* a block that begins with so many ones is taken for erased */
#define AFTER 32u  /* one that has as many after its marker is free */
#define LAST                                                                                                 \
    0xffff0000u /* the highest inode and version that an image may have that is written: there are more after it */

/* Ones at the begin of so many bytes of memory; four at a time, because a mount looks at much erased flash. */
static uint32_t ones_at(const uint8_t *at, uint32_t size)
{
    uint32_t i = 0, word = UINT32_MAX;

    while (size - i >= 4) {
        memcpy(&word, at + i, sizeof(word));
        if (word != UINT32_MAX)
            break;
        i += 4;
    }
    while (i < size && at[i] == 0xff)
        i++;
    return i;
}

/** How many bytes of ones begin at `offset`, at most `size`. */
uint32_t takt_ones(struct takt_fs *fs, uint32_t offset, uint32_t size)
{
    uint8_t bounce[LOOK];
    uint32_t done = 0, part, found;

    do {
        const uint8_t *at;

        part = fs->flash->map != NULL || size - done < LOOK ? size - done : LOOK;
        at = takt_view(fs, offset + done, part, bounce);
        found = at != NULL ? ones_at(at, part) : 0;
        done += found;
    } while (found == part && done < size);
    return done;
}

static int keep(struct takt_fs *fs, uint32_t offset, const struct takt_node *node)
{
    fs->kept++;
    return takt_attach(fs, 0, offset, node->total, REF_CHECKED);
}

/* A kind that this system does not know: the kind itself says what to do. */
static int unknown(struct takt_fs *fs, uint32_t offset, const struct takt_node *node)
{
    switch (node->kind & KIND_MASK) {
    case KIND_REFUSE:
        fs->why = "it holds a kind of node that only a newer system understands";
        return -EOPNOTSUPP;
    case KIND_READ:
        fs->read_only = true;
        fs->why = "read only: it holds a kind of node that only a newer system can write";
        return keep(fs, offset, node);
    case KIND_KEEP:
        return keep(fs, offset, node);
    default:
        return 0; /* may be left behind */
    }
}

static int attach(struct takt_fs *fs, uint32_t offset, const struct takt_node *node, unsigned state)
{
    if (node->owner > fs->last_ino)
        fs->last_ino = node->owner;
    if (node->child > fs->last_ino)
        fs->last_ino = node->child;
    if (fs->last_ino > LAST || node->version > LAST) {
        fs->read_only = true;
        fs->why = "read only: its numbers of inodes or versions are used up";
    }
    fs->renames = fs->renames || node->mark != 0;
    return takt_attach(fs, node->owner, offset, node->total, state);
}

/* A node whose head and body are right, or that a summary tells of. */
int takt_scan_node(struct takt_fs *fs, uint32_t offset, const struct takt_node *node, unsigned state)
{
    struct takt_inode *child;

    fs->valid++;
    if (takt_pad4(node->total) > fs->longest)
        fs->longest = takt_pad4(node->total);
    switch (node->kind) {
    case NODE_INODE:
        return attach(fs, offset, node, state);
    case NODE_DIRENT:
        child = node->child != 0 ? takt_inode_make(fs, node->child) : NULL;
        if (node->child != 0 && child == NULL)
            return -ENOMEM;
        return attach(fs, offset, node, state == REF_HEAD ? REF_CHECKED : state);
    case NODE_XATTR:
    case NODE_XREF:
        return keep(fs, offset, node);
    case NODE_MARKER:
        fs->markers = true;
        return 0;
    case NODE_PADDING:
    case NODE_SUMMARY:
        return 0;
    default:
        return unknown(fs, offset, node);
    }
}

/* What stands at `at` of the block: how far to go on, or an error. */
static int scan_at(struct takt_fs *fs, uint32_t start, uint32_t at, uint32_t *step)
{
    uint8_t bounce[HEAD_SIZE];
    const uint8_t *head = takt_view(fs, start + at, HEAD_SIZE, bounce);
    struct takt_node node;

    *step = 4;
    if (head == NULL || !takt_node_head(fs, head, fs->flash->block_size - at, &node))
        return 0;
    *step = takt_pad4(node.total);
    if (!node.accurate) {
        fs->valid++; /* JFFS2 all the same */
        return 0;
    }
    return takt_node_body(fs, start + at, &node) ? takt_scan_node(fs, start + at, &node, REF_HEAD) : 0;
}

static int scan_nodes(struct takt_fs *fs, uint32_t start, struct takt_fs_block *block)
{
    uint32_t size = fs->flash->block_size, at = 0, step;

    while (at + HEAD_SIZE <= size) {
        uint32_t empty = takt_ones(fs, start + at, 4) == 4 ? takt_ones(fs, start + at, size - at) & ~3u : 0;
        int status = 0;

        if (empty != 0)
            at += empty;
        else {
            status = scan_at(fs, start, at, &step);
            at += step;
            block->written = at < size ? at : size;
        }
        if (status != 0)
            return status;
    }
    if (at < size && takt_ones(fs, start + at, size - at) != size - at)
        block->written = size;
    return 0;
}

/* Whether the block holds a marker and ones after it. */
static bool is_marked(struct takt_fs *fs, uint32_t start)
{
    uint8_t bounce[HEAD_SIZE];
    const uint8_t *head = takt_view(fs, start, HEAD_SIZE, bounce);
    struct takt_node node;

    return head != NULL && takt_node_head(fs, head, fs->flash->block_size, &node) && node.accurate &&
           node.kind == NODE_MARKER && node.total == HEAD_SIZE &&
           takt_ones(fs, start + HEAD_SIZE, AFTER) == AFTER;
}

/* An erase spoils the first head before all others (space.c), so that what it leaves can be told. */
static bool begins_right(struct takt_fs *fs, uint32_t start)
{
    uint8_t bounce[HEAD_SIZE];
    const uint8_t *head = takt_view(fs, start, HEAD_SIZE, bounce);
    struct takt_node node;

    return head != NULL && takt_node_head(fs, head, fs->flash->block_size, &node);
}

int takt_scan_block(struct takt_fs *fs, uint32_t number)
{
    uint32_t start = number * fs->flash->block_size, valid = fs->valid;
    struct takt_fs_block *block = &fs->blocks[number];
    int status;

    if (is_marked(fs, start)) {
        fs->markers = true;
        fs->valid++;
        block->state = BLOCK_MARKED;
        block->written = HEAD_SIZE;
        return 0;
    }
    block->state = BLOCK_ERASE;
    if (takt_ones(fs, start, LOOK) == LOOK)
        return 0;
    block->state = BLOCK_FULL;
    block->suspect = !begins_right(fs, start);
    status = scan_nodes(fs, start, block);
    if (status != 0)
        return status;
    if (fs->valid == valid)
        block->state = BLOCK_ERASE; /* if this is JFFS2 at all: mount.c */
    else if (block->written < fs->flash->block_size)
        block->state = BLOCK_OPEN;
    return 0;
}
