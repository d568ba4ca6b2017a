/*
 * Who has a name: entries are counted, names that a newer entry replaced are marked, and inodes without a name go. It is
 * done at the first write or the first question for links, or in the background: reading needs none of it.
 *
 * A rename is two nodes, the new entry and the deletion of the old one. If power goes between, there are two names, and
 * the format has nothing to tell that from two links. So Takt writes into the two bytes of an entry that the format does not
 * use (and that are under its checksum) a mark of the entry that it replaces: a checksum of directory, name and version.
 * An entry that a mark of the same inode's other entry fits is taken for gone, and its deletion is written before anything
 * else is. Linux sees two names there, as after its own renames. A directory with two names, marked or not, keeps the later
 * one: nothing else than a rename can have made them.
 */
#include "jffs2.h"

/* The checksum alone would give entries that differ in a few bits of both name and version the same mark. */
static uint32_t scatter(uint32_t value)
{
    value = (value ^ value >> 16) * 0x85ebca6bu;
    value = (value ^ value >> 13) * 0xc2b2ae35u;
    return value ^ value >> 16;
}

uint16_t takt_rename_mark(uint32_t pino, const char *name, uint32_t length, uint32_t version)
{
    uint32_t value = scatter(takt_crc(~0u, name, length));

    value = scatter(scatter(value ^ version) ^ pino);
    return (uint16_t)(1u + value % 0xfffeu); /* not 0, which is none; not 0xffff, erased flash */
}

/* Whether an entry is one of a newer entry's name. */
static bool is_replaced(struct takt_fs *fs, const struct takt_inode *dir, uint32_t cell)
{
    uint32_t newer = dir->nodes;

    for (; newer != cell; newer = takt_ref_at(fs, newer)->next)
        if (takt_ref_state(takt_ref_at(fs, newer)) != REF_DEAD &&
            takt_dirent_same(fs, takt_ref_at(fs, cell), takt_ref_at(fs, newer)))
            return true;
    return false;
}

static void count_entry(struct takt_fs *fs, struct takt_inode *dir, uint32_t cell)
{
    struct takt_ref *ref = takt_ref_at(fs, cell);
    uint32_t ino = takt_node_word(fs, ref, AT_INO);
    struct takt_inode *child;

    if (is_replaced(fs, dir, cell)) {
        if (ino == 0)
            takt_drop(fs, dir, cell);
        else
            takt_dead(fs, ref);
        return;
    }
    child = ino != 0 ? takt_inode_find(fs, ino) : NULL;
    if (child == NULL) {
        dir->flags |= INODE_TIDY;
        return;
    }
    child->links++;
    if (takt_node_byte(fs, ref, AT_TYPE) == TAKT_S_IFDIR >> 12)
        child->flags |= INODE_DIR;
}

void takt_build_dir(struct takt_fs *fs, struct takt_inode *dir)
{
    uint32_t cell, next;

    takt_prepare(fs, dir);
    for (cell = dir->nodes; cell != 0; cell = next) {
        next = takt_ref_at(fs, cell)->next;
        if (takt_node_is_dirent(fs, takt_ref_at(fs, cell)))
            count_entry(fs, dir, cell);
    }
    dir->flags |= INODE_BUILT;
}

/* All inodes, one after the other; NULL begins and ends. What comes next is found before the inode can go. */
struct takt_inode *takt_inode_next(const struct takt_fs *fs, const struct takt_inode *inode)
{
    uint32_t cell = inode != NULL ? takt_inode_cell(fs, inode) + 2 : 1;

    for (; cell < fs->low; cell += 2)
        if (takt_inode_at(fs, cell)->ino != 0)
            return takt_inode_at(fs, cell);
    return NULL;
}

/* An inode that nobody names or has open: its nodes are of no use. Those that it names lose a name. */
void takt_unlinked(struct takt_fs *fs, struct takt_inode *inode)
{
    uint32_t cell;

    takt_prepare(fs, inode);
    for (cell = inode->nodes; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);
        struct takt_inode *child = NULL;

        if (takt_ref_state(ref) != REF_DEAD && takt_node_is_dirent(fs, ref))
            child = takt_inode_find(fs, takt_node_word(fs, ref, AT_INO));
        if (child != NULL && child->ino != 0 && child->links > 0)
            child->links--;
    }
    takt_drop_all(fs, inode);
    takt_inode_free(fs, inode);
}

static void drop_nameless(struct takt_fs *fs)
{
    struct takt_inode *inode, *next;
    bool again;

    do {
        again = false;
        for (inode = takt_inode_next(fs, NULL); inode != NULL; inode = next) {
            next = takt_inode_next(fs, inode);
            if (inode->links == 0 && inode->open == 0 && inode->ino != ROOT_INO) {
                takt_unlinked(fs, inode);
                again = true;
            }
        }
    } while (again);
}

/** A walk over all entries that count. */
struct walk {
    struct takt_inode *dir;
    uint32_t cell;
};

static struct takt_ref *walk_next(struct takt_fs *fs, struct walk *walk)
{
    for (;;) {
        walk->cell = walk->cell != 0 ? takt_ref_at(fs, walk->cell)->next : 0;
        while (walk->cell == 0) {
            walk->dir = takt_inode_next(fs, walk->dir);
            if (walk->dir == NULL)
                return NULL;
            walk->cell = walk->dir->nodes;
        }
        if (takt_ref_state(takt_ref_at(fs, walk->cell)) != REF_DEAD &&
            takt_node_is_dirent(fs, takt_ref_at(fs, walk->cell)) &&
            takt_node_word(fs, takt_ref_at(fs, walk->cell), AT_INO) != 0)
            return takt_ref_at(fs, walk->cell);
    }
}

static uint16_t own_mark(struct takt_fs *fs, const struct takt_ref *ref)
{
    uint8_t bounce[DIRENT_SIZE + NAME_MAX_ + 1];
    uint32_t length = takt_node_byte(fs, ref, AT_NSIZE);
    const uint8_t *node = takt_view(fs, takt_ref_offset(ref), DIRENT_SIZE + length, bounce);

    return node == NULL ? 0
                        : takt_rename_mark(takt_get32(fs, node + AT_OWNER), (const char *)node + AT_NAME,
                                           length, takt_get32(fs, node + AT_VERSION));
}

static uint16_t mark_of(struct takt_fs *fs, const struct takt_ref *ref)
{
    uint8_t bounce[2];
    const uint8_t *mark = takt_view(fs, takt_ref_offset(ref) + AT_UNUSED, 2, bounce);

    return mark != NULL ? takt_get16(fs, mark) : 0;
}

/* Of two entries of one inode: whether `old` was to be deleted in favour of `kept`. */
static bool renamed(struct takt_fs *fs, const struct takt_ref *old, const struct takt_ref *kept, bool dir)
{
    uint32_t old_time = takt_node_word(fs, old, AT_MCTIME), time = takt_node_word(fs, kept, AT_MCTIME);

    bool later = takt_node_word(fs, old, AT_OWNER) != takt_node_word(fs, kept, AT_OWNER) ||
                 takt_node_word(fs, old, AT_VERSION) < takt_node_word(fs, kept, AT_VERSION);

    if (later && mark_of(fs, kept) != 0 && mark_of(fs, kept) == own_mark(fs, old))
        return true;
    if (!dir || (mark_of(fs, old) != 0 && mark_of(fs, old) == own_mark(fs, kept)))
        return false;
    return time > old_time || (time == old_time && takt_ref_offset(kept) > takt_ref_offset(old));
}

/* The entries of one inode with several: each that a rename was to delete is dead. */
static void one_name(struct takt_fs *fs, struct takt_inode *inode)
{
    bool dir = (inode->flags & INODE_DIR) != 0;
    struct walk kept = {NULL, 0}, old;
    struct takt_ref *a, *b;

    while ((a = walk_next(fs, &kept)) != NULL) {
        if (takt_node_word(fs, a, AT_INO) != inode->ino)
            continue;
        old = (struct walk){NULL, 0};
        while ((b = walk_next(fs, &old)) != NULL)
            if (a != b && takt_node_word(fs, b, AT_INO) == inode->ino && renamed(fs, b, a, dir)) {
                takt_dead(fs, b);
                inode->links--;
            }
    }
}

void takt_build(struct takt_fs *fs)
{
    struct takt_inode *inode;

    if (fs->built)
        return;
    fs->built = true;
    for (inode = takt_inode_next(fs, NULL); inode != NULL; inode = takt_inode_next(fs, inode))
        takt_build_dir(fs, inode);
    for (inode = takt_inode_next(fs, NULL); inode != NULL; inode = takt_inode_next(fs, inode))
        if (inode->links > 1 && (fs->renames || (inode->flags & INODE_DIR) != 0))
            one_name(fs, inode);
    drop_nameless(fs);
}

/* A dead entry that nothing newer stands for: its deletion was never written. */
static bool lacks_deletion(struct takt_fs *fs, const struct takt_inode *dir, const struct takt_ref *dead)
{
    uint32_t cell = dir->nodes;

    for (; cell != 0; cell = takt_ref_at(fs, cell)->next)
        if (takt_ref_state(takt_ref_at(fs, cell)) != REF_DEAD &&
            takt_dirent_same(fs, dead, takt_ref_at(fs, cell)))
            return false;
    return true;
}

static int write_deletion(struct takt_fs *fs, struct takt_inode *dir, const struct takt_ref *dead)
{
    uint8_t name[NAME_MAX_ + 1];
    struct takt_entry entry = {.name = (const char *)name, .length = takt_node_byte(fs, dead, AT_NSIZE)};
    const uint8_t *at = takt_view(fs, takt_ref_offset(dead) + AT_NAME, entry.length, name);

    if (at == NULL)
        return -EIO;
    memmove(name, at, entry.length);
    entry.time = takt_node_word(fs, dead, AT_MCTIME);
    return takt_dir_add(fs, dir, &entry, NEED_DELETE);
}

int takt_finish_renames(struct takt_fs *fs)
{
    struct takt_inode *dir;
    int status = 0;

    for (dir = takt_inode_next(fs, NULL); dir != NULL && status == 0; dir = takt_inode_next(fs, dir)) {
        uint32_t cell = dir->nodes;

        for (; cell != 0 && status == 0; cell = takt_ref_at(fs, cell)->next)
            if (takt_ref_state(takt_ref_at(fs, cell)) == REF_DEAD &&
                lacks_deletion(fs, dir, takt_ref_at(fs, cell)))
                status = write_deletion(fs, dir, takt_ref_at(fs, cell));
    }
    return status;
}
