/*
 * An inode's nodes: a list of records, newest version first once it is prepared.
 *
 * Preparing happens at an inode's first use: nodes known from a summary alone have their heads checked, bad ones go, and the
 * list is sorted by merging (n log n reads of a version; a list that a scan left in order is only walked). Equal versions are
 * copies that a collection left which was cut short. The one in a block whose erase may have been cut comes second: its bits
 * may not be sure.
 *
 * A node is covered when each of its bytes lies under a newer node or beyond the file's end. Only nodes whose data was
 * checked cover others: a bad one must never be the reason why the good one before it is erased. A search is linear in the
 * inode's nodes; each look is two or three loads from flash.
 */
#include "jffs2.h"

#define MERGES 24

int takt_attach(struct takt_fs *fs, uint32_t ino, uint32_t offset, uint32_t size, unsigned state)
{
    struct takt_inode *inode = takt_inode_make(fs, ino);
    uint32_t cell = inode != NULL ? takt_ref_make(fs) : 0;
    struct takt_ref *ref;

    if (cell == 0)
        return -ENOMEM;
    ref = takt_ref_at(fs, cell);
    ref->place = offset | state;
    ref->next = inode->nodes;
    inode->nodes = cell;
    fs->blocks[takt_block_of(fs, offset)].live += takt_pad4(size);
    return 0;
}

/* A node that a summary told of: what stands there, and whose it is. */
static bool head_right(struct takt_fs *fs, const struct takt_inode *inode, struct takt_ref *ref)
{
    uint8_t bounce[HEAD_SIZE];
    uint32_t offset = takt_ref_offset(ref);
    const uint8_t *head = takt_view(fs, offset, HEAD_SIZE, bounce);
    struct takt_node node;

    if (head == NULL ||
        !takt_node_head(fs, head, fs->flash->block_size - offset % fs->flash->block_size, &node) ||
        !node.accurate || !takt_node_body(fs, offset, &node) || node.owner != inode->ino)
        return false;
    fs->renames = fs->renames || node.mark != 0;
    ref->place = offset | (node.kind == NODE_DIRENT ? REF_CHECKED : REF_HEAD);
    return node.kind == NODE_DIRENT || node.kind == NODE_INODE;
}

static void check_heads(struct takt_fs *fs, struct takt_inode *inode)
{
    uint32_t cell = inode->nodes, next;

    for (; cell != 0; cell = next) {
        struct takt_ref *ref = takt_ref_at(fs, cell);

        next = ref->next;
        if (takt_ref_state(ref) == REF_UNSEEN && !head_right(fs, inode, ref))
            takt_drop(fs, inode, cell);
    }
}

static uint32_t version_of(struct takt_fs *fs, uint32_t cell)
{
    return takt_node_word(fs, takt_ref_at(fs, cell), AT_VERSION);
}

static bool suspect(const struct takt_fs *fs, uint32_t cell)
{
    return fs->blocks[takt_block_of(fs, takt_ref_offset(takt_ref_at(fs, cell)))].suspect;
}

/* Whether a may stand before b. */
static bool before(struct takt_fs *fs, uint32_t a, uint32_t b)
{
    uint32_t first = version_of(fs, a), second = version_of(fs, b);

    return first > second || (first == second && (!suspect(fs, a) || suspect(fs, b)));
}

static bool in_order(struct takt_fs *fs, uint32_t cell)
{
    uint32_t next;

    for (; cell != 0; cell = next) {
        next = takt_ref_at(fs, cell)->next;
        if (next != 0 && !before(fs, cell, next))
            return false;
    }
    return true;
}

static uint32_t merge(struct takt_fs *fs, uint32_t a, uint32_t b)
{
    uint32_t head = 0, *end = &head;

    while (a != 0 && b != 0) {
        uint32_t *first = before(fs, a, b) ? &a : &b;

        *end = *first;
        end = &takt_ref_at(fs, *first)->next;
        *first = *end;
    }
    *end = a != 0 ? a : b;
    return head;
}

/* lists[n] holds 2^n nodes in order, or nothing */
static uint32_t sort(struct takt_fs *fs, uint32_t cell)
{
    uint32_t lists[MERGES] = {0}, next, all = 0;
    unsigned n;

    for (; cell != 0; cell = next) {
        next = takt_ref_at(fs, cell)->next;
        takt_ref_at(fs, cell)->next = 0;
        for (n = 0; n < MERGES - 1 && lists[n] != 0; n++) {
            cell = merge(fs, lists[n], cell);
            lists[n] = 0;
        }
        lists[n] = merge(fs, lists[n], cell);
    }
    for (n = 0; n < MERGES; n++)
        all = merge(fs, lists[n], all);
    return all;
}

void takt_prepare(struct takt_fs *fs, struct takt_inode *inode)
{
    if ((inode->flags & INODE_PREPARED) != 0 || inode->ino == 0)
        return;
    check_heads(fs, inode);
    if (!in_order(fs, inode->nodes))
        inode->nodes = sort(fs, inode->nodes);
    inode->flags |= INODE_PREPARED;
}

void takt_drop(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell)
{
    struct takt_ref *ref = takt_ref_at(fs, cell);
    struct takt_fs_block *block = &fs->blocks[takt_block_of(fs, takt_ref_offset(ref))];
    uint32_t *link = &inode->nodes, size = takt_node_size(fs, ref);

    while (*link != cell)
        link = &takt_ref_at(fs, *link)->next;
    *link = ref->next;
    if (takt_ref_state(ref) != REF_DEAD)
        block->live -= size < block->live ? size : block->live;
    takt_ref_free(fs, cell);
}

void takt_drop_all(struct takt_fs *fs, struct takt_inode *inode)
{
    while (inode->nodes != 0)
        takt_drop(fs, inode, inode->nodes);
}

uint32_t takt_newest(struct takt_fs *fs, struct takt_inode *inode)
{
    takt_prepare(fs, inode);
    return inode->nodes != 0 ? version_of(fs, inode->nodes) : 0;
}

static uint32_t first_of_inode(struct takt_fs *fs, const struct takt_inode *inode)
{
    uint32_t cell = inode->nodes;

    while (cell != 0 && takt_node_is_dirent(fs, takt_ref_at(fs, cell)))
        cell = takt_ref_at(fs, cell)->next;
    return cell;
}

/**
 * Whether a node's data is right, looked at once; a node whose data is not is forgotten.
 */
bool takt_sure(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell)
{
    struct takt_ref *ref = takt_ref_at(fs, cell);

    if (takt_ref_state(ref) == REF_CHECKED || takt_ref_state(ref) == REF_DEAD)
        return true;
    if (takt_node_data_right(fs, ref)) {
        ref->place = takt_ref_offset(ref) | REF_CHECKED;
        return true;
    }
    takt_drop(fs, inode, cell);
    return false;
}

/* The newest node of the inode itself: its permissions, times and size hold, if its data is right, too. */
struct takt_ref *takt_meta(struct takt_fs *fs, struct takt_inode *inode)
{
    uint32_t cell;

    takt_prepare(fs, inode);
    do
        cell = first_of_inode(fs, inode);
    while (cell != 0 && !takt_sure(fs, inode, cell));
    return cell != 0 ? takt_ref_at(fs, cell) : NULL;
}

/* A directory without a node of its own (the root, mostly) is one; anything else without is bad. */
static int no_meta(const struct takt_inode *inode, struct takt_info *info)
{
    memset(info, 0, sizeof(*info));
    info->mode = TAKT_S_IFDIR | 0755u;
    return inode->ino == ROOT_INO || inode->nodes != 0 || (inode->flags & INODE_DIR) != 0 ? 0 : -EIO;
}

int takt_inode_info(struct takt_fs *fs, struct takt_inode *inode, struct takt_info *info)
{
    uint8_t bounce[INODE_SIZE];
    const struct takt_ref *ref = takt_meta(fs, inode);
    const uint8_t *node;

    if (ref == NULL)
        return no_meta(inode, info);
    node = takt_view(fs, takt_ref_offset(ref), INODE_SIZE, bounce);
    if (node == NULL)
        return -EIO;
    info->mode = takt_get32(fs, node + AT_MODE);
    info->uid = takt_get16(fs, node + AT_UID);
    info->gid = takt_get16(fs, node + AT_GID);
    info->size = takt_get32(fs, node + AT_ISIZE);
    info->atime = takt_get32(fs, node + AT_ATIME);
    info->mtime = takt_get32(fs, node + AT_MTIME);
    info->ctime = takt_get32(fs, node + AT_CTIME);
    return 0;
}

/* The end of the newest checked node before `cell` that covers `position`; position itself if there is none. */
static uint32_t covered_to(struct takt_fs *fs, const struct takt_inode *inode, uint32_t cell,
                           uint32_t position)
{
    uint32_t newer = inode->nodes;

    for (; newer != cell; newer = takt_ref_at(fs, newer)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, newer);
        uint32_t start, size;

        if (takt_ref_state(ref) != REF_CHECKED || takt_node_is_dirent(fs, ref))
            continue;
        start = takt_node_word(fs, ref, AT_OFFSET);
        size = takt_node_word(fs, ref, AT_DSIZE);
        if (position >= start && position - start < size)
            return start + size > position ? start + size : UINT32_MAX;
    }
    return position;
}

bool takt_covered(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell)
{
    const struct takt_ref *ref = takt_ref_at(fs, cell), *meta = takt_meta(fs, inode);
    uint32_t position = takt_node_word(fs, ref, AT_OFFSET),
             end = position + takt_node_word(fs, ref, AT_DSIZE);
    uint32_t file_end, next;

    if (ref == meta || meta == NULL)
        return false;
    file_end = takt_node_word(fs, meta, AT_ISIZE);
    for (end = end < file_end ? end : file_end; position < end; position = next) {
        next = covered_to(fs, inode, cell, position);
        if (next == position)
            return false;
    }
    return true;
}

/* After a write to [from, to): what it covers goes, and what only told of the inode's state before it. */
void takt_obsolete(struct takt_fs *fs, struct takt_inode *inode, uint32_t from, uint32_t to)
{
    uint32_t cell = inode->nodes, next;

    for (; cell != 0; cell = next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);
        uint32_t start, size;

        next = ref->next;
        if (takt_node_is_dirent(fs, ref))
            continue;
        start = takt_node_word(fs, ref, AT_OFFSET);
        size = takt_node_word(fs, ref, AT_DSIZE);
        if ((size == 0 || (start < to && from < start + size)) && takt_covered(fs, inode, cell))
            takt_drop(fs, inode, cell);
    }
}
