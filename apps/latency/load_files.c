/*
 * Work of a file system on flash: a file is written in two nodes, read back and compared, renamed over the one before, and
 * from time to time deleted, so that blocks are collected and erased, too. The flash is a model in memory, read in place;
 * packing, unpacking, checksums and the search for space are what they are on a device, waiting for the flash is not there.
 *
 * Its thread is less urgent than those whom the kernel's work wakes, and sleeps as long as it worked: the messages' turn.
 */
#include "latency.h"

#include <string.h>

#include <takt/fs.h>

#include "flash/model.h"

#define BLOCK   4096u
#define BLOCKS  16u
#define RECORDS 8192u
#define PIECE   4096u /* what one node holds */
#define STACK   (TAKT_STACK_MIN + 8192u)
#define ROUNDS  32u /* after so many the file is deleted */

static struct takt_model model;
static struct takt_model_block blocks[BLOCKS];
static struct takt_fs fs;
static struct takt_thread thread;
static _Alignas(16) unsigned char stack[STACK], records[RECORDS];
static unsigned char memory[BLOCK * BLOCKS], text[PIECE], back[PIECE];
static volatile bool runs;

/* Something that packs to about half. */
static void fill_text(uint32_t seed)
{
    for (uint32_t i = 0; i < PIECE; i++) {
        seed = seed * 1664525u + 1013904223u;
        text[i] = (unsigned char)("latency "[i % 8] ^ (seed >> 30));
    }
}

static void write_file(const char *path)
{
    struct takt_file file;

    latency_must(takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_CREATE | TAKT_O_TRUNC, 0644),
                 "takt_fs_open");
    for (unsigned i = 0; i < 2; i++)
        latency_must(takt_fs_write(&file, text, PIECE) == (long)PIECE ? 0 : -EIO, "takt_fs_write");
    latency_must(takt_fs_close(&file), "takt_fs_close");
}

static void read_file(const char *path)
{
    struct takt_file file;

    latency_must(takt_fs_open(&file, path, TAKT_O_READ, 0), "takt_fs_open");
    for (unsigned i = 0; i < 2; i++) {
        latency_must(takt_fs_read(&file, back, PIECE) == (long)PIECE ? 0 : -EIO, "takt_fs_read");
        latency_must(memcmp(back, text, PIECE) == 0 ? 0 : -EILSEQ, "what was read back");
    }
    latency_must(takt_fs_close(&file), "takt_fs_close");
}

static void work(void *arg)
{
    (void)arg;
    for (uint32_t round = 1; runs; round++) {
        takt_time_t began = takt_now();

        fill_text(round);
        write_file("/new");
        read_file("/new");
        latency_must(takt_fs_rename("/new", "/kept"), "takt_fs_rename");
        if (round % ROUNDS == 0)
            latency_must(takt_fs_unlink("/kept"), "takt_fs_unlink");
        (void)takt_sleep(takt_now() - began + TAKT_MS(1));
    }
}

void latency_files_begin(void)
{
    const struct takt_fs_attr mount = {
        .path = "/", .flash = &model.flash, .memory = records, .size = sizeof(records)};
    const struct takt_thread_attr attr = {.name = "files",
                                          .entry = work,
                                          .stack = stack,
                                          .stack_size = sizeof(stack),
                                          .priority = LATENCY_PRIORITY_FILES};

    memset(memory, 0xff, sizeof(memory));
    takt_model_init(&model, memory, blocks, sizeof(memory), BLOCK, 4, true);
    latency_must(takt_fs_mount(&fs, &mount), "takt_fs_mount");
    runs = true;
    latency_must(takt_thread_create(&thread, &attr), "takt_thread_create");
    latency_must(takt_thread_start(&thread), "takt_thread_start");
}

void latency_files_end(void)
{
    runs = false;
    latency_must(takt_thread_join(&thread, NULL, TAKT_FOREVER), "takt_thread_join");
    latency_must(takt_fs_unmount(&fs), "takt_fs_unmount");
}
