/*
 * What a file is beside its data: permissions, owner, times, size. Each change is one node of the inode. Of a link (or a
 * device) the node carries the target again, because the format wants all of that in one node.
 */
#include "files.h"

/** What is to be changed. */
struct change {
    bool has_mode, has_owner, has_times;
    uint32_t mode, atime, mtime;
    uint16_t uid, gid;
};

int takt_resize(struct takt_fs *fs, struct takt_inode *inode, uint32_t size)
{
    struct takt_info info;
    int status = takt_inode_info(fs, inode, &info);
    uint32_t before = info.size;

    if (status != 0 || size == before)
        return status;
    if ((info.mode & TAKT_S_IFMT) != TAKT_S_IFREG)
        return -EINVAL;
    if (size > 0x7fffffffu)
        return -EFBIG;
    info.size = size;
    info.mtime = info.ctime = takt_fs_time(fs);
    if (size > before)
        return takt_write_hole(fs, inode, &info, before, size - before);
    return takt_write_meta(fs, inode, &info, NEED_DELETE);
}

static void apply(const struct change *change, struct takt_info *info)
{
    if (change->has_mode)
        info->mode = (info->mode & TAKT_S_IFMT) | (change->mode & 07777u);
    if (change->has_owner) {
        info->uid = change->uid;
        info->gid = change->gid;
    }
    if (change->has_times) {
        info->atime = change->atime;
        info->mtime = change->mtime;
    }
}

static int write_changed(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info)
{
    uint8_t target[NAME_MAX_];
    unsigned kind = info->mode & TAKT_S_IFMT;
    long length;

    if (kind == TAKT_S_IFREG || kind == TAKT_S_IFDIR || info->size == 0)
        return takt_write_meta(fs, inode, info, NEED_DATA);
    if (info->size > sizeof(target))
        return -EIO;
    length = takt_read_step(fs, inode, 0, target, info->size);
    if (length != (long)info->size)
        return length < 0 ? (int)length : -EIO;
    return takt_write_inode(fs, inode, info, 0, target, info->size);
}

static int change_path(const char *path, const struct change *change)
{
    struct takt_walk walk;
    struct takt_info info;
    int status = takt_path(path, true, &walk);

    if (status == 0)
        status = walk.found.inode == NULL ? -ENOENT : takt_change(walk.found.fs);
    if (status == 0)
        status = takt_inode_info(walk.found.fs, walk.found.inode, &info);
    if (status != 0)
        return status;
    info.ctime = takt_fs_time(walk.found.fs);
    apply(change, &info);
    return write_changed(walk.found.fs, walk.found.inode, &info);
}

static int changed(const char *path, const struct change *change)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(change_path(path, change));
}

int takt_fs_chmod(const char *path, uint32_t mode)
{
    return changed(path, &(struct change){.has_mode = true, .mode = mode});
}

int takt_fs_chown(const char *path, uint16_t uid, uint16_t gid)
{
    return changed(path, &(struct change){.has_owner = true, .uid = uid, .gid = gid});
}

int takt_fs_utimes(const char *path, uint32_t atime, uint32_t mtime)
{
    return changed(path, &(struct change){.has_times = true, .atime = atime, .mtime = mtime});
}

static int truncate_path(const char *path, uint32_t size)
{
    struct takt_walk walk;
    int status = takt_path(path, true, &walk);

    if (status == 0 && walk.found.inode == NULL)
        status = -ENOENT;
    if (status == 0)
        status = takt_change(walk.found.fs);
    return status != 0 ? status : takt_resize(walk.found.fs, walk.found.inode, size);
}

int takt_fs_truncate(const char *path, uint32_t size)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(truncate_path(path, size));
}
