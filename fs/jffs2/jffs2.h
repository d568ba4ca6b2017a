/*
 * JFFS2 inside: records, and what the files of this folder offer each other.
 *
 * What is kept in memory is less than the format would suggest, because flash is read in place. A node that counts has
 * a record of 8 bytes, in the list of the inode that it belongs to (a directory's entries: in the directory's). An inode
 * has one of 16 bytes, a block one of 12. Everything else (version, place in the file, name) is read from the node.
 *
 * An inode's list is put in order at its first use (list.c): newest version first. So the first node that covers a place
 * is the one that counts, the first entry of a name is the name's, and a new node goes to the head.
 *
 * A node's record has a state of two bits. UNSEEN: known from a summary alone. HEAD: its head's checksums were right.
 * CHECKED: its data's, too. DEAD: a directory entry that a newer one replaced. It is kept, because a deletion must stay on
 * flash as long as what it deletes does; of other nodes that no longer count there is no record.
 *
 * Takt never marks nodes on flash (flash with its own error correction cannot), so versions alone decide, and an erased
 * block is verified and never programmed twice. All calls here are made with the file system's lock held.
 */
#ifndef TAKT_JFFS2_H
#define TAKT_JFFS2_H

#include <string.h>

#include <takt/fs.h>

#include "format.h"

#define TAKT_MAY_ALIAS __attribute__((may_alias))

/** States of a node's record. */
enum { REF_UNSEEN, REF_HEAD, REF_CHECKED, REF_DEAD };

/** A node that counts. */
struct TAKT_MAY_ALIAS takt_ref {
    uint32_t place; /* offset in flash | state */
    uint32_t next;  /* cell of the inode's next, 0: none */
};

/* Of struct takt_inode's flags. */
#define INODE_PREPARED 1u /* heads are right, newest first */
#define INODE_CHECKED  2u /* the background check has been through it */
#define INODE_TIDY     4u /* a directory: deletions may be of no use any more */
#define INODE_BUILT    8u /* its entries are counted */
#define INODE_DIR      16u

/** A file, directory or link; ino 0 holds nodes that belong to none and are kept. */
struct TAKT_MAY_ALIAS takt_inode {
    uint32_t ino;
    uint32_t nodes; /* cell of the first */
    uint32_t next;  /* in its bucket */
    uint16_t links;
    uint8_t flags;
    uint8_t open;
};

union takt_fs_cell {
    struct takt_ref ref;
    uint32_t half[2]; /* an inode takes two cells */
};

/** States of a block. */
enum {
    BLOCK_FREE,   /* erased by us, marked */
    BLOCK_MARKED, /* marked, found so: verify before use */
    BLOCK_ERASE,  /* nothing in it counts, or it was never marked: erase before use */
    BLOCK_OPEN,   /* partly written, found so */
    BLOCK_FULL,   /* has nodes (the write block is one of these) */
    BLOCK_BAD     /* does not erase */
};

struct takt_fs_block {
    uint32_t live;    /* bytes of nodes that count */
    uint32_t written; /* bytes from its start that are taken */
    uint16_t erases;
    uint8_t state;
    bool suspect; /* its first head is bad: perhaps an erase that was cut */
};

/** Who asks for space. */
enum takt_need { NEED_DATA, NEED_DELETE, NEED_COLLECT };

#define ROOT_INO 1u
#define PAGE_MAX 4096u

/** What a path leads to. */
struct takt_place {
    struct takt_fs *fs;
    struct takt_inode *inode;
};

/* Records. */

static inline struct takt_ref *takt_ref_at(const struct takt_fs *fs, uint32_t cell)
{
    return &fs->cells[cell].ref;
}

static inline struct takt_inode *takt_inode_at(const struct takt_fs *fs, uint32_t cell)
{
    return (struct takt_inode *)(void *)&fs->cells[cell];
}

static inline uint32_t takt_inode_cell(const struct takt_fs *fs, const struct takt_inode *inode)
{
    return (uint32_t)((const union takt_fs_cell *)(const void *)inode - fs->cells);
}

static inline uint32_t takt_ref_offset(const struct takt_ref *ref)
{
    return ref->place & ~3u;
}

static inline unsigned takt_ref_state(const struct takt_ref *ref)
{
    return ref->place & 3u;
}

/* records.c */
int takt_carve(struct takt_fs *fs, void *memory, uint32_t size);
struct takt_inode *takt_inode_find(const struct takt_fs *fs, uint32_t ino);
struct takt_inode *takt_inode_make(struct takt_fs *fs, uint32_t ino); /* or found; NULL: no memory */
void takt_inode_free(struct takt_fs *fs, struct takt_inode *inode);
uint32_t takt_ref_make(struct takt_fs *fs); /* 0: no memory */
void takt_ref_free(struct takt_fs *fs, uint32_t cell);
bool takt_refs_left(const struct takt_fs *fs, uint32_t count);

/* Flash. */

/**
 * Bytes of flash: where they stand, if it is mapped, else read into bounce.
 * @return NULL: the flash does not read there, or beyond its end
 */
static inline const uint8_t *takt_view(struct takt_fs *fs, uint32_t offset, uint32_t size, void *bounce)
{
    if (offset > fs->flash->size || size > fs->flash->size - offset)
        return NULL;
    if (fs->flash->map != NULL)
        return fs->flash->map + offset;
    return takt_flash_read(fs->flash, offset, bounce, size) == 0 ? bounce : NULL;
}

/* node.c: one node */
uint32_t takt_crc(uint32_t crc, const void *data, uint32_t size);
bool takt_node_head(struct takt_fs *fs, const uint8_t *head, uint32_t left, struct takt_node *node);
bool takt_node_body(struct takt_fs *fs, uint32_t offset, struct takt_node *node);
uint32_t takt_node_word(struct takt_fs *fs, const struct takt_ref *ref, uint32_t at);
uint8_t takt_node_byte(struct takt_fs *fs, const struct takt_ref *ref, uint32_t at);
uint32_t takt_node_size(struct takt_fs *fs, const struct takt_ref *ref); /* padded */
bool takt_node_is_dirent(struct takt_fs *fs, const struct takt_ref *ref);
bool takt_node_data_right(struct takt_fs *fs, const struct takt_ref *ref);

/* list.c: an inode's nodes */
int takt_attach(struct takt_fs *fs, uint32_t ino, uint32_t offset, uint32_t size, unsigned state);
void takt_prepare(struct takt_fs *fs, struct takt_inode *inode);
void takt_drop(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell);
void takt_drop_all(struct takt_fs *fs, struct takt_inode *inode);
uint32_t takt_newest(struct takt_fs *fs, struct takt_inode *inode); /* version of the head; 0: no nodes */
bool takt_sure(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell);
struct takt_ref *takt_meta(struct takt_fs *fs, struct takt_inode *inode);
int takt_inode_info(struct takt_fs *fs, struct takt_inode *inode, struct takt_info *info);
bool takt_covered(struct takt_fs *fs, struct takt_inode *inode, uint32_t cell);
void takt_obsolete(struct takt_fs *fs, struct takt_inode *inode, uint32_t from, uint32_t to);

/* scan.c, summary.c, mount.c */
uint32_t takt_ones(struct takt_fs *fs, uint32_t offset,
                   uint32_t size); /* how many bytes of ones begin there */
int takt_scan_block(struct takt_fs *fs, uint32_t number);
int takt_scan_node(struct takt_fs *fs, uint32_t offset, const struct takt_node *node, unsigned state);
int takt_summary_block(struct takt_fs *fs, uint32_t number); /* 1: done; 0: there is none, or a bad one */
int takt_jffs2_mount(struct takt_fs *fs, void *memory, uint32_t size);

/* build.c: who has a name */
void takt_build(struct takt_fs *fs);
struct takt_inode *takt_inode_next(const struct takt_fs *fs, const struct takt_inode *inode);
void takt_build_dir(struct takt_fs *fs, struct takt_inode *dir);
void takt_unlinked(struct takt_fs *fs, struct takt_inode *inode);
int takt_finish_renames(struct takt_fs *fs);
uint16_t takt_rename_mark(uint32_t pino, const char *name, uint32_t length, uint32_t version);

/* dirent.c */
struct takt_ref *takt_dir_find(struct takt_fs *fs, struct takt_inode *dir, const char *name, uint32_t length);
bool takt_dirent_is(struct takt_fs *fs, const struct takt_ref *ref, const char *name, uint32_t length);
bool takt_dirent_same(struct takt_fs *fs, const struct takt_ref *a, const struct takt_ref *b);
bool takt_dir_empty(struct takt_fs *fs, struct takt_inode *dir);
bool takt_deletion_needed(struct takt_fs *fs, struct takt_inode *dir, const struct takt_ref *deletion);
void takt_dead(struct takt_fs *fs, struct takt_ref *ref);
int takt_dir_add(struct takt_fs *fs, struct takt_inode *dir, const struct takt_entry *entry,
                 enum takt_need need);

/* read.c */
long takt_read_step(struct takt_fs *fs, struct takt_inode *inode, uint32_t position, void *to, uint32_t size);
void takt_cache_forget(void);

/* compress.c */
int takt_unpack(unsigned how, const uint8_t *from, uint32_t packed, uint8_t *to, uint32_t size);
uint32_t takt_pack(const uint8_t *from, uint32_t size,
                   uint8_t *to); /* bytes, or 0: it does not get smaller */

/* write.c */
int takt_write_node(struct takt_fs *fs, struct takt_inode *inode, void *node, uint32_t size,
                    enum takt_need need);
int takt_write_inode(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                     uint32_t offset, const void *data, uint32_t size);
int takt_write_meta(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                    enum takt_need need);
int takt_write_hole(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                    uint32_t offset, uint32_t size);

/* merge.c */
int takt_write_piece(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                     uint32_t position, const void *from, uint32_t size);

/* space.c: blocks */
int takt_space_take(struct takt_fs *fs, uint32_t size, enum takt_need need, uint32_t *offset);
int takt_space_program(struct takt_fs *fs, uint32_t offset, const void *node, uint32_t size);
int takt_space_put(struct takt_fs *fs, const void *node, uint32_t size, enum takt_need need,
                   uint32_t *offset);
void takt_marker(const struct takt_fs *fs, uint8_t *head);
int takt_block_erase(struct takt_fs *fs, uint32_t number);
uint32_t takt_block_dirty(const struct takt_fs *fs, uint32_t number);

/* settle.c: before the first write */
int takt_settle(struct takt_fs *fs);
int takt_copy_node(struct takt_fs *fs, struct takt_ref *ref); /* gc.c */

/* gc.c, check.c */
int takt_gc_step(struct takt_fs *fs,
                 uint32_t least); /* 1: a node is done; 2: a block was gained; 0: nothing to gain; < 0 */
int takt_check_step(struct takt_fs *fs);  /* 1: there is more; 0: all is checked */
bool takt_erase_step(struct takt_fs *fs); /* false: no block waits for it */
bool takt_gc_wanted(const struct takt_fs *fs);

static inline uint32_t takt_block_of(const struct takt_fs *fs, uint32_t offset)
{
    return offset / fs->flash->block_size;
}

#endif
