/*
 * Entries of directories. They are nodes of the directory's inode, so a name is found by a walk over its list: of each
 * entry one word is compared (the checksum of its name, which stands in the node), and the name itself only where that
 * agrees. The newest entry of a name is the first that is met; if it names inode 0, the name was deleted.
 *
 * A deletion stays as long as an entry that it deletes is on flash, in whatever block: also in one that is about to be
 * erased, because an erase that is cut can leave that entry and take the deletion. The directory's newest node stays in any
 * case: versions must never be given twice.
 */
#include "jffs2.h"

static bool name_is(struct takt_fs *fs, const struct takt_ref *ref, const char *name, uint32_t length)
{
    uint8_t bounce[DIRENT_SIZE + NAME_MAX_ + 1];
    const uint8_t *node = takt_view(fs, takt_ref_offset(ref), DIRENT_SIZE + length, bounce);

    return node != NULL && node[AT_NSIZE] == length && memcmp(node + AT_NAME, name, length) == 0;
}

bool takt_dirent_is(struct takt_fs *fs, const struct takt_ref *ref, const char *name, uint32_t length)
{
    return takt_node_is_dirent(fs, ref) && takt_node_byte(fs, ref, AT_NSIZE) == length &&
           name_is(fs, ref, name, length);
}

bool takt_dirent_same(struct takt_fs *fs, const struct takt_ref *a, const struct takt_ref *b)
{
    uint8_t bounce[NAME_MAX_ + 1];
    uint32_t length = takt_node_byte(fs, a, AT_NSIZE);
    const uint8_t *name;

    if (!takt_node_is_dirent(fs, b) ||
        takt_node_word(fs, a, AT_NAME_CRC) != takt_node_word(fs, b, AT_NAME_CRC))
        return false;
    name = takt_view(fs, takt_ref_offset(a) + AT_NAME, length, bounce);
    return name != NULL && takt_dirent_is(fs, b, (const char *)name, length);
}

struct takt_ref *takt_dir_find(struct takt_fs *fs, struct takt_inode *dir, const char *name, uint32_t length)
{
    uint32_t crc = takt_crc(0, name, length), cell;

    takt_prepare(fs, dir);
    for (cell = dir->nodes; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        struct takt_ref *ref = takt_ref_at(fs, cell);

        if (takt_ref_state(ref) != REF_DEAD && takt_node_word(fs, ref, AT_NAME_CRC) == crc &&
            takt_dirent_is(fs, ref, name, length))
            return takt_node_word(fs, ref, AT_INO) != 0 ? ref : NULL;
    }
    return NULL;
}

bool takt_dir_empty(struct takt_fs *fs, struct takt_inode *dir)
{
    uint32_t cell;

    takt_prepare(fs, dir);
    for (cell = dir->nodes; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);

        if (takt_ref_state(ref) != REF_DEAD && takt_node_is_dirent(fs, ref) &&
            takt_node_word(fs, ref, AT_INO) != 0)
            return false;
    }
    return true;
}

bool takt_deletion_needed(struct takt_fs *fs, struct takt_inode *dir, const struct takt_ref *deletion)
{
    uint32_t cell = dir->nodes;

    if (takt_ref_at(fs, cell) == deletion)
        return true;
    for (; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);

        if (takt_ref_state(ref) == REF_DEAD && takt_dirent_same(fs, deletion, ref))
            return true;
    }
    return false;
}

/* Older entries of the name of the directory's newest node: real ones are dead, deletions go. */
static void replaced(struct takt_fs *fs, struct takt_inode *dir)
{
    const struct takt_ref *newest = takt_ref_at(fs, dir->nodes);
    uint32_t cell = newest->next, next;

    for (; cell != 0; cell = next) {
        struct takt_ref *ref = takt_ref_at(fs, cell);

        next = ref->next;
        if (takt_ref_state(ref) == REF_DEAD || !takt_dirent_same(fs, newest, ref))
            continue;
        if (takt_node_word(fs, ref, AT_INO) == 0)
            takt_drop(fs, dir, cell);
        else
            takt_dead(fs, ref);
    }
}

void takt_dead(struct takt_fs *fs, struct takt_ref *ref)
{
    struct takt_fs_block *block = &fs->blocks[takt_block_of(fs, takt_ref_offset(ref))];
    uint32_t size = takt_node_size(fs, ref);

    block->live -= size < block->live ? size : block->live;
    ref->place = takt_ref_offset(ref) | REF_DEAD;
}

int takt_dir_add(struct takt_fs *fs, struct takt_inode *dir, const struct takt_entry *entry,
                 enum takt_need need)
{
    uint8_t node[(DIRENT_SIZE + NAME_MAX_ + 3u) & ~3u];
    int status;

    memset(node, 0xff, sizeof(node));
    takt_put16(fs, node + AT_KIND, NODE_DIRENT);
    takt_put32(fs, node + AT_OWNER, dir->ino);
    takt_put32(fs, node + AT_INO, entry->ino);
    takt_put32(fs, node + AT_MCTIME, entry->time);
    node[AT_NSIZE] = (uint8_t)entry->length;
    node[AT_TYPE] = entry->type;
    takt_put16(fs, node + AT_UNUSED, entry->mark);
    takt_put32(fs, node + AT_NAME_CRC, takt_crc(0, entry->name, entry->length));
    memcpy(node + AT_NAME, entry->name, entry->length);
    status = takt_write_node(fs, dir, node, DIRENT_SIZE + entry->length, need);
    if (status == 0)
        replaced(fs, dir);
    return status;
}
