/*
 * Small writes. Each is a node, whose head alone takes 68 bytes; a log that grows by lines would be heads mostly, and none
 * of them dirty, so collecting would gain nothing. So when a page is made of as many nodes as CROWD, the next write to it writes
 * the whole page as one: it is still one node, done or not, and those before it no longer count. A byte is so written
 * again at most once in CROWD writes.
 */
#include "jffs2.h"

#define CROWD 8u

/* Nodes that lie in the page that begins at `start`. */
static uint32_t nodes_in(struct takt_fs *fs, const struct takt_inode *inode, uint32_t start)
{
    uint32_t cell = inode->nodes, count = 0;

    for (; cell != 0; cell = takt_ref_at(fs, cell)->next) {
        const struct takt_ref *ref = takt_ref_at(fs, cell);

        if (takt_node_word(fs, ref, AT_OFFSET) - start < fs->page && takt_node_word(fs, ref, AT_DSIZE) != 0)
            count++;
    }
    return count;
}

/* What the page holds before the write. @return bytes, or an error */
static long read_page(struct takt_fs *fs, struct takt_inode *inode, uint32_t start, uint8_t *to)
{
    uint32_t done = 0;
    long got;

    while (done < fs->page &&
           (got = takt_read_step(fs, inode, start + done, to + done, fs->page - done)) != 0) {
        if (got < 0)
            return got;
        done += (uint32_t)got;
    }
    return (long)done;
}

/** Data inside of a page, that may begin at most where the file ends. `info` is the inode's from here on. */
int takt_write_piece(struct takt_fs *fs, struct takt_inode *inode, const struct takt_info *info,
                     uint32_t position, const void *from, uint32_t size)
{
    static uint8_t whole[PAGE_MAX];
    uint32_t within = position % fs->page, start = position - within;
    long held = nodes_in(fs, inode, start) < CROWD ? 0 : read_page(fs, inode, start, whole);

    if (held < (long)within || held == 0) /* few nodes, or a bad one among them: as it is */
        return takt_write_inode(fs, inode, info, position, from, size);
    memcpy(whole + within, from, size);
    return takt_write_inode(fs, inode, info, start, whole,
                            (uint32_t)held > within + size ? (uint32_t)held : within + size);
}
