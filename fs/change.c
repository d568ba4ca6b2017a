/*
 * Changes of names and of what a file is, each in the order that a power cut may break:
 *
 *   make     the inode's node, then its entry: a cut between leaves an inode without a name, which the next mount drops
 *   remove   a deletion, an entry that names inode 0
 *   rename   the new entry, which replaces one of that name at once, then the deletion of the old: build.c says how the
 *            next mount tells a cut between from two links
 *   change   the inode's node with what is new
 *
 * Everything is checked before the first node is written.
 */
#include <takt/core.h>
#include <takt/timer.h>

#include "files.h"

uint32_t takt_fs_time(const struct takt_fs *fs)
{
    return fs->clock != NULL ? fs->clock() : (uint32_t)(takt_now() / TAKT_S(1));
}

int takt_change(struct takt_fs *fs)
{
    if (!CONFIG_TAKT_FS_WRITE || fs->read_only)
        return -EROFS;
    return takt_settle(fs);
}

void takt_let_go(struct takt_fs *fs, struct takt_inode *inode)
{
    inode->open--;
    if (inode->open == 0 && inode->links == 0 && fs->built && inode->ino != ROOT_INO)
        takt_unlinked(fs, inode);
}

/* One name less. */
static void lose_name(struct takt_fs *fs, struct takt_inode *inode)
{
    inode->links -= inode->links > 0 ? 1 : 0;
    if (inode->links == 0 && inode->open == 0)
        takt_unlinked(fs, inode);
}

static struct takt_entry entry_of(const struct takt_walk *walk, uint32_t ino, unsigned kind)
{
    return (struct takt_entry){.name = walk->name,
                               .length = walk->length,
                               .ino = ino,
                               .time = takt_fs_time(walk->dir.fs),
                               .type = (uint8_t)(kind >> 12)};
}

static int write_new(struct takt_fs *fs, struct takt_inode *inode, uint32_t mode, const char *target)
{
    struct takt_info info = {.mode = mode};

    info.atime = info.mtime = info.ctime = takt_fs_time(fs);
    if (target == NULL)
        return takt_write_meta(fs, inode, &info, NEED_DATA);
    info.size = (uint32_t)strlen(target);
    return takt_write_inode(fs, inode, &info, 0, target, info.size);
}

/** A file, directory or link of the name that a walk did not find. */
int takt_make(struct takt_walk *walk, uint32_t mode, const char *target)
{
    struct takt_fs *fs = walk->dir.fs;
    struct takt_entry entry = entry_of(walk, fs->last_ino + 1, mode & TAKT_S_IFMT);
    struct takt_inode *inode;
    int status;

    if (walk->dir.inode->links == 0 && walk->dir.inode->ino != ROOT_INO)
        return -ENOENT; /* somebody has it open, but it is gone */
    inode = takt_refs_left(fs, 16) ? takt_inode_make(fs, entry.ino) : NULL;
    if (inode == NULL)
        return -ENOMEM;
    inode->flags = INODE_PREPARED | INODE_BUILT | ((mode & TAKT_S_IFMT) == TAKT_S_IFDIR ? INODE_DIR : 0);
    status = write_new(fs, inode, mode, target);
    if (status == 0)
        status = takt_dir_add(fs, walk->dir.inode, &entry, NEED_DATA);
    if (status != 0) {
        takt_unlinked(fs, inode);
        return status;
    }
    inode->links = 1;
    walk->found = (struct takt_place){fs, inode};
    return 0;
}

/* The walk to a name that must not be there yet. */
static int walk_to_new(const char *path, struct takt_walk *walk)
{
    int status = takt_path(path, false, walk);

    if (status != 0)
        return status;
    return walk->found.inode != NULL ? -EEXIST : takt_change(walk->dir.fs);
}

static int make_dir(const char *path, uint32_t mode)
{
    struct takt_walk walk;
    int status = walk_to_new(path, &walk);

    return status != 0 ? status : takt_make(&walk, TAKT_S_IFDIR | (mode & 07777u), NULL);
}

int takt_fs_mkdir(const char *path, uint32_t mode)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(make_dir(path, mode));
}

static int make_link(const char *target, const char *path)
{
    struct takt_walk walk;
    int status = walk_to_new(path, &walk);

    if (status == 0 && walk.slash)
        status = -ENOENT;
    return status != 0 ? status : takt_make(&walk, TAKT_S_IFLNK | 0777u, target);
}

int takt_fs_symlink(const char *target, const char *path)
{
    size_t length = strlen(target);
    int status = length == 0 ? -ENOENT : length > NAME_MAX_ ? -ENAMETOOLONG : takt_files_enter();

    return status != 0 ? status : takt_files_leave(make_link(target, path));
}

/* The walk to an entry that is to go or change. */
static int walk_to_entry(const char *path, bool follow, struct takt_walk *walk)
{
    int status = takt_path(path, follow, walk);

    if (status != 0)
        return status;
    return walk->found.inode == NULL ? -ENOENT : takt_change(walk->found.fs);
}

static int remove_entry(const struct takt_walk *walk)
{
    struct takt_entry entry = entry_of(walk, 0, 0);
    int status = takt_dir_add(walk->dir.fs, walk->dir.inode, &entry, NEED_DELETE);

    if (status == 0)
        lose_name(walk->found.fs, walk->found.inode);
    return status;
}

static int unlink_path(const char *path)
{
    struct takt_walk walk;
    int status = walk_to_entry(path, false, &walk);

    if (status != 0)
        return status;
    return walk.entry == NULL || (walk.found.inode->flags & INODE_DIR) != 0 ? -EISDIR : remove_entry(&walk);
}

int takt_fs_unlink(const char *path)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(unlink_path(path));
}

static int remove_dir(const char *path)
{
    struct takt_walk walk;
    int status = walk_to_entry(path, false, &walk);

    if (status != 0)
        return status;
    if ((walk.found.inode->flags & INODE_DIR) == 0)
        return -ENOTDIR;
    if (walk.entry == NULL)
        return -EBUSY;
    return takt_dir_empty(walk.found.fs, walk.found.inode) ? remove_entry(&walk) : -ENOTEMPTY;
}

int takt_fs_rmdir(const char *path)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(remove_dir(path));
}

/** One side of a rename, kept while the other is walked. */
struct side {
    struct takt_walk walk;
    char name[NAME_MAX_ + 1];
};

static void keep_name(struct side *side)
{
    memcpy(side->name, side->walk.name, side->walk.length);
    side->walk.name = side->name;
}

/* Whether an entry may come to stand where `to` leads. */
static int may_replace(const struct takt_walk *from, const struct takt_walk *to)
{
    bool dir = (from->found.inode->flags & INODE_DIR) != 0;
    struct takt_inode *other = to->found.inode;

    if (from->dir.fs != to->dir.fs)
        return -EXDEV;
    if (dir && takt_path_through(from->found.inode))
        return -EINVAL;
    if (to->length == 0 || from->entry == NULL || (other != NULL && to->entry == NULL))
        return -EBUSY;
    if (other == NULL)
        return to->slash && !dir ? -ENOTDIR : 0;
    if ((other->flags & INODE_DIR) != 0)
        return !dir ? -EISDIR : takt_dir_empty(to->found.fs, other) ? 0 : -ENOTEMPTY;
    return dir ? -ENOTDIR : 0;
}

static int rename_entry(const struct takt_walk *from, const struct takt_walk *to)
{
    struct takt_fs *fs = from->dir.fs;
    struct takt_entry made =
        entry_of(to, from->found.inode->ino, (unsigned)takt_node_byte(fs, from->entry, AT_TYPE) << 12);
    struct takt_entry gone = entry_of(from, 0, 0);
    int status;

    if (!takt_refs_left(fs, 16))
        return -ENOMEM;
    made.mark = takt_rename_mark(from->dir.inode->ino, from->name, from->length,
                                 takt_node_word(fs, from->entry, AT_VERSION));
    status = takt_dir_add(fs, to->dir.inode, &made, NEED_DATA);
    if (status != 0)
        return status;
    if (takt_dir_add(fs, from->dir.inode, &gone, NEED_DELETE) != 0) {
        takt_dead(fs,
                  from->entry); /* the mark says so already; the deletion is written before the next change */
        fs->renames = true;
        fs->settled = false;
    }
    if (to->found.inode != NULL)
        lose_name(fs, to->found.inode);
    return 0;
}

static int rename_path(const char *path, const char *new_path)
{
    struct side from;
    struct takt_walk to;
    int status = walk_to_entry(path, false, &from.walk);

    if (status != 0)
        return status;
    if (from.walk.length == 0)
        return -EBUSY;
    keep_name(&from);
    status = takt_path(new_path, false, &to);
    if (status == 0)
        status = may_replace(&from.walk, &to);
    if (status != 0 || to.found.inode == from.walk.found.inode)
        return status;
    return rename_entry(&from.walk, &to);
}

int takt_fs_rename(const char *from, const char *to)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(rename_path(from, to));
}

static int link_path(const char *from, const char *to)
{
    struct takt_walk old, new;
    struct takt_entry entry;
    int status = walk_to_entry(from, false, &old);

    if (status == 0)
        status = walk_to_new(to, &new);
    if (status != 0)
        return status;
    if ((old.found.inode->flags & INODE_DIR) != 0)
        return -EPERM;
    if (old.found.fs != new.dir.fs)
        return -EXDEV;
    if (old.found.inode->links == UINT16_MAX)
        return -EMLINK;
    entry = entry_of(&new, old.found.inode->ino, takt_place_kind(&old.found));
    status = takt_dir_add(new.dir.fs, new.dir.inode, &entry, NEED_DATA);
    old.found.inode->links += status == 0 ? 1 : 0;
    return status;
}

int takt_fs_link(const char *from, const char *to)
{
    int status = takt_files_enter();

    return status != 0 ? status : takt_files_leave(link_path(from, to));
}
