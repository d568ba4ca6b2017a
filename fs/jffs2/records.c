/*
 * The records of a mount, in the memory that it was given: cells of 8 bytes. Inodes (two cells) are taken from the low
 * end, nodes (one) from the high end, so neither has a limit of its own. What is given back goes to a list of its kind.
 * Every operation is constant, but finding an inode: a chain of one bucket of 64.
 */
#include "jffs2.h"

static uint32_t bucket_of(uint32_t ino)
{
    return (ino ^ ino >> 6) % TAKT_FS_BUCKETS;
}

int takt_carve(struct takt_fs *fs, void *memory, uint32_t size)
{
    uint32_t blocks = fs->flash->size / fs->flash->block_size;
    uint32_t table = (uint32_t)(blocks * sizeof(*fs->blocks) + 7u) & ~7u;

    if (memory == NULL || size < table + 64)
        return -ENOMEM;
    memset(memory, 0, table);
    fs->blocks = memory;
    fs->block_count = blocks;
    fs->cells = (union takt_fs_cell *)(void *)((uint8_t *)memory + table);
    fs->low = 1; /* cell 0 is nobody */
    fs->high = (size - table) / (uint32_t)sizeof(union takt_fs_cell);
    return 0;
}

struct takt_inode *takt_inode_find(const struct takt_fs *fs, uint32_t ino)
{
    uint32_t cell = fs->bucket[bucket_of(ino)];

    while (cell != 0 && takt_inode_at(fs, cell)->ino != ino)
        cell = takt_inode_at(fs, cell)->next;
    return cell != 0 ? takt_inode_at(fs, cell) : NULL;
}

static uint32_t inode_cells(struct takt_fs *fs)
{
    uint32_t cell = fs->free_inodes;

    if (cell != 0)
        fs->free_inodes = takt_inode_at(fs, cell)->next;
    else if (fs->high - fs->low >= 2) {
        cell = fs->low;
        fs->low += 2;
    }
    return cell;
}

struct takt_inode *takt_inode_make(struct takt_fs *fs, uint32_t ino)
{
    struct takt_inode *inode = takt_inode_find(fs, ino);
    uint32_t cell;

    if (inode != NULL)
        return inode;
    cell = inode_cells(fs);
    if (cell == 0)
        return NULL;
    inode = takt_inode_at(fs, cell);
    memset(inode, 0, sizeof(*inode));
    inode->ino = ino;
    inode->next = fs->bucket[bucket_of(ino)];
    fs->bucket[bucket_of(ino)] = cell;
    fs->inodes++;
    if (ino > fs->last_ino)
        fs->last_ino = ino;
    return inode;
}

void takt_inode_free(struct takt_fs *fs, struct takt_inode *inode)
{
    uint32_t cell = takt_inode_cell(fs, inode), *link = &fs->bucket[bucket_of(inode->ino)];

    while (*link != cell)
        link = &takt_inode_at(fs, *link)->next;
    *link = inode->next;
    inode->ino = 0;
    inode->nodes = 0;
    inode->flags = 0;
    inode->next = fs->free_inodes;
    fs->free_inodes = cell;
    fs->inodes--;
    if (fs->check_cell == cell)
        fs->check_ref = 0;
}

bool takt_refs_left(const struct takt_fs *fs, uint32_t count)
{
    return fs->spare + (fs->high - fs->low) >= count;
}

uint32_t takt_ref_make(struct takt_fs *fs)
{
    uint32_t cell = fs->free_refs;

    if (cell != 0) {
        fs->free_refs = takt_ref_at(fs, cell)->next;
        fs->spare--;
    } else if (fs->high > fs->low)
        cell = --fs->high;
    else
        return 0;
    fs->refs++;
    return cell;
}

void takt_ref_free(struct takt_fs *fs, uint32_t cell)
{
    takt_ref_at(fs, cell)->place = 0;
    takt_ref_at(fs, cell)->next = fs->free_refs;
    fs->free_refs = cell;
    fs->spare++;
    fs->refs--;
    if (fs->check_ref == cell)
        fs->check_ref = 0;
}
