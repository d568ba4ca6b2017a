/*
 * Writing nodes: put together in memory, programmed at once, and only then part of the inode. A node has room, memory for
 * its record and its version before the first bit is programmed, so after that nothing is left to fail but the flash.
 *
 * Data goes in nodes of at most a page, as Linux writes it; packed if that makes it smaller. A file that is written beyond its
 * end gets a node of zeros for what lies between: old data that was cut off once must not come back there.
 */
#include "jffs2.h"

static union {
    uint8_t bytes[INODE_SIZE + PAGE_MAX + 4];
    uint32_t aligned;
} page;

static void finish_inode(struct takt_fs *fs, uint8_t *node)
{
    takt_put32(fs, node + AT_NODE_CRC, takt_crc(0, node, 60));
}

/* Magic, length, version and the checksums that need them. */
static void finish(struct takt_fs *fs, struct takt_inode *inode, uint8_t *node, uint32_t size)
{
    takt_put16(fs, node + AT_MAGIC, NODE_MAGIC);
    takt_put32(fs, node + AT_TOTAL, size);
    takt_put32(fs, node + AT_CRC, takt_crc(0, node, 8));
    takt_put32(fs, node + AT_VERSION, takt_newest(fs, inode) + 1);
    if (takt_get16(fs, node + AT_KIND) == NODE_DIRENT)
        takt_put32(fs, node + AT_ENTRY_CRC, takt_crc(0, node, 32));
    else
        finish_inode(fs, node);
}

/** A node of an inode, whose kind and own words are filled in; it becomes the newest. */
int takt_write_node(struct takt_fs *fs, struct takt_inode *inode, void *node, uint32_t size,
                    enum takt_need need)
{
    uint32_t cell, offset = 0;
    struct takt_ref *ref;
    int status;

    if (need == NEED_DATA && !takt_refs_left(fs, 16))
        return -ENOMEM;
    cell = takt_ref_make(fs);
    if (cell == 0)
        return -ENOMEM;
    finish(fs, inode, node, size);
    status = takt_space_put(fs, node, size, need, &offset);
    if (status != 0) {
        takt_ref_free(fs, cell);
        return status;
    }
    ref = takt_ref_at(fs, cell);
    ref->place = offset | REF_CHECKED;
    ref->next = inode->nodes;
    inode->nodes = cell;
    fs->blocks[takt_block_of(fs, offset)].live += takt_pad4(size);
    return 0;
}

/* An inode's node without its data. */
static void compose(struct takt_fs *fs, const struct takt_inode *inode, const struct takt_info *info,
                    uint32_t offset)
{
    uint8_t *node = page.bytes;

    memset(node, 0, INODE_SIZE);
    takt_put16(fs, node + AT_KIND, NODE_INODE);
    takt_put32(fs, node + AT_OWNER, inode->ino);
    takt_put32(fs, node + AT_MODE, info->mode);
    takt_put16(fs, node + AT_UID, info->uid);
    takt_put16(fs, node + AT_GID, info->gid);
    takt_put32(fs, node + AT_ISIZE, info->size);
    takt_put32(fs, node + AT_ATIME, info->atime);
    takt_put32(fs, node + AT_MTIME, info->mtime);
    takt_put32(fs, node + AT_CTIME, info->ctime);
    takt_put32(fs, node + AT_OFFSET, offset);
}

/* A link's target stands as it is: Linux reads it so. */
static uint32_t pack(const struct takt_info *info, const void *data, uint32_t size)
{
    uint32_t packed =
        (info->mode & TAKT_S_IFMT) == TAKT_S_IFREG ? takt_pack(data, size, page.bytes + INODE_SIZE) : 0;

    page.bytes[AT_PACKED] = packed != 0 ? PACK_ZLIB : PACK_NONE;
    if (packed != 0)
        return packed;
    if (size != 0)
        memcpy(page.bytes + INODE_SIZE, data, size);
    return size;
}

/** Data, or a link's target. `info` is the inode's from here on. */
int takt_write_inode(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                     uint32_t offset, const void *data, uint32_t size)
{
    uint32_t packed;
    int status;

    compose(fs, inode, info, offset);
    packed = pack(info, data, size);
    takt_put32(fs, page.bytes + AT_CSIZE, packed);
    takt_put32(fs, page.bytes + AT_DSIZE, size);
    takt_put32(fs, page.bytes + AT_DATA_CRC, takt_crc(0, page.bytes + INODE_SIZE, packed));
    memset(page.bytes + INODE_SIZE + packed, 0xff, 4);
    status = takt_write_node(fs, inode, page.bytes, INODE_SIZE + packed, NEED_DATA);
    if (status == 0)
        takt_obsolete(fs, inode, offset, offset + size);
    return status;
}

/** Permissions, times, and a size that may be smaller than before. */
int takt_write_meta(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                    enum takt_need need)
{
    struct takt_info before = {0};
    int status;

    (void)takt_inode_info(fs, inode, &before);
    compose(fs, inode, info, 0);
    status = takt_write_node(fs, inode, page.bytes, INODE_SIZE, need);
    if (status == 0)
        takt_obsolete(fs, inode, info->size, info->size < before.size ? UINT32_MAX : info->size);
    return status;
}

/** Zeros that take no room. */
int takt_write_hole(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                    uint32_t offset, uint32_t size)
{
    int status;

    compose(fs, inode, info, offset);
    page.bytes[AT_PACKED] = PACK_ZERO;
    takt_put32(fs, page.bytes + AT_DSIZE, size);
    status = takt_write_node(fs, inode, page.bytes, INODE_SIZE, NEED_DATA);
    if (status == 0)
        takt_obsolete(fs, inode, offset, offset + size);
    return status;
}
