/*
 * Paths. A walk from the root, name by name; the directories on the way are remembered, so ".." needs no link upwards in
 * the format. A symbolic link's target takes its name's place in the text that is left. Bounds: CONFIG_TAKT_FS_PATH bytes of
 * text, 32 directories deep, 8 links; beyond that the walk ends with an error. All that is known of a walk is static: the
 * lock is held.
 *
 * Mounts hang below the root by one name. The walk is what mounts the extended root: when it comes to that name, mostly
 * by a link of the basic root.
 */
#include "files.h"

#define DEEPEST 32
#define LINKS   8

static struct {
    char text[CONFIG_TAKT_FS_PATH];
    uint32_t at;
    struct takt_place trail[DEEPEST];
    uint32_t depth, links;
} way;

unsigned takt_place_kind(const struct takt_place *place)
{
    struct takt_info info;

    if ((place->inode->flags & INODE_DIR) != 0)
        return TAKT_S_IFDIR;
    return takt_inode_info(place->fs, place->inode, &info) == 0 ? info.mode & TAKT_S_IFMT : 0;
}

bool takt_path_through(const struct takt_inode *inode)
{
    uint32_t i;

    for (i = 0; i <= way.depth; i++)
        if (way.trail[i].inode == inode)
            return true;
    return false;
}

static int root_of(struct takt_fs *fs, struct takt_place *place)
{
    int status = fs != NULL ? takt_mount_ready(fs) : -ENODEV;

    place->fs = fs;
    place->inode = status == 0 ? takt_inode_find(fs, ROOT_INO) : NULL;
    return status;
}

/* A name in a directory; found.inode NULL: there is none. */
static int look_up(struct takt_walk *walk)
{
    struct takt_fs *fs = walk->dir.fs, *mount = NULL;

    walk->entry = NULL;
    walk->found = (struct takt_place){fs, NULL};
    if (fs == takt_mount_root() && walk->dir.inode->ino == ROOT_INO)
        mount = takt_mount_named(walk->name, walk->length);
    if (mount != NULL)
        return root_of(mount, &walk->found);
    walk->entry = takt_dir_find(fs, walk->dir.inode, walk->name, walk->length);
    if (walk->entry == NULL)
        return 0;
    walk->found.inode = takt_inode_find(fs, takt_node_word(fs, walk->entry, AT_INO));
    if (walk->found.inode == NULL)
        return -EIO;
    if (takt_node_byte(fs, walk->entry, AT_TYPE) == TAKT_S_IFDIR >> 12)
        walk->found.inode->flags |= INODE_DIR;
    return 0;
}

/* The next name of the text; false: there is none. */
static bool next_name(struct takt_walk *walk)
{
    uint32_t at = way.at;

    while (way.text[at] == '/')
        at++;
    walk->name = &way.text[at];
    way.at = at;
    while (way.text[way.at] != '/' && way.text[way.at] != '\0')
        way.at++;
    walk->length = way.at - at;
    return walk->length != 0;
}

static bool is_last(struct takt_walk *walk)
{
    uint32_t at = way.at;

    while (way.text[at] == '/')
        at++;
    walk->slash = way.text[way.at] == '/';
    return way.text[at] == '\0';
}

/* The target of the link in place of what was walked of the text. */
static int follow_link(const struct takt_place *link)
{
    uint32_t rest = (uint32_t)strlen(way.text + way.at) + 1;
    struct takt_info info;
    long length;
    int status = takt_inode_info(link->fs, link->inode, &info);

    if (status != 0)
        return status;
    if (++way.links > LINKS)
        return -ELOOP;
    if (info.size == 0 || info.size > NAME_MAX_)
        return -EIO;
    if (info.size + rest > sizeof(way.text))
        return -ENAMETOOLONG;
    memmove(way.text + info.size, way.text + way.at, rest);
    length = takt_read_step(link->fs, link->inode, 0, way.text, info.size);
    if (length != (long)info.size)
        return length < 0 ? (int)length : -EIO;
    way.at = 0;
    if (way.text[0] == '/')
        way.depth = 0;
    return 0;
}

/* Down into a directory that was found. */
static int descend(const struct takt_walk *walk)
{
    if (takt_place_kind(&walk->found) != TAKT_S_IFDIR)
        return -ENOTDIR;
    if (way.depth + 1 == DEEPEST)
        return -ENAMETOOLONG;
    way.trail[++way.depth] = walk->found;
    return 0;
}

/* The path ends in a directory that the walk stands in. */
static int end_here(struct takt_walk *walk)
{
    walk->found = walk->dir = way.trail[way.depth];
    walk->entry = NULL;
    walk->length = 0;
    return 0;
}

static bool is_dots(const struct takt_walk *walk)
{
    return walk->name[0] == '.' && (walk->length == 1 || (walk->length == 2 && walk->name[1] == '.'));
}

static int begin(const char *path)
{
    size_t length = path != NULL ? strlen(path) : 0;

    if (length == 0)
        return -ENOENT;
    if (length >= sizeof(way.text))
        return -ENAMETOOLONG;
    memcpy(way.text, path, length + 1);
    way.at = way.depth = way.links = 0;
    return root_of(takt_mount_root(), &way.trail[0]);
}

/* One name that is neither the last nor dots, or a link. @return 1: the walk is done */
static int step(struct takt_walk *walk, bool follow)
{
    bool last = is_last(walk);
    int status;

    if (walk->length > NAME_MAX_)
        return -ENAMETOOLONG;
    walk->dir = way.trail[way.depth];
    status = look_up(walk);
    if (status != 0)
        return status;
    if (walk->found.inode == NULL)
        return last ? 1 : -ENOENT;
    if ((!last || follow || walk->slash) && takt_place_kind(&walk->found) == TAKT_S_IFLNK)
        return follow_link(&walk->found);
    return last ? 1 : descend(walk);
}

/** Where a path leads; `follow` what a link at its end names. @return 0 (also if only the last name is missing) */
int takt_path(const char *path, bool follow, struct takt_walk *walk)
{
    int status = begin(path);

    while (status == 0) {
        if (!next_name(walk))
            return end_here(walk);
        if (!is_dots(walk))
            status = step(walk, follow);
        else if (walk->length == 2 && way.depth > 0)
            way.depth--;
    }
    if (status == 1 && walk->slash && walk->found.inode != NULL &&
        takt_place_kind(&walk->found) != TAKT_S_IFDIR)
        return -ENOTDIR;
    return status == 1 ? 0 : status;
}
