/*
 * What is looked at after the mount, a step at a time: each node's data against its checksum, newest first, and whether
 * newer ones cover it. So a node is dropped only in favour of nodes that were checked. When that is through, entries are
 * counted (build.c), and deletions are dropped that have nothing left to delete.
 *
 * The place is an inode's cell and its node's cell; either may be freed between steps, and whoever frees sets the place back
 * (records.c). A node that is looked at twice costs time alone.
 */
#include "jffs2.h"

/* The next node of this inode after the one that the last step kept. Entries were checked with their heads. */
static uint32_t next_unchecked(struct takt_fs *fs, const struct takt_inode *inode)
{
    uint32_t cell = fs->check_ref != 0 ? takt_ref_at(fs, fs->check_ref)->next : inode->nodes;

    while (cell != 0 && takt_node_is_dirent(fs, takt_ref_at(fs, cell)))
        cell = takt_ref_at(fs, cell)->next;
    return cell;
}

static void check_node(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell)
{
    if (!takt_sure(fs, inode, cell))
        return;
    if (takt_covered(fs, inode, cell))
        takt_drop(fs, inode, cell);
    else
        fs->check_ref = cell;
}

/* Deletions of a directory that delete nothing any more. */
static void tidy(struct takt_fs *fs, struct takt_inode *dir)
{
    uint32_t cell, next;

    dir->flags &= (uint8_t)~INODE_TIDY;
    for (cell = dir->nodes; cell != 0; cell = next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);

        next = ref->next;
        if (takt_ref_state(ref) != REF_DEAD && takt_node_is_dirent(fs, ref) &&
            takt_node_word(fs, ref, AT_INO) == 0 && !takt_deletion_needed(fs, dir, ref))
            takt_drop(fs, dir, cell);
    }
}

static void tidy_next(struct takt_fs *fs)
{
    struct takt_inode *inode;

    for (inode = takt_inode_next(fs, NULL); inode != NULL; inode = takt_inode_next(fs, inode))
        if ((inode->flags & INODE_TIDY) != 0) {
            tidy(fs, inode);
            return;
        }
    fs->tidy = 0;
}

/* On to the next inode; after the last, all is checked. */
static int next_inode(struct takt_fs *fs, struct takt_inode *inode)
{
    inode->flags |= INODE_CHECKED;
    inode = takt_inode_next(fs, inode);
    fs->check_ref = 0;
    fs->check_cell = inode != NULL ? takt_inode_cell(fs, inode) : 0;
    if (inode != NULL)
        return 1;
    takt_build(fs);
    fs->tidy = 1;
    fs->checked = true;
    return 0;
}

int takt_check_step(struct takt_fs *fs)
{
    struct takt_inode *inode;
    uint32_t cell;

    fs->steps++;
    if (fs->checked) {
        if (fs->tidy != 0)
            tidy_next(fs);
        return fs->tidy != 0;
    }
    inode = takt_inode_at(fs, fs->check_cell);
    takt_prepare(fs, inode);
    cell = next_unchecked(fs, inode);
    if (cell == 0)
        return next_inode(fs, inode);
    check_node(fs, inode, cell);
    return 1;
}
