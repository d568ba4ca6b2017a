/*
 * fuzz [image=FILE] [block=N] [seed=N] [count=N]: bytes of an image are changed by chance, mostly with every checksum put right
 * again, so that what lies behind the checksums is reached. The image is mounted, listed, written to, collected and checked.
 * Nothing may crash, read or write where it should not (the sanitizers' builds see that), or go on for ever.
 */
#include <stdlib.h>
#include <string.h>

#include "workload.h"

#include "jffs2/jffs2.h"

#define STEPS_MOST 200000

static struct bed bed;
static uint8_t *original;
static uint32_t size, block_size;
static struct work work = {.names = 24, .page = 1024, .longest = 9000};

static uint32_t draw(uint32_t below)
{
    return work_chance(&work, below);
}

static void put_crc(uint8_t *at, uint32_t where, uint32_t crc)
{
    takt_put32(&bed.fs, at + where, crc);
}

/* All checksums of what may be a node of `total` bytes. */
static void correct_node(uint8_t *at, uint32_t total)
{
    uint32_t kind = takt_get16(&bed.fs, at + AT_KIND), packed;

    put_crc(at, AT_CRC, takt_crc(0, at, 8));
    if (kind == NODE_DIRENT && total > DIRENT_SIZE) {
        at[AT_NSIZE] = draw(4) != 0 ? (uint8_t)(total - DIRENT_SIZE) : at[AT_NSIZE];
        put_crc(at, AT_NAME_CRC,
                takt_crc(0, at + AT_NAME,
                         at[AT_NSIZE] < total - DIRENT_SIZE ? at[AT_NSIZE] : total - DIRENT_SIZE));
        put_crc(at, AT_ENTRY_CRC, takt_crc(0, at, 32));
    } else if (kind == NODE_INODE && total >= INODE_SIZE) {
        packed = takt_get32(&bed.fs, at + AT_CSIZE);
        put_crc(at, AT_DATA_CRC,
                takt_crc(0, at + INODE_SIZE, packed < total - INODE_SIZE ? packed : total - INODE_SIZE));
        put_crc(at, AT_NODE_CRC, takt_crc(0, at, 60));
    } else if (kind == NODE_SUMMARY && total > SUMMARY_SIZE) {
        put_crc(at, AT_SUM_CRC, takt_crc(0, at + SUMMARY_SIZE, total - SUMMARY_SIZE));
        put_crc(at, AT_SUM_NODE_CRC, takt_crc(0, at, 24));
    }
}

/* Every node of the original, at its place in the changed image. */
static void correct(void)
{
    uint32_t at = 0;

    while (at + HEAD_SIZE <= size) {
        struct takt_node node;

        if (takt_node_head(&bed.fs, original + at, block_size - at % block_size, &node)) {
            uint32_t total = takt_get32(&bed.fs, bed.memory + at + AT_TOTAL);

            correct_node(bed.memory + at, total > 0 && total < node.total ? total : node.total);
            at += takt_pad4(node.total);
        } else {
            at += 4;
        }
    }
}

/* Change a few bytes, or words, near each other or not; sometimes copy a piece elsewhere. */
static void change(void)
{
    uint32_t count = 1 + draw(12), used = size / 2 + draw(size / 2);

    for (; count > 0; count--) {
        uint32_t at = draw(used) & ~3u;

        switch (draw(5)) {
        case 0:
            bed.memory[at + draw(4)] ^= (uint8_t)(1u << draw(8));
            break;
        case 1:
            bed.memory[at + draw(4)] = (uint8_t)draw(256);
            break;
        case 2:
            takt_put32(&bed.fs, bed.memory + at,
                       draw(3) == 0   ? draw(size)
                       : draw(2) == 0 ? UINT32_MAX - draw(5000)
                                      : draw(100));
            break;
        case 3:
            memmove(bed.memory + (draw(used - 64) & ~3u), bed.memory + (draw(used - 64) & ~3u), 4 + draw(60));
            break;
        default:
            memset(bed.memory + at, draw(2) != 0 ? 0xff : 0, 4);
        }
    }
}

static int use(void)
{
    uint32_t i, steps = 0;

    if (bed_mount(&bed, (draw(2) != 0 ? TAKT_FS_CHECK : 0) | (draw(2) != 0 ? TAKT_FS_SCAN : 0)) != 0)
        return 0;
    (void)work_look("/");
    for (i = 0; i < 20; i++)
        (void)work_step(&work, &bed);
    while (takt_fs_background(&bed.fs) == 1 && steps < STEPS_MOST)
        steps++;
    (void)work_look("/");
    FAIL_UNLESS(steps < STEPS_MOST);
    return 0;
}

int fs_test_main(void)
{
    uint32_t seed = number_argument("seed", 1), count = number_argument("count", 300), i, mounted = 0;

    block_size = number_argument("block", 65536);
    size = number_argument("size", 8 * block_size);
    bed_make(&bed, takt_argument("image", "image"), size, block_size, number_argument("copy", 0) == 0);
    original = malloc(size);
    memcpy(original, bed.memory, size);
    for (i = 0; i < count; i++) {
        work.chance = seed + i;
        memcpy(bed.memory, original, size);
        (void)bed_mount(&bed, 0); /* its byte order */
        change();
        if (draw(5) != 0)
            correct();
        if (use() != 0) {
            fprintf(stderr, "FAILED: seed %u: to have it again: seed=%u count=1\n", (unsigned)(seed + i),
                    (unsigned)(seed + i));
            return 1;
        }
        mounted += bed.fs.state == 2;
    }
    printf("amount: %u images, %u of them mounted\n", (unsigned)count, (unsigned)mounted);
    return mounted == 0;
}
