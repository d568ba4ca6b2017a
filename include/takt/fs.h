/*
 * Files on flash: JFFS2 as Linux has it, read and written (docs/fs.md).
 *
 * One core owns the file system: the one that mounts first. Any of its threads may call; a call from another core gets
 * -EPERM. What a call returns is on flash: there is no write buffer. A lock with priority inheritance is held for a
 * step at a time (a node, a directory entry), so a reader waits for at most one step of another.
 *
 * All memory is the caller's or static (Kconfig); a mount's grows by 8 bytes a node and 16 a file, up to what it was
 * given. Times are seconds since 1970, 32 bits without sign.
 */
#ifndef TAKT_FS_H
#define TAKT_FS_H

#include <takt/flash.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of takt_fs_mount(). */
#define TAKT_FS_READ_ONLY 1u /**< nothing is programmed or erased */
#define TAKT_FS_LATER     2u /**< mount at the first access: the extended root */
#define TAKT_FS_SCAN      4u /**< do not believe summaries */
#define TAKT_FS_CHECK     8u /**< check all data at mount, not in the background */

/* Flags of takt_fs_open(). */
#define TAKT_O_READ   1u
#define TAKT_O_WRITE  2u
#define TAKT_O_CREATE 4u
#define TAKT_O_EXCL   8u
#define TAKT_O_TRUNC  16u
#define TAKT_O_APPEND 32u

/* What takt_fs_seek() counts from. */
#define TAKT_SEEK_SET 0
#define TAKT_SEEK_CUR 1
#define TAKT_SEEK_END 2

/* Kinds of files in struct takt_fs_stat's mode, as Linux has them. */
#define TAKT_S_IFMT  0170000u
#define TAKT_S_IFDIR 0040000u
#define TAKT_S_IFREG 0100000u
#define TAKT_S_IFLNK 0120000u

#define TAKT_FS_NAME_MAX 254

/** What takt_fs_mount() is told. */
struct takt_fs_attr {
    const char *path; /**< "/", or "/name": one name below the root; kept by reference */
    struct takt_flash *flash;
    void *memory;  /**< the mount's records, aligned to 8 bytes */
    uint32_t size; /**< of it; TAKT_FS_MEMORY() */
    unsigned flags;
    uint32_t (*clock)(void); /**< seconds since 1970; NULL: since the core's counter started */
};

/** Memory that a mount needs for so many blocks, files (directories too) and nodes. */
#define TAKT_FS_MEMORY(blocks, files, nodes) ((blocks)*16u + (files)*16u + (nodes)*8u + 32u)

#define TAKT_FS_BUCKETS 64

struct takt_fs_block;
union takt_fs_cell;

/** A mounted file system. Every member is private. */
struct takt_fs {
    struct takt_fs *next;
    struct takt_flash *flash;
    const char *path, *why;
    uint32_t (*clock)(void);
    unsigned flags;
    int state;
    void *memory;
    uint32_t memory_size;
    /* records */
    union takt_fs_cell *cells;
    uint32_t low, high, free_refs, free_inodes, refs, inodes, spare;
    uint32_t bucket[TAKT_FS_BUCKETS];
    /* blocks */
    struct takt_fs_block *blocks;
    uint32_t block_count, free_blocks, write_block, last_free, page, kept;
    /* what is known */
    uint32_t last_ino, longest, valid;
    bool swapped, markers, read_only, renames, built, settled;
    /* the background */
    uint32_t check_cell, check_ref, gc_block, gc_at, gc_turn, tidy;
    bool checked;
    uint32_t steps;
};

/** An open file. Every member is private. */
struct takt_file {
    struct takt_fs *fs;
    uint32_t inode, position;
    unsigned flags;
};

/** An open directory. Every member is private. */
struct takt_dir {
    struct takt_fs *fs;
    uint32_t inode, cookie;
};

/** One entry of a directory. */
struct takt_fs_entry {
    uint32_t ino;
    uint8_t type; /**< the mode's kind / 4096, as Linux's DT_* */
    char name[TAKT_FS_NAME_MAX + 1];
};

/** What is known of a file. */
struct takt_fs_stat {
    uint32_t ino, mode, links, size;
    uint16_t uid, gid;
    uint32_t atime, mtime, ctime;
};

/** What is known of a mount. */
struct takt_fs_space {
    uint32_t size, used, dirty,
        free;              /**< bytes: of the flash, of nodes that count, that can be got back, erased */
    uint32_t files, nodes; /**< records in memory */
    uint32_t memory, memory_used; /**< bytes given, and in use */
    bool checked;                 /**< the background check is through */
    bool read_only;
};

/**
 * Mount, or say what is to be mounted at the first access (TAKT_FS_LATER). "/" comes first.
 *
 * Call class: thread, before start. Bound: grows with the blocks that have no summary (their node heads) and with
 * entries of summaries.
 * @return 0; -EINVAL: no JFFS2 there, or a bad path; -ENOMEM: more files and nodes than memory;
 *         -EOPNOTSUPP: a node that only a newer system understands; -EBUSY: that path is taken; -EIO;
 *         takt_fs_why() says more
 */
int takt_fs_mount(struct takt_fs *fs, const struct takt_fs_attr *attr);

/** Unmount. Call class: thread. @return 0; -EBUSY: files are open; -EINVAL: not mounted */
int takt_fs_unmount(struct takt_fs *fs);

/** Why the last call that refused this mount did, a line. Call class: thread. */
const char *takt_fs_why(const struct takt_fs *fs);

/**
 * One step of what is done in the background: check a node, collect a node, erase a block. A thread of low priority
 * calls it until it has nothing to do, and sleeps.
 * Call class: thread. Bound: one node. @return 1: there is more; 0: nothing to do; -EIO
 */
int takt_fs_background(struct takt_fs *fs);

/** A thread's entry function that does so for ever; arg is the mount. Call class: thread. */
void takt_fs_background_thread(void *arg);

/** Space and records. Call class: thread. Bound: the blocks. @return 0; -ENODEV: not mounted */
int takt_fs_space(struct takt_fs *fs, struct takt_fs_space *to);

/**
 * Open a file.
 * Call class: thread. Bound: the names of the directories on the way.
 * @param mode permissions of a file that is made
 * @return 0; -ENOENT; -ENOTDIR; -EISDIR; -EEXIST; -ELOOP; -ENAMETOOLONG; -EROFS; -ENOSPC; -ENOMEM; -EIO; -EINVAL;
 *         -EMFILE: 255 have this file open; what mounting gave, where the path leads into one that is mounted later
 */
int takt_fs_open(struct takt_file *file, const char *path, unsigned flags, uint32_t mode);

/** Close. Call class: thread. @return 0; -EBADF */
int takt_fs_close(struct takt_file *file);

/**
 * Read from the file's position on.
 * Call class: thread. Bound: the nodes read, the lock given back after each.
 * @return bytes read, 0 at the end; -EIO: a node is bad; -EOPNOTSUPP: a compression that is not built in (LZO);
 *         -ENOBUFS: part of a node that is larger than CONFIG_TAKT_FS_CACHE; -EBADF
 */
long takt_fs_read(struct takt_file *file, void *to, size_t size);

/**
 * Write at the file's position, or at its end (TAKT_O_APPEND). It is on flash when this returns.
 * Call class: thread. Bound: nodes written, and what has to be collected for each (docs/fs.md).
 * @return bytes written, fewer than asked only if the flash is full; -ENOSPC; -EIO; -EROFS; -EBADF; -ENOMEM; -EFBIG
 */
long takt_fs_write(struct takt_file *file, const void *from, size_t size);

/** Move the position. Call class: thread. @return the position; -EINVAL; -EBADF */
int64_t takt_fs_seek(struct takt_file *file, int64_t offset, int from);

/** Cut an open file, or make it longer by zeros. Call class: thread. @return 0; as takt_fs_write() */
int takt_fs_ftruncate(struct takt_file *file, uint32_t size);

/** What is known of an open file. Call class: thread. @return 0; -EBADF; -EIO */
int takt_fs_fstat(struct takt_file *file, struct takt_fs_stat *stat);

/* By path. Call class: thread. Bounds and errors as takt_fs_open(). */

int takt_fs_stat(const char *path, struct takt_fs_stat *stat);
int takt_fs_lstat(const char *path, struct takt_fs_stat *stat); /**< of a symbolic link itself */
int takt_fs_truncate(const char *path, uint32_t size);
int takt_fs_mkdir(const char *path, uint32_t mode);
int takt_fs_rmdir(const char *path); /**< -ENOTEMPTY; -EBUSY: a root */
int takt_fs_unlink(const char *path);
int takt_fs_rename(const char *from, const char *to); /**< -EXDEV between mounts; -EINVAL below itself */
int takt_fs_link(const char *from, const char *to);
int takt_fs_symlink(const char *target, const char *path);
int takt_fs_chmod(const char *path, uint32_t mode);
int takt_fs_chown(const char *path, uint16_t uid, uint16_t gid);
int takt_fs_utimes(const char *path, uint32_t atime, uint32_t mtime);

/** A link's target, without an end; cut to size. @return its length; -EINVAL: no link */
long takt_fs_readlink(const char *path, char *to, size_t size);

/** Open a directory. Call class: thread. @return 0; -ENOTDIR; as takt_fs_open() */
int takt_fs_opendir(struct takt_dir *dir, const char *path);

/**
 * The next entry, newest first; "." and ".." are not told. Entries that are made meanwhile may be missed.
 * Call class: thread. Bound: the directory's entries. @return 1; 0: that was all; -EBADF; -EIO
 */
int takt_fs_readdir(struct takt_dir *dir, struct takt_fs_entry *entry);

/** Close a directory. Call class: thread. @return 0; -EBADF */
int takt_fs_closedir(struct takt_dir *dir);

#ifdef __cplusplus
}
#endif

#endif
