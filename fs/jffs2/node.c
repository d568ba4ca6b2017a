/*
 * One node on flash: whether its head and body are right, and its words.
 *
 * Nothing is believed before its checksum held and its sizes were compared with the room there is. After that, a word is
 * read where it is needed (takt_node_word): flash that changes under a mount gives wrong data or -EIO, never a place
 * outside of the flash, because takt_view() refuses that, and whoever uses a size compares it again.
 */
#include "jffs2.h"

/*
 * Whether a head of 12 bytes begins a node in `left` bytes of block. The checksum is made with the bit that marking
 * clears; so a marked node has its right length, and is passed over as a whole.
 */
bool takt_node_head(struct takt_fs *fs, const uint8_t *head, uint32_t left, struct takt_node *node)
{
    uint8_t copy[8];

    memset(node, 0, sizeof(*node));
    if (takt_get16(fs, head + AT_MAGIC) != NODE_MAGIC)
        return false;
    node->kind = takt_get16(fs, head + AT_KIND) | NODE_ACCURATE;
    node->accurate = (takt_get16(fs, head + AT_KIND) & NODE_ACCURATE) != 0;
    node->total = takt_get32(fs, head + AT_TOTAL);
    memcpy(copy, head, sizeof(copy));
    takt_put16(fs, copy + AT_KIND, (uint16_t)node->kind);
    return takt_crc(0, copy, sizeof(copy)) == takt_get32(fs, head + AT_CRC) && node->total >= HEAD_SIZE &&
           node->total <= left;
}

static bool dirent_right(struct takt_fs *fs, uint32_t offset, struct takt_node *node)
{
    uint8_t bounce[DIRENT_SIZE + 256];
    const uint8_t *at;
    uint32_t length = node->total - DIRENT_SIZE;

    if (node->total <= DIRENT_SIZE || length > NAME_MAX_)
        return false;
    at = takt_view(fs, offset, node->total, bounce);
    if (at == NULL || takt_crc(0, at, 32) != takt_get32(fs, at + AT_ENTRY_CRC) || at[AT_NSIZE] != length ||
        takt_crc(0, at + AT_NAME, length) != takt_get32(fs, at + AT_NAME_CRC))
        return false;
    node->owner = takt_get32(fs, at + AT_OWNER);
    node->version = takt_get32(fs, at + AT_VERSION);
    node->child = takt_get32(fs, at + AT_INO);
    node->mark = takt_get16(fs, at + AT_UNUSED);
    return node->owner != 0 && memchr(at + AT_NAME, '/', length) == NULL &&
           memchr(at + AT_NAME, '\0', length) == NULL;
}

static bool inode_right(struct takt_fs *fs, uint32_t offset, struct takt_node *node)
{
    uint8_t bounce[INODE_SIZE];
    const uint8_t *at = node->total >= INODE_SIZE ? takt_view(fs, offset, INODE_SIZE, bounce) : NULL;

    if (at == NULL || takt_crc(0, at, 60) != takt_get32(fs, at + AT_NODE_CRC))
        return false;
    node->owner = takt_get32(fs, at + AT_OWNER);
    node->version = takt_get32(fs, at + AT_VERSION);
    return node->owner != 0 &&
           (takt_get32(fs, at + AT_CSIZE) <= node->total - INODE_SIZE || at[AT_PACKED] == PACK_ZERO);
}

/* Nodes of extended attributes have a checksum at their end. */
static bool attribute_right(struct takt_fs *fs, uint32_t offset, const struct takt_node *node, uint32_t size)
{
    uint8_t bounce[XATTR_SIZE];
    const uint8_t *at = node->total >= size ? takt_view(fs, offset, size, bounce) : NULL;

    return at != NULL && takt_crc(0, at, size - 4) == takt_get32(fs, at + size - 4);
}

/* The body of a node whose head was right; of an entry, its name too. */
bool takt_node_body(struct takt_fs *fs, uint32_t offset, struct takt_node *node)
{
    switch (node->kind) {
    case NODE_DIRENT:
        return dirent_right(fs, offset, node);
    case NODE_INODE:
        return inode_right(fs, offset, node);
    case NODE_XATTR:
    case NODE_XREF:
        /* a reference's own checksum is its last word, an attribute's too: the head's are 28 and 32 bytes */
        return attribute_right(fs, offset, node, node->kind == NODE_XREF ? XREF_SIZE : XATTR_SIZE);
    default:
        return true;
    }
}

uint32_t takt_node_word(struct takt_fs *fs, const struct takt_ref *ref, uint32_t at)
{
    uint8_t bounce[4];
    const uint8_t *word = takt_view(fs, takt_ref_offset(ref) + at, 4, bounce);

    return word != NULL ? takt_get32(fs, word) : 0;
}

uint8_t takt_node_byte(struct takt_fs *fs, const struct takt_ref *ref, uint32_t at)
{
    uint8_t bounce[1];
    const uint8_t *byte = takt_view(fs, takt_ref_offset(ref) + at, 1, bounce);

    return byte != NULL ? byte[0] : 0;
}

/* Never more than what is left of its block, so that counts stay right when flash changes. */
uint32_t takt_node_size(struct takt_fs *fs, const struct takt_ref *ref)
{
    uint32_t left = fs->flash->block_size - takt_ref_offset(ref) % fs->flash->block_size;
    uint32_t size = takt_node_word(fs, ref, AT_TOTAL);

    return size < left ? takt_pad4(size) : left;
}

bool takt_node_is_dirent(struct takt_fs *fs, const struct takt_ref *ref)
{
    uint8_t bounce[2];
    const uint8_t *kind = takt_view(fs, takt_ref_offset(ref) + AT_KIND, 2, bounce);

    return kind != NULL && (takt_get16(fs, kind) | NODE_ACCURATE) == NODE_DIRENT;
}

/* The checksum of an inode's data; an entry's name has been compared with its own already. */
bool takt_node_data_right(struct takt_fs *fs, const struct takt_ref *ref)
{
    uint8_t bounce[256];
    uint32_t offset = takt_ref_offset(ref) + INODE_SIZE, size, crc = 0, part;
    const uint8_t *data;

    if (takt_node_is_dirent(fs, ref) || takt_node_word(fs, ref, AT_CSIZE) == 0)
        return true;
    size = takt_node_word(fs, ref, AT_CSIZE);
    if (takt_node_byte(fs, ref, AT_PACKED) == PACK_ZERO)
        return true;
    if (size > takt_node_size(fs, ref))
        return false;
    for (; size > 0; size -= part, offset += part) {
        part = fs->flash->map != NULL || size < sizeof(bounce) ? size : (uint32_t)sizeof(bounce);
        data = takt_view(fs, offset, part, bounce);
        if (data == NULL)
            return false;
        crc = takt_crc(crc, data, part);
    }
    return crc == takt_node_word(fs, ref, AT_DATA_CRC);
}
