/*
 * Faults that other flash file systems had, each a case of its own, and what a flash can do to its user. Where a case follows
 * a public report, its address stands with it.
 */
#include <stdlib.h>
#include <string.h>

#include "workload.h"

#include "jffs2/jffs2.h"

#define BLOCK  4096u
#define BLOCKS 8u

static struct bed bed;

static int put_file(const char *path, uint32_t size, uint8_t seed)
{
    static uint8_t data[64 * 1024];
    struct takt_file file;
    uint32_t i;
    long done;
    int status = takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_CREATE | TAKT_O_TRUNC, 0644);

    for (i = 0; i < size; i++)
        data[i] = (uint8_t)((i * 2654435761u >> 13) + seed);
    if (status != 0)
        return status;
    done = takt_fs_write(&file, data, size);
    (void)takt_fs_close(&file);
    return done == (long)size ? 0 : done < 0 ? (int)done : -ENOSPC;
}

static void fresh(bool mapped)
{
    (void)takt_fs_unmount(&bed.fs);
    bed_free(&bed);
    bed_make(&bed, NULL, BLOCK * BLOCKS, BLOCK, mapped);
    (void)bed_mount(&bed, 0);
}

static bool is_there(const char *path)
{
    struct takt_fs_stat stat;

    return takt_fs_lstat(path, &stat) == 0;
}

/* Where a node of this kind and owner stands; 0: nowhere */
static uint32_t find_node(uint32_t kind, uint32_t owner)
{
    uint32_t at;

    for (at = 0; at + HEAD_SIZE < bed.model.flash.size; at += 4) {
        struct takt_node node;

        if (takt_node_head(&bed.fs, bed.memory + at, BLOCK - at % BLOCK, &node) && node.kind == kind &&
            takt_node_body(&bed.fs, at, &node) && node.owner == owner)
            return at;
    }
    return 0;
}

/* github.com/openbmc/linux/issues/59: cut between the two entries of a directory's rename; two parents, then a crash */
static int directory_with_two_names(void)
{
    int i;

    fresh(true);
    FAIL_UNLESS(takt_fs_mkdir("/a", 0755) == 0 && takt_fs_mkdir("/a/d", 0755) == 0);
    FAIL_UNLESS(put_file("/a/d/f", 100, 1) == 0 && takt_fs_mkdir("/b", 0755) == 0);
    bed.model.torn = TAKT_TORN_NOTHING;
    bed.model.cut_at = bed.model.operations + 2;
    (void)takt_fs_rename("/a/d", "/b/d");
    for (i = 0; i < 3; i++) {
        FAIL_UNLESS(bed_mount(&bed, 0) == 0);
        FAIL_UNLESS(!is_there("/a/d") && is_there("/b/d/f"));
    }
    FAIL_UNLESS(takt_fs_unlink("/b/d/f") == 0 && takt_fs_rmdir("/b/d") == 0);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && !is_there("/a/d") && !is_there("/b/d"));
    return 0;
}

/* github.com/openbmc/openbmc/issues/1190: collecting met a node whose head had gone bad, and tried again for ever */
static int head_goes_bad(void)
{
    uint32_t at, steps = 0;

    fresh(true);
    FAIL_UNLESS(put_file("/a", 3000, 1) == 0 && put_file("/b", 3000, 2) == 0 && put_file("/c", 3000, 3) == 0);
    FAIL_UNLESS(takt_fs_unlink("/a") == 0);
    at = find_node(NODE_INODE, 3);
    FAIL_UNLESS(at != 0);
    memset(bed.memory + at, 0, HEAD_SIZE);
    while (put_file("/d", 1000, (uint8_t)steps) == 0 && steps < 200)
        steps++;
    FAIL_UNLESS(steps == 200);
    FAIL_UNLESS(takt_fs_unlink("/b") == 0 && is_there("/c"));
    return 0;
}

/* github.com/OpenIPC/firmware/issues/2300: blocks erased under a mounted file system */
static int erased_underneath(void)
{
    fresh(true);
    FAIL_UNLESS(put_file("/a", 3000, 1) == 0 && put_file("/b", 3000, 2) == 0);
    memset(bed.memory, 0xff, BLOCK * BLOCKS);
    (void)work_look("/");
    (void)put_file("/c", 3000, 3);
    (void)takt_fs_rename("/a", "/d");
    (void)settle_down(&bed);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0);
    FAIL_UNLESS(put_file("/e", 3000, 3) == 0);
    return 0;
}

/* A node of a kind of one's own, behind all that is written. */
static void plant(uint32_t kind, uint32_t size)
{
    uint8_t *at = bed.memory + BLOCK * (BLOCKS - 1);

    memset(at, 0xff, BLOCK);
    memset(at, 0, size);
    takt_put16(&bed.fs, at + AT_MAGIC, NODE_MAGIC);
    takt_put16(&bed.fs, at + AT_KIND, (uint16_t)kind);
    takt_put32(&bed.fs, at + AT_TOTAL, size);
    takt_put32(&bed.fs, at + AT_CRC, takt_crc(0, at, 8));
    takt_put32(&bed.fs, at + size - 4, takt_crc(0, at, size - 4));
}

static bool is_planted(uint32_t kind)
{
    uint32_t at;

    for (at = 0; at < BLOCK * BLOCKS; at += 4)
        if (takt_get16(&bed.fs, bed.memory + at) == NODE_MAGIC &&
            takt_get16(&bed.fs, bed.memory + at + 2) == kind)
            return true;
    return false;
}

/* Write the flash round so often that each block was erased. @return the same node is still somewhere */
static bool kept_by_collecting(uint32_t kind)
{
    uint32_t i;

    for (i = 0; i < 200; i++)
        if (put_file("/round", 1500, (uint8_t)i) != 0)
            return false;
    return is_planted(kind);
}

/* github.com/OpenIPC/firmware/issues/259: extended attributes refused an image; here they are kept as they are */
static int attributes_are_kept(void)
{
    fresh(true);
    plant(NODE_XATTR, XATTR_SIZE);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && kept_by_collecting(NODE_XATTR));
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && kept_by_collecting(NODE_XATTR));
    return 0;
}

/* Kinds of nodes that are not known: the kind says what to do */
static int unknown_kinds(void)
{
    fresh(true);
    FAIL_UNLESS(put_file("/a", 100, 1) == 0);
    plant(0xE077, 32);
    FAIL_UNLESS(bed_mount(&bed, 0) == -EOPNOTSUPP && strlen(takt_fs_why(&bed.fs)) > 0);
    plant(0xA077, 32);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && put_file("/b", 1, 1) == -EROFS && is_there("/a"));
    plant(0x6077, 32);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && kept_by_collecting(0x6077));
    plant(0x2077, 32);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && put_file("/b", 100, 1) == 0);
    return 0;
}

/* github.com/RTEMS/rtems/commit/e3972d71ef: all files deleted, all blocks written: refused as corrupt */
static int all_deleted(void)
{
    char name[16];
    uint32_t i, made = 0;

    fresh(true);
    for (i = 0; i < 100; i++) {
        (void)snprintf(name, sizeof(name), "/f%u", (unsigned)i);
        made += put_file(name, 900, (uint8_t)i) == 0;
    }
    FAIL_UNLESS(made > 5 && work_remove("/") == 0);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && put_file("/a", 3000, 1) == 0);
    return 0;
}

/* github.com/RTEMS/rtems/commit/83c1a305f7: rtime wrote beyond its page */
static int rtime_beyond(void)
{
    static const uint8_t long_run[] = {'a', 255}, cut[] = {'a'}, right[] = {'a', 3, 'b', 0, 'a', 2};
    uint8_t out[24];
    uint32_t size;

    for (size = 1; size <= 16; size++) {
        memset(out, 0x55, sizeof(out));
        (void)takt_unpack(PACK_RTIME, long_run, sizeof(long_run), out, size);
        FAIL_UNLESS(out[size] == 0x55);
    }
    FAIL_UNLESS(takt_unpack(PACK_RTIME, cut, sizeof(cut), out, 4) == -EIO);
    FAIL_UNLESS(takt_unpack(PACK_RTIME, right, sizeof(right), out, 8) == 0 &&
                memcmp(out, "aaaabaaa", 8) == 0);
    return 0;
}

/* github.com/onekey-sec/unblob/pull/488: nodes that Linux marked as replaced */
static int marked_nodes(void)
{
    uint32_t at;

    fresh(true);
    FAIL_UNLESS(put_file("/a", 100, 1) == 0 && put_file("/b", 100, 2) == 0);
    at = find_node(NODE_DIRENT, ROOT_INO);
    FAIL_UNLESS(at != 0);
    takt_put16(&bed.fs, bed.memory + at + AT_KIND, NODE_DIRENT & ~NODE_ACCURATE);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && !is_there("/a") && is_there("/b"));
    return 0;
}

/* A file that is open as often as can be counted: one more is refused, and does nothing to it. */
static int open_too_often(void)
{
    static struct takt_file files[UINT8_MAX + 1];
    struct takt_fs_stat stat;
    unsigned i;

    fresh(true);
    FAIL_UNLESS(put_file("/a", 100, 1) == 0);
    for (i = 0; i < UINT8_MAX; i++)
        FAIL_UNLESS(takt_fs_open(&files[i], "/a", TAKT_O_READ, 0) == 0);
    FAIL_UNLESS(takt_fs_open(&files[i], "/a", TAKT_O_WRITE | TAKT_O_TRUNC, 0) == -EMFILE);
    FAIL_UNLESS(takt_fs_lstat("/a", &stat) == 0 && stat.size == 100);
    while (i-- > 0)
        FAIL_UNLESS(takt_fs_close(&files[i]) == 0);
    return 0;
}

/* The heads' and the node's checksums after a change by hand. */
static void seal(uint8_t *node)
{
    bool entry = takt_get16(&bed.fs, node + AT_KIND) == NODE_DIRENT;

    takt_put32(&bed.fs, node + AT_CRC, takt_crc(0, node, 8));
    if (entry)
        takt_put32(&bed.fs, node + AT_ENTRY_CRC, takt_crc(0, node, 32));
    else
        takt_put32(&bed.fs, node + AT_NODE_CRC, takt_crc(0, node, 60));
}

/* An image whose numbers are used up: it is read, and not written. */
static int last_numbers(void)
{
    uint32_t file, entry, before, after;

    fresh(true);
    FAIL_UNLESS(put_file("/a", 100, 1) == 0 && file_checksum("/a", &before) == 0);
    file = find_node(NODE_INODE, 2);
    entry = find_node(NODE_DIRENT, ROOT_INO);
    FAIL_UNLESS(file != 0 && entry != 0);
    for (; file != 0; file = find_node(NODE_INODE, 2)) {
        takt_put32(&bed.fs, bed.memory + file + AT_OWNER, UINT32_MAX);
        takt_put32(&bed.fs, bed.memory + file + AT_VERSION,
                   takt_get32(&bed.fs, bed.memory + file + AT_VERSION) + UINT32_MAX - 2);
        seal(bed.memory + file);
    }
    takt_put32(&bed.fs, bed.memory + entry + AT_INO, UINT32_MAX);
    seal(bed.memory + entry);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0);
    FAIL_UNLESS(put_file("/b", 100, 2) == -EROFS && put_file("/a", 200, 3) == -EROFS);
    FAIL_UNLESS(strstr(takt_fs_why(&bed.fs), "used up") != NULL);
    FAIL_UNLESS(file_checksum("/a", &after) == 0 && after == before);
    return 0;
}

/* github.com/eclipse-threadx/levelx/issues/48: no free block left, and none could ever be got back */
static int full_flash(void)
{
    char name[16];
    uint32_t i, checksum, made = 0;

    fresh(true);
    for (i = 0; i < 200 && put_file("/big", 100, 1) == 0; i++) {
        (void)snprintf(name, sizeof(name), "/f%u", (unsigned)i);
        if (put_file(name, 700, (uint8_t)i) != 0)
            break;
        made++;
    }
    FAIL_UNLESS(made > 5 && put_file("/more", 3000, 1) == -ENOSPC);
    for (i = 0; i < made; i++) {
        (void)snprintf(name, sizeof(name), "/f%u", (unsigned)i);
        FAIL_UNLESS(file_checksum(name, &checksum) == 0);
    }
    FAIL_UNLESS(work_remove("/") == 0);
    FAIL_UNLESS(put_file("/again", 5000, 1) == 0);
    return 0;
}

/* github.com/eclipse-threadx/filex/issues/93: cut right after an erase, before the next program */
static int cut_after_erase(void)
{
    uint32_t i, cut = 0, checksum, wanted;

    fresh(true);
    FAIL_UNLESS(put_file("/keep", 2000, 7) == 0 && file_checksum("/keep", &wanted) == 0);
    for (i = 0; i < 300; i++) {
        uint32_t erases = takt_model_sum(&bed.model).erases;

        (void)put_file("/round", 900, (uint8_t)i);
        if (takt_model_sum(&bed.model).erases == erases)
            continue;
        bed.model.off = true;
        cut++;
        FAIL_UNLESS(bed_mount(&bed, 0) == 0 && file_checksum("/keep", &checksum) == 0 && checksum == wanted);
    }
    FAIL_UNLESS(cut > 5);
    return 0;
}

/* The newest node that covers a place is bad, and a write came before the check: the older one must still be there */
static int bad_node_covers_nothing(void)
{
    struct takt_file file;
    uint8_t data[1000];
    uint32_t at;

    fresh(true);
    FAIL_UNLESS(put_file("/a", 1000, 1) == 0 && takt_fs_open(&file, "/a", TAKT_O_WRITE, 0) == 0);
    memset(data, 0x77, sizeof(data));
    FAIL_UNLESS(takt_fs_write(&file, data, sizeof(data)) == 1000 && takt_fs_close(&file) == 0);
    FAIL_UNLESS(takt_fs_chmod("/a", 0600) == 0);
    for (at = 0; at < BLOCK * BLOCKS; at += 4)
        if (takt_get16(&bed.fs, bed.memory + at) == NODE_MAGIC &&
            takt_get16(&bed.fs, bed.memory + at + AT_KIND) == NODE_INODE &&
            takt_get32(&bed.fs, bed.memory + at + AT_VERSION) == 3)
            bed.memory[at + INODE_SIZE] ^= 1;
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && takt_fs_open(&file, "/a", TAKT_O_WRITE | TAKT_O_READ, 0) == 0);
    FAIL_UNLESS(takt_fs_seek(&file, 500, TAKT_SEEK_SET) == 500 && takt_fs_write(&file, "x", 1) == 1);
    FAIL_UNLESS(takt_fs_seek(&file, 0, TAKT_SEEK_SET) == 0 && takt_fs_read(&file, data, 1000) == 1000);
    FAIL_UNLESS(data[500] == 'x' && data[499] != 0x77 && data[499] != 0 && takt_fs_close(&file) == 0);
    return 0;
}

/* Blocks that do not erase or program: the rest is used, nothing is lost */
static int bad_blocks(void)
{
    uint32_t i, checksum, wanted;

    fresh(true);
    FAIL_UNLESS(put_file("/keep", 1000, 7) == 0 && file_checksum("/keep", &wanted) == 0);
    takt_model_fail(&bed.model, 3, 4);
    takt_model_fail(&bed.model, 5, 2);
    for (i = 0; i < 100; i++)
        FAIL_UNLESS(put_file("/round", 900, (uint8_t)i) == 0);
    FAIL_UNLESS(file_checksum("/keep", &checksum) == 0 && checksum == wanted);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && file_checksum("/keep", &checksum) == 0 && checksum == wanted);
    return 0;
}

/* A block that cannot be read: an error for what lies there, and the rest goes on */
static int read_errors(void)
{
    uint32_t i;

    fresh(false);
    FAIL_UNLESS(put_file("/a", 3000, 1) == 0 && put_file("/b", 3000, 2) == 0);
    for (i = 0; i < BLOCKS; i++) {
        uint32_t checksum;

        takt_model_fail(&bed.model, i, 1);
        (void)bed_mount(&bed, 0);
        (void)file_checksum("/a", &checksum);
        (void)put_file("/c", 500, (uint8_t)i);
        (void)settle_down(&bed);
        takt_model_fail(&bed.model, i, 0);
    }
    FAIL_UNLESS(bed_mount(&bed, 0) == 0);
    return 0;
}

/* Flash with something else on it is never erased */
static int foreign_flash(void)
{
    fresh(true);
    memset(bed.memory, 0x5a, BLOCK * BLOCKS);
    FAIL_UNLESS(bed_mount(&bed, 0) == -EINVAL && strlen(takt_fs_why(&bed.fs)) > 0);
    FAIL_UNLESS(bed.memory[0] == 0x5a && bed.memory[BLOCK] == 0x5a);
    return 0;
}

/* Too little memory for the records: refused, and said */
static int little_memory(void)
{
    fresh(true);
    FAIL_UNLESS(put_file("/a", 3000, 1) == 0 && put_file("/b", 3000, 2) == 0);
    bed.attr.size = TAKT_FS_MEMORY(BLOCKS, 2, 2);
    FAIL_UNLESS(bed_mount(&bed, 0) == -ENOMEM && strlen(takt_fs_why(&bed.fs)) > 0);
    bed.attr.size = TAKT_FS_MEMORY(BLOCKS, 4, 24);
    FAIL_UNLESS(bed_mount(&bed, 0) == 0 && is_there("/a"));
    while (put_file("/c", 1000, 1) == 0 && put_file("/d", 2000, 1) == 0 && put_file("/e", 2000, 1) == 0)
        FAIL_UNLESS(takt_fs_unlink("/e") == 0);
    FAIL_UNLESS(takt_fs_unlink("/a") == 0 && takt_fs_unlink("/b") == 0);
    return 0;
}

#define CASE(name)                                                                                           \
    {                                                                                                        \
#name, name                                                                                          \
    }

static const struct {
    const char *name;
    int (*run)(void);
} cases[] = {CASE(directory_with_two_names),
             CASE(head_goes_bad),
             CASE(erased_underneath),
             CASE(attributes_are_kept),
             CASE(unknown_kinds),
             CASE(all_deleted),
             CASE(rtime_beyond),
             CASE(marked_nodes),
             CASE(open_too_often),
             CASE(last_numbers),
             CASE(full_flash),
             CASE(cut_after_erase),
             CASE(bad_node_covers_nothing),
             CASE(bad_blocks),
             CASE(read_errors),
             CASE(foreign_flash),
             CASE(little_memory)};

int fs_test_main(void)
{
    unsigned i, failed = 0;

    bed_make(&bed, NULL, BLOCK * BLOCKS, BLOCK, true);
    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (cases[i].run() != 0) {
            fprintf(stderr, "FAILED: %s\n", cases[i].name);
            failed++;
        }
    printf("amount: %u cases\n", i);
    return failed != 0;
}
