/*
 * A block's summary: its last node, and in the block's last 8 bytes where that begins. It lists the nodes of the block, so
 * they need not be looked at to know that they are there. The place has no checksum, so everything is compared with the
 * block's bounds; any doubt, and the block is scanned instead. Nodes known in this way are checked at their first use.
 */
#include "jffs2.h"

#define END_SIZE 8u

/* A reader of the summary's bytes, which are packed without alignment. */
struct reader {
    struct takt_fs *fs;
    uint32_t start, at, end; /* of the block; in it */
};

static bool summary_right(struct takt_fs *fs, uint32_t start, uint32_t at, uint32_t *count)
{
    uint8_t bounce[256];
    uint32_t size = fs->flash->block_size, crc = 0, part, wanted;
    const uint8_t *head;
    struct takt_node node;

    if (at % 4 != 0 || at > size - SUMMARY_SIZE - END_SIZE)
        return false;
    head = takt_view(fs, start + at, SUMMARY_SIZE, bounce);
    if (head == NULL || !takt_node_head(fs, head, size - at, &node) || node.kind != NODE_SUMMARY ||
        !node.accurate || node.total != size - at ||
        takt_crc(0, head, 24) != takt_get32(fs, head + AT_SUM_NODE_CRC))
        return false;
    *count = takt_get32(fs, head + AT_SUM_COUNT);
    wanted = takt_get32(fs, head + AT_SUM_CRC);
    for (at += SUMMARY_SIZE; at < size; at += part) {
        part = fs->flash->map != NULL || size - at < sizeof(bounce) ? size - at : (uint32_t)sizeof(bounce);
        head = takt_view(fs, start + at, part, bounce);
        if (head == NULL)
            return false;
        crc = takt_crc(crc, head, part);
    }
    return crc == wanted;
}

static const uint8_t *take(struct reader *reader, uint32_t size, void *bounce)
{
    const uint8_t *at = size <= reader->end - reader->at
                            ? takt_view(reader->fs, reader->start + reader->at, size, bounce)
                            : NULL;

    reader->at += at != NULL ? size : 0;
    return at;
}

/* Whether a node can be there. */
static bool placed(const struct reader *reader, uint32_t offset, uint32_t total)
{
    return offset % 4 == 0 && total >= HEAD_SIZE && offset < reader->end && total <= reader->end - offset;
}

static bool read_inode(struct reader *reader, struct takt_node *node, uint32_t *offset)
{
    uint8_t bounce[16];
    const uint8_t *at = take(reader, 16, bounce);

    if (at == NULL)
        return false;
    node->owner = takt_get32(reader->fs, at);
    node->version = takt_get32(reader->fs, at + 4);
    *offset = takt_get32(reader->fs, at + 8);
    node->total = takt_get32(reader->fs, at + 12);
    return node->owner != 0;
}

static bool read_dirent(struct reader *reader, struct takt_node *node, uint32_t *offset)
{
    uint8_t bounce[22], name[NAME_MAX_ + 1];
    const uint8_t *at = take(reader, 22, bounce);
    uint32_t length;

    if (at == NULL)
        return false;
    node->total = takt_get32(reader->fs, at);
    *offset = takt_get32(reader->fs, at + 4);
    node->owner = takt_get32(reader->fs, at + 8);
    node->version = takt_get32(reader->fs, at + 12);
    node->child = takt_get32(reader->fs, at + 16);
    length = at[20];
    return node->owner != 0 && length != 0 && length <= NAME_MAX_ && take(reader, length, name) != NULL;
}

/* References have no length of their own here: it is the kind's. */
static bool read_attribute(struct reader *reader, struct takt_node *node, uint32_t *offset)
{
    uint8_t bounce[16];
    const uint8_t *at = take(reader, node->kind == NODE_XREF ? 4 : 16, bounce);

    if (at == NULL)
        return false;
    *offset = takt_get32(reader->fs, at + (node->kind == NODE_XREF ? 0 : 8));
    node->total = node->kind == NODE_XREF ? XREF_SIZE : takt_get32(reader->fs, at + 12);
    return true;
}

static bool read_entry(struct reader *reader, struct takt_node *node, uint32_t *offset)
{
    uint8_t bounce[2];
    const uint8_t *kind = take(reader, 2, bounce);

    memset(node, 0, sizeof(*node));
    if (kind == NULL)
        return false;
    node->kind = takt_get16(reader->fs, kind);
    switch (node->kind) {
    case NODE_INODE:
        return read_inode(reader, node, offset) && placed(reader, *offset, node->total);
    case NODE_DIRENT:
        return read_dirent(reader, node, offset) && placed(reader, *offset, node->total);
    case NODE_XATTR:
    case NODE_XREF:
        return read_attribute(reader, node, offset) && placed(reader, *offset, node->total);
    default:
        return false; /* a kind that summaries had later: scan */
    }
}

/* All entries, without believing any; then again, believing all. */
static int entries(struct takt_fs *fs, struct reader reader, uint32_t count, bool believe)
{
    struct takt_node node;
    uint32_t offset;

    for (; count > 0; count--) {
        int status;

        if (!read_entry(&reader, &node, &offset))
            return -EINVAL;
        status = believe ? takt_scan_node(fs, reader.start + offset, &node, REF_UNSEEN) : 0;
        if (status != 0)
            return status;
    }
    return 0;
}

int takt_summary_block(struct takt_fs *fs, uint32_t number)
{
    uint8_t bounce[END_SIZE];
    uint32_t size = fs->flash->block_size, start = number * size, count, at;
    const uint8_t *end = takt_view(fs, start + size - END_SIZE, END_SIZE, bounce);
    struct reader reader;
    int status;

    if (end == NULL || takt_get32(fs, end + 4) != SUMMARY_MAGIC)
        return 0;
    at = takt_get32(fs, end);
    if (!summary_right(fs, start, at, &count))
        return 0;
    reader = (struct reader){fs, start, at + SUMMARY_SIZE, size - END_SIZE};
    if (entries(fs, reader, count, false) != 0)
        return 0;
    fs->valid++;
    fs->blocks[number].state = BLOCK_FULL;
    fs->blocks[number].written = size;
    status = entries(fs, reader, count, true);
    return status != 0 ? status : 1;
}
