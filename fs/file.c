/*
 * Open files. A file is its mount, its inode and a position; everything else is read from flash. The lock is taken for
 * each node that is read or written, so a long transfer lets more urgent threads in between. Two threads that use one
 * struct takt_file at once each get their bytes, in no order; with a file of their own each, any number read at once.
 */
#include "files.h"

#define SIZE_MOST 0x7fffffffu

static int found_or_made(struct takt_walk *walk, unsigned flags, uint32_t mode)
{
    int status;

    if (walk->found.inode != NULL) {
        if ((flags & TAKT_O_CREATE) != 0 && (flags & TAKT_O_EXCL) != 0)
            return -EEXIST;
        return takt_place_kind(&walk->found) == TAKT_S_IFDIR ? -EISDIR : 0;
    }
    if ((flags & TAKT_O_CREATE) == 0)
        return -ENOENT;
    if (walk->slash)
        return -EISDIR;
    status = takt_change(walk->dir.fs);
    return status != 0 ? status : takt_make(walk, TAKT_S_IFREG | (mode & 07777u), NULL);
}

/* What writing needs of a file that is there. */
static int ready_to_write(const struct takt_walk *walk, unsigned flags)
{
    struct takt_info info;
    int status = (flags & TAKT_O_WRITE) != 0 ? takt_change(walk->found.fs) : 0;

    if (status == 0)
        status = takt_inode_info(walk->found.fs, walk->found.inode, &info);
    if (status != 0 || (flags & TAKT_O_WRITE) == 0 || (flags & TAKT_O_TRUNC) == 0 || info.size == 0)
        return status;
    return takt_resize(walk->found.fs, walk->found.inode, 0);
}

static int open_file(struct takt_file *file, const char *path, unsigned flags, uint32_t mode)
{
    struct takt_walk walk;
    int status = takt_path(path, true, &walk);

    if (status == 0)
        status = found_or_made(&walk, flags, mode);
    if (status == 0 && walk.found.inode->open == UINT8_MAX)
        status = -EMFILE;
    if (status == 0)
        status = ready_to_write(&walk, flags);
    if (status != 0)
        return status;
    walk.found.inode->open++;
    file->fs = walk.found.fs;
    file->inode = takt_inode_cell(file->fs, walk.found.inode);
    file->position = 0;
    file->flags = flags;
    return 0;
}

int takt_fs_open(struct takt_file *file, const char *path, unsigned flags, uint32_t mode)
{
    int status = (flags & (TAKT_O_READ | TAKT_O_WRITE)) != 0 ? takt_files_enter() : -EINVAL;

    file->fs = NULL;
    return status != 0 ? status : takt_files_leave(open_file(file, path, flags, mode));
}

int takt_fs_close(struct takt_file *file)
{
    int status = file->fs != NULL ? takt_files_enter() : -EBADF;

    if (status != 0)
        return status;
    takt_let_go(file->fs, takt_inode_at(file->fs, file->inode));
    file->fs = NULL;
    return takt_files_leave(0);
}

static bool usable(const struct takt_file *file, unsigned flag)
{
    return file->fs != NULL && (file->flags & flag) != 0;
}

static long read_piece(struct takt_file *file, void *to, uint32_t size)
{
    long got = takt_files_enter();

    if (got != 0)
        return got;
    got = takt_read_step(file->fs, takt_inode_at(file->fs, file->inode), file->position, to, size);
    if (got > 0)
        file->position += (uint32_t)got;
    (void)takt_files_leave(0);
    return got;
}

long takt_fs_read(struct takt_file *file, void *to, size_t size)
{
    size_t done = 0;
    long got = 0;

    if (!usable(file, TAKT_O_READ))
        return -EBADF;
    if (size > SIZE_MOST)
        size = SIZE_MOST;
    while (done < size && (got = read_piece(file, (uint8_t *)to + done, (uint32_t)(size - done))) > 0)
        done += (size_t)got;
    return got < 0 && done == 0 ? got : (long)done;
}

/* Zeros up to where the write begins. */
static int fill_gap(struct takt_file *file, struct takt_inode *inode, struct takt_info *info)
{
    uint32_t from = info->size;

    if (file->position <= from)
        return 0;
    info->size = file->position;
    return takt_write_hole(file->fs, inode, info, from, file->position - from);
}

/* At most to the end of a page. */
static long write_step(struct takt_file *file, const void *from, uint32_t size)
{
    struct takt_fs *fs = file->fs;
    struct takt_inode *inode = takt_inode_at(fs, file->inode);
    struct takt_info info;
    int status = takt_change(fs);

    if (status == 0)
        status = takt_inode_info(fs, inode, &info);
    if (status != 0)
        return status;
    if ((file->flags & TAKT_O_APPEND) != 0)
        file->position = info.size;
    if (size > fs->page - file->position % fs->page)
        size = fs->page - file->position % fs->page;
    if (file->position > SIZE_MOST - size)
        return -EFBIG;
    info.mtime = info.ctime = takt_fs_time(fs);
    status = fill_gap(file, inode, &info);
    if (status != 0)
        return status;
    if (file->position + size > info.size)
        info.size = file->position + size;
    status = takt_write_piece(fs, inode, &info, file->position, from, size);
    return status != 0 ? status : (long)size;
}

static long write_piece(struct takt_file *file, const void *from, uint32_t size)
{
    long done = takt_files_enter();

    if (done != 0)
        return done;
    done = write_step(file, from, size);
    if (done > 0)
        file->position += (uint32_t)done;
    (void)takt_files_leave(0);
    return done;
}

long takt_fs_write(struct takt_file *file, const void *from, size_t size)
{
    size_t done = 0;
    long put = 0;

    if (!usable(file, TAKT_O_WRITE))
        return -EBADF;
    if (size > SIZE_MOST)
        size = SIZE_MOST;
    while (done < size &&
           (put = write_piece(file, (const uint8_t *)from + done, (uint32_t)(size - done))) > 0)
        done += (size_t)put;
    return put < 0 && done == 0 ? put : (long)done;
}

static int64_t seek(struct takt_file *file, int64_t offset, int from)
{
    struct takt_info info = {0};
    int status =
        from == TAKT_SEEK_END ? takt_inode_info(file->fs, takt_inode_at(file->fs, file->inode), &info) : 0;
    int64_t base = from == TAKT_SEEK_CUR ? file->position : info.size;

    if (status != 0)
        return status;
    if (from < TAKT_SEEK_SET || from > TAKT_SEEK_END || offset > (int64_t)SIZE_MOST ||
        offset < -(int64_t)SIZE_MOST || base + offset < 0 || base + offset > (int64_t)SIZE_MOST)
        return -EINVAL;
    file->position = (uint32_t)(base + offset);
    return file->position;
}

int64_t takt_fs_seek(struct takt_file *file, int64_t offset, int from)
{
    int64_t result = file->fs != NULL ? takt_files_enter() : -EBADF;

    if (result != 0)
        return result;
    result = seek(file, offset, from);
    (void)takt_files_leave(0);
    return result;
}

static int cut(struct takt_file *file, uint32_t size)
{
    int status = takt_change(file->fs);

    return status != 0 ? status : takt_resize(file->fs, takt_inode_at(file->fs, file->inode), size);
}

int takt_fs_ftruncate(struct takt_file *file, uint32_t size)
{
    int status = usable(file, TAKT_O_WRITE) ? takt_files_enter() : -EBADF;

    return status != 0 ? status : takt_files_leave(cut(file, size));
}

int takt_fs_fstat(struct takt_file *file, struct takt_fs_stat *stat)
{
    int status = file->fs != NULL ? takt_files_enter() : -EBADF;

    return status != 0 ? status
                       : takt_files_leave(takt_tell(file->fs, takt_inode_at(file->fs, file->inode), stat));
}
