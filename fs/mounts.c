/*
 * Mounts and the lock. The core that mounts first owns the file system; others are refused before they touch the lock, which
 * is an object of one core. A mount that is to be done later (the extended root) is done by whoever comes to it first; if
 * it fails, it stays failed, with the same error for everybody, until it is unmounted.
 */
#include <takt/core.h>
#include <takt/klock.h>

#include "files.h"

static struct {
    struct takt_klock lock;
    struct takt_fs *first;
    unsigned core;
} files;

int takt_files_enter(void)
{
    if (files.first != NULL && files.core != takt_core_id())
        return -EPERM;
    takt_klock_enter(&files.lock);
    return 0;
}

int takt_files_leave(int status)
{
    takt_klock_exit(&files.lock);
    return status;
}

static bool is_root(const struct takt_fs *fs)
{
    return fs->path[1] == '\0';
}

struct takt_fs *takt_mount_root(void)
{
    struct takt_fs *fs = files.first;

    while (fs != NULL && !is_root(fs))
        fs = fs->next;
    return fs;
}

struct takt_fs *takt_mount_named(const char *name, uint32_t length)
{
    struct takt_fs *fs = files.first;

    while (fs != NULL && (strlen(fs->path) != length + 1 || memcmp(fs->path + 1, name, length) != 0))
        fs = fs->next;
    return fs;
}

int takt_mount_ready(struct takt_fs *fs)
{
    if (fs->state == MOUNT_LATER) {
        int status = takt_jffs2_mount(fs, fs->memory, fs->memory_size);

        fs->state = status == 0 ? MOUNT_DONE : status;
    }
    return fs->state < 0 ? fs->state : 0;
}

static bool attr_right(const struct takt_fs_attr *attr)
{
    return attr->path != NULL && attr->path[0] == '/' && strchr(attr->path + 1, '/') == NULL &&
           strlen(attr->path) <= NAME_MAX_ && attr->flash != NULL && ((uintptr_t)attr->memory & 7u) == 0;
}

static int add(struct takt_fs *fs, const struct takt_fs_attr *attr)
{
    if (takt_mount_named(attr->path + 1, (uint32_t)strlen(attr->path) - 1) != NULL)
        return -EBUSY;
    memset(fs, 0, sizeof(*fs));
    fs->flash = attr->flash;
    fs->path = attr->path;
    fs->why = "";
    fs->flags = attr->flags;
    fs->clock = attr->clock;
    fs->memory = attr->memory;
    fs->memory_size = attr->size;
    fs->state = MOUNT_LATER;
    if ((attr->flags & TAKT_FS_LATER) == 0 && takt_mount_ready(fs) != 0)
        return fs->state;
    files.core = takt_core_id();
    fs->next = files.first;
    files.first = fs;
    return 0;
}

int takt_fs_mount(struct takt_fs *fs, const struct takt_fs_attr *attr)
{
    int status = attr_right(attr) ? takt_files_enter() : -EINVAL;

    return status != 0 ? status : takt_files_leave(add(fs, attr));
}

static bool is_open(const struct takt_fs *fs)
{
    const struct takt_inode *inode = NULL;

    if (fs->state != MOUNT_DONE)
        return false;
    while ((inode = takt_inode_next(fs, inode)) != NULL)
        if (inode->open != 0)
            return true;
    return false;
}

static int take_away(struct takt_fs *fs)
{
    struct takt_fs **link = &files.first;

    while (*link != NULL && *link != fs)
        link = &(*link)->next;
    if (*link == NULL)
        return -EINVAL;
    if (is_open(fs))
        return -EBUSY;
    *link = fs->next;
    fs->state = MOUNT_NONE;
    takt_cache_forget();
    return 0;
}

int takt_fs_unmount(struct takt_fs *fs)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(take_away(fs));
}

const char *takt_fs_why(const struct takt_fs *fs)
{
    return fs->why;
}

/* A step of what is most useful: what is checked can be collected, what is erased can be written. */
static int background(struct takt_fs *fs)
{
    int status = 0;

    if (fs->state != MOUNT_DONE)
        return 0;
    if (!fs->checked || fs->tidy != 0)
        return takt_check_step(fs) | (fs->checked ? 0 : 1);
    if (fs->read_only || !fs->settled || !CONFIG_TAKT_FS_WRITE)
        return 0;
    if (takt_erase_step(fs))
        return 1;
    if (takt_gc_wanted(fs))
        status = takt_gc_step(fs, fs->flash->block_size / 8);
    return status > 0 ? 1 : status;
}

int takt_fs_background(struct takt_fs *fs)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(background(fs));
}

void takt_fs_background_thread(void *arg)
{
    for (;;)
        if (takt_fs_background(arg) <= 0)
            (void)takt_sleep(TAKT_MS(100));
}

static int space(struct takt_fs *fs, struct takt_fs_space *to)
{
    uint32_t number;

    memset(to, 0, sizeof(*to));
    if (fs->state != MOUNT_DONE)
        return -ENODEV;
    for (number = 0; number < fs->block_count; number++) {
        const struct takt_fs_block *block = &fs->blocks[number];

        to->used += block->live;
        if (block->state <= BLOCK_ERASE)
            to->free += fs->flash->block_size;
        else if (number == fs->write_block)
            to->free += fs->flash->block_size - block->written;
    }
    to->size = fs->flash->size;
    to->dirty = to->size - to->used - to->free;
    to->files = fs->inodes;
    to->nodes = fs->refs;
    to->memory = fs->memory_size;
    to->memory_used = fs->memory_size - (fs->high - fs->low) * 8;
    to->checked = fs->checked;
    to->read_only = fs->read_only;
    return 0;
}

int takt_fs_space(struct takt_fs *fs, struct takt_fs_space *to)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(space(fs, to));
}
