/*
 * What is known of a file, and directories read entry by entry. Links are counted by a walk over all entries, once
 * (build.c): the first question for them does it, if neither a write nor the background has.
 */
#include "files.h"

/* A directory changes with its entries: the newest one's time, if it is newer than the directory's own node. */
static void entry_time(struct takt_fs *fs, const struct takt_inode *inode, struct takt_fs_stat *stat)
{
    const struct takt_ref *newest = inode->nodes != 0 ? takt_ref_at(fs, inode->nodes) : NULL;

    if (newest != NULL && takt_node_is_dirent(fs, newest))
        stat->mtime = stat->ctime = takt_node_word(fs, newest, AT_MCTIME);
}

int takt_tell(struct takt_fs *fs, struct takt_inode *inode, struct takt_fs_stat *stat)
{
    struct takt_info info;
    int status;

    takt_build(fs);
    status = takt_inode_info(fs, inode, &info);
    if (status != 0)
        return status;
    *stat = (struct takt_fs_stat){.ino = inode->ino,
                                  .mode = info.mode,
                                  .links = inode->links,
                                  .size = info.size,
                                  .uid = info.uid,
                                  .gid = info.gid,
                                  .atime = info.atime,
                                  .mtime = info.mtime,
                                  .ctime = info.ctime};
    entry_time(fs, inode, stat);
    if (inode->ino == ROOT_INO)
        stat->links = 1;
    return 0;
}

static int stat_path(const char *path, bool follow, struct takt_fs_stat *stat)
{
    struct takt_walk walk;
    int status = takt_path(path, follow, &walk);

    if (status == 0 && walk.found.inode == NULL)
        status = -ENOENT;
    return status != 0 ? status : takt_tell(walk.found.fs, walk.found.inode, stat);
}

int takt_fs_stat(const char *path, struct takt_fs_stat *stat)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(stat_path(path, true, stat));
}

int takt_fs_lstat(const char *path, struct takt_fs_stat *stat)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(stat_path(path, false, stat));
}

static int read_link(const char *path, char *to, size_t size)
{
    struct takt_walk walk;
    int status = takt_path(path, false, &walk);

    if (status != 0)
        return status;
    if (walk.found.inode == NULL)
        return -ENOENT;
    if (takt_place_kind(&walk.found) != TAKT_S_IFLNK)
        return -EINVAL;
    return (int)takt_read_step(walk.found.fs, walk.found.inode, 0, to,
                               size < NAME_MAX_ ? (uint32_t)size : NAME_MAX_);
}

long takt_fs_readlink(const char *path, char *to, size_t size)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(read_link(path, to, size));
}

static int open_dir(struct takt_dir *dir, const char *path)
{
    struct takt_walk walk;
    int status = takt_path(path, true, &walk);

    dir->fs = NULL;
    if (status != 0)
        return status;
    if (walk.found.inode == NULL)
        return -ENOENT;
    if (takt_place_kind(&walk.found) != TAKT_S_IFDIR)
        return -ENOTDIR;
    if (walk.found.inode->open == UINT8_MAX)
        return -EMFILE;
    takt_build(walk.found.fs);
    walk.found.inode->open++;
    dir->fs = walk.found.fs;
    dir->inode = takt_inode_cell(dir->fs, walk.found.inode);
    dir->cookie = UINT32_MAX;
    return 0;
}

int takt_fs_opendir(struct takt_dir *dir, const char *path)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(open_dir(dir, path));
}

static int tell_entry(struct takt_fs *fs, const struct takt_ref *ref, struct takt_fs_entry *entry)
{
    uint32_t length = takt_node_byte(fs, ref, AT_NSIZE);
    uint8_t bounce[NAME_MAX_ + 1];
    const uint8_t *name = takt_view(fs, takt_ref_offset(ref) + AT_NAME, length, bounce);

    if (name == NULL || length > NAME_MAX_)
        return -EIO;
    entry->ino = takt_node_word(fs, ref, AT_INO);
    entry->type = takt_node_byte(fs, ref, AT_TYPE);
    memcpy(entry->name, name, length);
    entry->name[length] = '\0';
    return 1;
}

/* Entries have versions of their own, so the next one is the newest that is older than the last. */
static int read_dir(struct takt_dir *dir, struct takt_fs_entry *entry)
{
    struct takt_fs *fs = dir->fs;
    uint32_t cell = takt_inode_at(fs, dir->inode)->nodes;

    for (; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);
        uint32_t version;

        if (takt_ref_state(ref) == REF_DEAD || !takt_node_is_dirent(fs, ref) ||
            takt_node_word(fs, ref, AT_INO) == 0)
            continue;
        version = takt_node_word(fs, ref, AT_VERSION);
        if (version >= dir->cookie)
            continue;
        dir->cookie = version;
        return tell_entry(fs, ref, entry);
    }
    return 0;
}

int takt_fs_readdir(struct takt_dir *dir, struct takt_fs_entry *entry)
{
    int status = dir->fs != NULL ? takt_files_enter() : -EBADF;

    return status != 0 ? status : takt_files_leave(read_dir(dir, entry));
}

int takt_fs_closedir(struct takt_dir *dir)
{
    int status = dir->fs != NULL ? takt_files_enter() : -EBADF;

    if (status != 0)
        return status;
    takt_let_go(dir->fs, takt_inode_at(dir->fs, dir->inode));
    dir->fs = NULL;
    return takt_files_leave(0);
}
