/*
 * Paper 4's start, on boards that start from a snapshot: from reset until the root is mounted and the start script was
 * read, cold or from the image; then the picture is read, to show that the root is there. One start a run: emulated.sh
 * hands the flash from run to run and makes the table.
 *
 * The root is an image of mkfs.jffs2 behind the two slots. It stands behind a guard: the first write to it would make the
 * images invalid. It is the board's flash read where it is, or (copied) by copies that are counted.
 *
 * Arguments: scan: the heads of all nodes are read, though there are summaries; check: all data is checked before the root is
 * ready; copied; save=no; flash=FILE: where the slots go.
 */
#include <takt/fs.h>
#include <takt/snapshot.h>
#include <takt/takt.h>

#include "crc.h"
#include "flash.h"

#define SLOT   (1u << 20)
#define ROOT   (2 * SLOT)
#define SIZE   (2u << 20)
#define BLOCK  65536u
#define BLOCKS (SIZE / BLOCK)
#define MEMORY TAKT_FS_MEMORY(BLOCKS, 600, 4000)

const struct takt_snapshot_store takt_snapshot_store = {.flash = TAKT_MPS2_FLASH, .slot_size = SLOT};

/** The root's part of the flash. */
struct root {
    struct takt_flash flash; /* first */
    struct takt_snapshot_guard guard;
    uint32_t read_bytes;
};

static struct takt_thread thread;
static uint64_t stack[2048];
static struct root root;
static struct takt_fs fs;
static uint64_t memory[MEMORY / 8 + 1];

/* The first words of each block: whoever writes this flash without Takt changes some of them. */
uint32_t takt_snapshot_stamp(void)
{
    uint32_t crc = ~0u;

    for (uint32_t i = 0; i < BLOCKS; i++)
        crc = takt_crc(crc, takt_mps2_flash.map + ROOT + i * BLOCK, 16);
    return crc;
}

static int root_read(struct takt_flash *flash, uint32_t offset, void *to, uint32_t size)
{
    struct root *from = (struct root *)(void *)flash;

    from->read_bytes += size;
    return takt_flash_read(&from->guard.flash, ROOT + offset, to, size);
}

static int root_program(struct takt_flash *flash, uint32_t offset, const void *from, uint32_t size)
{
    return takt_flash_program(&((struct root *)(void *)flash)->guard.flash, ROOT + offset, from, size);
}

static int root_erase(struct takt_flash *flash, uint32_t offset)
{
    return takt_flash_erase(&((struct root *)(void *)flash)->guard.flash, ROOT + offset);
}

static const struct takt_flash_ops root_ops = {root_read, root_program, root_erase, NULL};

static void root_make(void)
{
    takt_snapshot_guard_init(&root.guard, TAKT_MPS2_FLASH);
    root.flash = takt_mps2_flash;
    root.flash.ops = &root_ops;
    root.flash.size = SIZE;
    root.flash.map = takt_argument("copied", NULL) != NULL ? NULL : takt_mps2_flash.map + ROOT;
}

/* FNV-1a of a file. @return bytes; negative errno */
static long sum_file(const char *path, uint32_t *sum)
{
    static uint8_t piece[4096];
    struct takt_file file;
    long got = takt_fs_open(&file, path, TAKT_O_READ, 0), all = 0;

    *sum = 2166136261u;
    if (got != 0)
        return got;
    while ((got = takt_fs_read(&file, piece, sizeof(piece))) > 0) {
        for (long i = 0; i < got; i++)
            *sum = (*sum ^ piece[i]) * 16777619u;
        all += got;
    }
    (void)takt_fs_close(&file);
    return got < 0 ? got : all;
}

static void failed(const char *what, long status)
{
    takt_printf("edge: %s: error %ld\n", what, status);
    takt_exit(1);
}

static void start_root(void)
{
    unsigned flags = (takt_argument("scan", NULL) != NULL ? TAKT_FS_SCAN : 0) |
                     (takt_argument("check", NULL) != NULL ? TAKT_FS_CHECK : 0);
    struct takt_fs_attr attr = {
        .path = "/", .flash = &root.flash, .memory = memory, .size = sizeof(memory), .flags = flags};
    uint32_t sum;
    long status = takt_fs_mount(&fs, &attr);

    if (status != 0)
        failed(takt_fs_why(&fs), status);
    status = sum_file("/etc/rc", &sum);
    if (status <= 0)
        failed("/etc/rc", status);
}

static void tell(int status, uint32_t counts)
{
    struct takt_snapshot_info info;
    uint32_t sum;
    long size;

    takt_snapshot_info(&info);
    takt_printf("%s %lu %lu %lu\n", status == TAKT_SNAPSHOT_RESTORED ? "snapshot" : "cold",
                (unsigned long)counts * 40,
                (unsigned long)(status == TAKT_SNAPSHOT_RESTORED ? info.flash_read : root.read_bytes),
                (unsigned long)info.bytes);
    size = sum_file("/home/picture.bmp", &sum);
    takt_printf("picture %ld %lx\n", size, (unsigned long)sum);
}

static void run(void *arg)
{
    uint32_t counts;
    int status = 0;

    (void)arg;
    root_make();
    start_root();
    counts = takt_mps2_since_reset();
    if (takt_argument("save", NULL) == NULL)
        status = takt_snapshot_save();
    if (status < 0)
        failed("the snapshot", status);
    if (status == TAKT_SNAPSHOT_RESTORED)
        counts = takt_mps2_since_reset();
    status = takt_snapshot_ready() == 0 ? status : -EIO;
    tell(status, counts);
    if (takt_argument("flash", NULL) != NULL &&
        takt_mps2_flash_keep(takt_argument("flash", NULL), 2 * SLOT) != 0)
        failed("the flash's file", -EIO);
    takt_exit(0);
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "edge", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 16};

    (void)core;
    (void)takt_thread_create(&thread, &attr);
    (void)takt_thread_start(&thread);
}
