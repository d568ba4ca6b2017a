/*
 * Reading a file, a node at a time.
 *
 * Flash is mapped once, at mount. So a node that is wanted whole goes from flash through the decompressor into the caller's
 * memory: nothing is copied between. A part of a node goes through the cache, which holds one node: whoever reads a large
 * node in pieces unpacks it once. A node's data is checked at its first use; what the background check has passed is not
 * checked again. A node that fails is forgotten, and the place reads as what an older node says, as after a power cut.
 */
#include "jffs2.h"

#define COPY_SIZE (CONFIG_TAKT_FS_COPY ? CONFIG_TAKT_FS_CACHE : 1)

static struct {
    const struct takt_fs *fs;
    uint32_t offset, size; /* of the node whose data this is */
    uint8_t data[CONFIG_TAKT_FS_CACHE];
} cache;

static uint8_t copied[COPY_SIZE]; /* packed data of flash that is not mapped */

/** A stretch of a file that one node gives. */
struct piece {
    uint32_t cell;          /* 0: a hole */
    uint32_t offset, dsize; /* of the node */
    uint32_t end;           /* where the stretch ends */
};

void takt_cache_forget(void)
{
    cache.fs = NULL;
}

/* The newest node at `position`; the stretch ends where the node does, or a newer one begins, or (a hole) any does. */
static void find_piece(struct takt_fs *fs, struct takt_inode *inode, uint32_t position, struct piece *piece)
{
    uint32_t cell = inode->nodes;

    piece->cell = 0;
    for (; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);
        uint32_t offset = takt_node_word(fs, ref, AT_OFFSET), dsize;

        if (offset >= piece->end)
            continue;
        if (offset > position) {
            piece->end = offset;
            continue;
        }
        dsize = takt_node_word(fs, ref, AT_DSIZE);
        if (position - offset >= dsize)
            continue;
        piece->cell = cell;
        piece->offset = offset;
        piece->dsize = dsize;
        if (piece->end - offset > dsize)
            piece->end = offset + dsize;
        return;
    }
}

/* The packed data of a node, or what is wrong with it. */
static int packed(struct takt_fs *fs, const struct takt_ref *ref, uint32_t size, const uint8_t **data)
{
    if (size > takt_node_size(fs, ref) - INODE_SIZE)
        return -EIO;
    if (fs->flash->map == NULL && size > sizeof(copied))
        return -ENOBUFS;
    *data = takt_view(fs, takt_ref_offset(ref) + INODE_SIZE, size, copied);
    return *data != NULL ? 0 : -EIO;
}

static int unpack(struct takt_fs *fs, const struct takt_ref *ref, uint8_t *to, uint32_t dsize)
{
    uint32_t size = takt_node_word(fs, ref, AT_CSIZE);
    unsigned how = takt_node_byte(fs, ref, AT_PACKED);
    const uint8_t *data;
    int status = packed(fs, ref, size, &data);

    if (status == 0)
        status = takt_unpack(how, data, size, to, dsize);
    if (status == -EOPNOTSUPP)
        fs->why =
            how == PACK_LZO
                ? "a file is packed with LZO, which is not built in; make the image with mkfs.jffs2 -x lzo"
                : "a file is packed in a way that is not built in";
    return status;
}

/* The node's data in the cache. */
static int fill_cache(struct takt_fs *fs, const struct takt_ref *ref, uint32_t dsize)
{
    uint32_t offset = takt_ref_offset(ref);
    int status;

    if (cache.fs == fs && cache.offset == offset && cache.size == dsize)
        return 0;
    if (dsize > sizeof(cache.data)) {
        fs->why = "a node is larger than CONFIG_TAKT_FS_CACHE, and only a part of it was asked for";
        return -ENOBUFS;
    }
    cache.fs = NULL;
    status = unpack(fs, ref, cache.data, dsize);
    if (status != 0)
        return status;
    cache.fs = fs;
    cache.offset = offset;
    cache.size = dsize;
    return 0;
}

static int read_plain(struct takt_fs *fs, const struct takt_ref *ref, uint32_t within, void *to,
                      uint32_t size)
{
    uint32_t room = takt_node_size(fs, ref) - INODE_SIZE, offset = takt_ref_offset(ref) + INODE_SIZE + within;

    if (within > room || size > room - within)
        return -EIO;
    if (fs->flash->map == NULL)
        return takt_flash_read(fs->flash, offset, to, size);
    memcpy(to, fs->flash->map + offset, size);
    return 0;
}

static int read_node(struct takt_fs *fs, const struct piece *piece, uint32_t within, uint8_t *to,
                     uint32_t size)
{
    const struct takt_ref *ref = takt_ref_at(fs, piece->cell);
    unsigned how = takt_node_byte(fs, ref, AT_PACKED);
    int status;

    if (how == PACK_NONE || how == PACK_COPY)
        return read_plain(fs, ref, within, to, size);
    if (how == PACK_ZERO) {
        memset(to, 0, size);
        return 0;
    }
    if (size == piece->dsize)
        return unpack(fs, ref, to, size);
    status = fill_cache(fs, ref, piece->dsize);
    if (status == 0)
        memcpy(to, cache.data + within, size);
    return status;
}

/** One node's worth, at most to the end of the file. @return bytes; 0 at the end; negative */
long takt_read_step(struct takt_fs *fs, struct takt_inode *inode, uint32_t position, void *to, uint32_t size)
{
    struct piece piece;
    struct takt_info info;
    int status;

    do {
        status = takt_inode_info(fs, inode, &info);
        if (status != 0 || position >= info.size)
            return status;
        piece.end = info.size - position < size ? info.size : position + size;
        find_piece(fs, inode, position, &piece);
    } while (piece.cell != 0 && !takt_sure(fs, inode, piece.cell));
    size = piece.end - position;
    if (piece.cell == 0)
        memset(to, 0, size);
    else
        status = read_node(fs, &piece, position - piece.offset, to, size);
    return status != 0 ? status : (long)size;
}
