/*
 * What JFFS2 looks like on flash, as Linux's header include/uapi/linux/jffs2.h defines it.
 *
 * A log of nodes without a superblock. A node starts on a multiple of 4 bytes and never crosses a block; the next one is
 * at its length rounded up. Fields are in the maker's byte order, one order in the whole system. Checksums are CRC-32
 * (polynomial 0xEDB88320, reflected) that begin with 0 and are not inverted at the end. The numbers below are places in
 * a node; places that several kinds share are named once.
 */
#ifndef TAKT_JFFS2_FORMAT_H
#define TAKT_JFFS2_FORMAT_H

#include <string.h>

#include <takt/fs.h>

#define NODE_MAGIC         0x1985u
#define NODE_MAGIC_SWAPPED 0x8519u
#define SUMMARY_MAGIC      0x02851885u

/* Kinds. The two top bits say what a system does that does not know the kind. */
#define NODE_DIRENT   0xE001u
#define NODE_INODE    0xE002u
#define NODE_MARKER   0x2003u
#define NODE_PADDING  0x2004u
#define NODE_SUMMARY  0x2006u
#define NODE_XATTR    0xE008u
#define NODE_XREF     0xE009u
#define NODE_ACCURATE 0x2000u /* cleared: the node was marked as replaced */
#define KIND_MASK     0xC000u
#define KIND_REFUSE   0xC000u
#define KIND_READ     0x8000u /* mount to read alone */
#define KIND_KEEP     0x4000u /* copy it when its block is collected */

#define HEAD_SIZE    12u
#define DIRENT_SIZE  40u
#define INODE_SIZE   68u
#define SUMMARY_SIZE 32u
#define XATTR_SIZE   32u
#define XREF_SIZE    28u
#define NAME_MAX_    254u

/* the head */
#define AT_MAGIC 0
#define AT_KIND  2
#define AT_TOTAL 4
#define AT_CRC   8
/* of entries (the directory's number) and of inodes */
#define AT_OWNER   12
#define AT_VERSION 16
/* an entry of a directory */
#define AT_INO       20
#define AT_MCTIME    24
#define AT_NSIZE     28
#define AT_TYPE      29
#define AT_UNUSED    30
#define AT_ENTRY_CRC 32
#define AT_NAME_CRC  36
#define AT_NAME      40
/* an inode */
#define AT_MODE     20
#define AT_UID      24
#define AT_GID      26
#define AT_ISIZE    28
#define AT_ATIME    32
#define AT_MTIME    36
#define AT_CTIME    40
#define AT_OFFSET   44
#define AT_CSIZE    48
#define AT_DSIZE    52
#define AT_PACKED   56
#define AT_DATA_CRC 60
#define AT_NODE_CRC 64
#define AT_DATA     68
/* a summary */
#define AT_SUM_COUNT    12
#define AT_SUM_CRC      24
#define AT_SUM_NODE_CRC 28

/* How data is packed. */
enum { PACK_NONE, PACK_ZERO, PACK_RTIME, PACK_RUBINMIPS, PACK_COPY, PACK_DYNRUBIN, PACK_ZLIB, PACK_LZO };

/** A node's head, read. */
struct takt_node {
    uint32_t kind, total;
    bool accurate;
    uint32_t owner, version;
    uint16_t mark;  /* of an entry: of a rename (build.c) */
    uint32_t child; /* of an entry */
};

/** What an inode's newest node says. */
struct takt_info {
    uint32_t mode, size, atime, mtime, ctime;
    uint16_t uid, gid;
};

/** An entry to be written. */
struct takt_entry {
    const char *name;
    uint32_t length, ino, time;
    uint8_t type;
    uint16_t mark;
};

static inline uint16_t takt_get16(const struct takt_fs *fs, const uint8_t *at)
{
    uint16_t value;

    memcpy(&value, at, sizeof(value));
    return fs->swapped ? __builtin_bswap16(value) : value;
}

static inline uint32_t takt_get32(const struct takt_fs *fs, const uint8_t *at)
{
    uint32_t value;

    memcpy(&value, at, sizeof(value));
    return fs->swapped ? __builtin_bswap32(value) : value;
}

static inline void takt_put16(const struct takt_fs *fs, uint8_t *at, uint16_t value)
{
    value = fs->swapped ? __builtin_bswap16(value) : value;
    memcpy(at, &value, sizeof(value));
}

static inline void takt_put32(const struct takt_fs *fs, uint8_t *at, uint32_t value)
{
    value = fs->swapped ? __builtin_bswap32(value) : value;
    memcpy(at, &value, sizeof(value));
}

static inline uint32_t takt_pad4(uint32_t size)
{
    return (size + 3u) & ~3u;
}

#endif
