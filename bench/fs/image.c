/*
 * The image is put together node by node, by the format alone. Files are all the same: what is measured is how they are
 * found and read. A node's packed data is made once for each place in the file.
 */
#include "image.h"

#define NODE_ROOM (INODE_SIZE + IMAGE_FILE + 1024u)
#define END_SIZE  8u

uint8_t image_source[IMAGE_FILE];

static uint8_t node[NODE_ROOM];

void image_make_source(void)
{
    static const char *const words[] = {"the ", "flash ", "is ",   "read ", "in ",   "place, ",
                                        "and ", "a ",     "node ", "at ",   "once. "};
    uint32_t chance = 1, at = 0;

    while (at < IMAGE_FILE / 2) {
        const char *word;

        chance = chance * 1103515245u + 12345u;
        for (word = words[(chance >> 16) % 11]; *word != '\0' && at < IMAGE_FILE / 2; word++)
            image_source[at++] = (uint8_t)*word;
    }
    for (; at < IMAGE_FILE; at++) { /* two bytes of an instruction: some operands, few operations */
        chance = chance * 1103515245u + 12345u;
        image_source[at] =
            at % 2 != 0 ? (uint8_t)(0x40u + (chance >> 20) % 12u) : (uint8_t)((chance >> 16) % 96u);
    }
}

static void head(struct image *image, uint8_t *at, uint32_t kind, uint32_t total)
{
    takt_put16(&image->order, at + AT_MAGIC, NODE_MAGIC);
    takt_put16(&image->order, at + AT_KIND, (uint16_t)kind);
    takt_put32(&image->order, at + AT_TOTAL, total);
    takt_put32(&image->order, at + AT_CRC, takt_crc(0, at, 8));
}

static void list(struct image *image, const void *bytes, uint32_t size)
{
    memcpy(image->list + image->listed, bytes, size);
    image->listed += size;
}

static void list_word(struct image *image, uint32_t value)
{
    uint8_t word[4];

    takt_put32(&image->order, word, value);
    list(image, word, 4);
}

/* The block's end: its summary, or erased flash. */
static void end_block(struct image *image)
{
    uint32_t start = image->at / image->block * image->block, used = image->at - start;
    uint8_t *at = image->memory + image->at;

    if (image->summary && used != 0) {
        memset(at, 0xff, image->block - used);
        memcpy(at + SUMMARY_SIZE, image->list, image->listed);
        takt_put32(&image->order, image->memory + start + image->block - 8, used);
        takt_put32(&image->order, image->memory + start + image->block - 4, SUMMARY_MAGIC);
        head(image, at, NODE_SUMMARY, image->block - used);
        takt_put32(&image->order, at + AT_SUM_COUNT, image->count);
        takt_put32(&image->order, at + 16, HEAD_SIZE);
        takt_put32(&image->order, at + 20, 0);
        takt_put32(&image->order, at + AT_SUM_CRC,
                   takt_crc(0, at + SUMMARY_SIZE, image->block - used - SUMMARY_SIZE));
        takt_put32(&image->order, at + AT_SUM_NODE_CRC, takt_crc(0, at, 24));
    }
    image->at = start + image->block;
    image->listed = image->count = 0;
}

/* Room for a node and its line in the summary; false: the flash is full. */
static bool room(struct image *image, uint32_t total)
{
    uint32_t used = image->at % image->block;
    uint32_t rest = image->summary ? SUMMARY_SIZE + image->listed + 32 + END_SIZE : 0;

    if (used != 0 && used + takt_pad4(total) + rest > image->block)
        end_block(image);
    if (image->at % image->block == 0) {
        if (image->at + image->block * 5 > image->size) /* some blocks stay free */
            return false;
        head(image, image->memory + image->at, NODE_MARKER, HEAD_SIZE);
        image->at += HEAD_SIZE;
    }
    return true;
}

static void place(struct image *image, uint32_t total)
{
    memcpy(image->memory + image->at, node, total);
    image->at += takt_pad4(total);
    image->count++;
    image->nodes++;
}

static bool add_entry(struct image *image, const char *name, uint32_t ino, uint32_t version)
{
    uint32_t length = (uint32_t)strlen(name), offset;
    uint8_t kind[2], last[2] = {(uint8_t)length, TAKT_S_IFREG >> 12};

    if (!room(image, DIRENT_SIZE + length))
        return false;
    memset(node, 0, DIRENT_SIZE);
    head(image, node, NODE_DIRENT, DIRENT_SIZE + length);
    takt_put32(&image->order, node + AT_OWNER, ROOT_INO);
    takt_put32(&image->order, node + AT_VERSION, version);
    takt_put32(&image->order, node + AT_INO, ino);
    node[AT_NSIZE] = last[0];
    node[AT_TYPE] = last[1];
    for (uint32_t i = 0; i < length; i++)
        node[AT_NAME + i] = (uint8_t)name[i];
    takt_put32(&image->order, node + AT_ENTRY_CRC, takt_crc(0, node, 32));
    takt_put32(&image->order, node + AT_NAME_CRC, takt_crc(0, name, length));
    offset = image->at % image->block;
    place(image, DIRENT_SIZE + length);
    takt_put16(&image->order, kind, NODE_DIRENT);
    list(image, kind, 2);
    list_word(image, DIRENT_SIZE + length);
    list_word(image, offset);
    list_word(image, ROOT_INO);
    list_word(image, version);
    list_word(image, ino);
    list(image, last, 2);
    list(image, name, length);
    return true;
}

static bool add_data(struct image *image, uint32_t ino, uint32_t version, uint32_t offset, uint32_t size)
{
    uint32_t packed = takt_pack(image_source + offset, size, node + INODE_SIZE), at;
    uint8_t kind[2];

    if (packed == 0 || !room(image, INODE_SIZE + packed))
        return false;
    memset(node, 0, INODE_SIZE);
    head(image, node, NODE_INODE, INODE_SIZE + packed);
    takt_put32(&image->order, node + AT_OWNER, ino);
    takt_put32(&image->order, node + AT_VERSION, version);
    takt_put32(&image->order, node + AT_MODE, TAKT_S_IFREG | 0644u);
    takt_put32(&image->order, node + AT_ISIZE, IMAGE_FILE);
    takt_put32(&image->order, node + AT_OFFSET, offset);
    takt_put32(&image->order, node + AT_CSIZE, packed);
    takt_put32(&image->order, node + AT_DSIZE, size);
    node[AT_PACKED] = PACK_ZLIB;
    takt_put32(&image->order, node + AT_DATA_CRC, takt_crc(0, node + INODE_SIZE, packed));
    takt_put32(&image->order, node + AT_NODE_CRC, takt_crc(0, node, 60));
    at = image->at % image->block;
    place(image, INODE_SIZE + packed);
    image->packed += packed;
    takt_put16(&image->order, kind, NODE_INODE);
    list(image, kind, 2);
    list_word(image, ino);
    list_word(image, version);
    list_word(image, at);
    list_word(image, INODE_SIZE + packed);
    return true;
}

void image_build(struct image *image, uint32_t node_size, uint32_t most)
{
    char name[8] = "f00";
    bool fits = true;

    memset(image->memory, 0xff, image->size);
    while (fits && image->files < most) {
        uint32_t offset, ino = image->files + 2;

        name[1] = (char)('0' + image->files / 10);
        name[2] = (char)('0' + image->files % 10);
        fits = add_entry(image, name, ino, ino);
        for (offset = 0; fits && offset < IMAGE_FILE; offset += node_size)
            fits = add_data(image, ino, 1 + offset / node_size, offset, node_size);
        image->files += fits ? 1 : 0;
    }
    if (image->at % image->block != 0)
        end_block(image);
}
