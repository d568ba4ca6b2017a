/*
 * The roots on flash: see edge.h. Two models, one for the basic or the whole root, one for the extended. Memory is static
 * and larger than any setting needs; what a mount uses of it is what counts.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "edge.h"
#include "flash/model.h"

#define BLOCK  65536u
#define SIZE   (2u << 20)
#define BLOCKS (SIZE / BLOCK)
#define MARKER 12u
#define MEMORY TAKT_FS_MEMORY(BLOCKS, 600, 8000)

struct edge_roots {
    struct takt_model model;
    struct takt_fs fs;
    bool mounted;
    uint8_t flash[SIZE];
    struct takt_model_block blocks[BLOCKS];
    uint64_t memory[MEMORY / 8];
};

static struct edge_roots first, second;

/* Bytes of a block up to the last that is not ones; a marker alone counts for nothing. */
static uint32_t used_of(const uint8_t *block)
{
    uint32_t size = BLOCK;

    while (size > 0 && block[size - 1] == 0xff)
        size--;
    return size > MARKER ? size : 0;
}

static uint32_t used_bytes(const struct edge_roots *root)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < BLOCKS; i++)
        used += used_of(root->flash + i * BLOCK);
    return used;
}

static int fill(struct edge_roots *root, const char *tree, const struct edge_setting *setting)
{
    char path[256];
    long length;

    (void)snprintf(path, sizeof(path), "%s/%s-%s%s.jffs2", takt_argument("images", "build/edge"), tree,
                   setting->large ? "65536" : "4096", setting->summary ? "-summary" : "");
    memset(root->flash, 0xff, SIZE);
    length = edge_file_read(path, root->flash, SIZE);
    if (length < 0) {
        takt_printf("edge: %s %s. ./takt run edge makes it.\n", path,
                    length == -ENOSPC ? "is larger than the flash" : "cannot be read");
        return (int)length;
    }
    takt_model_init(&root->model, root->flash, root->blocks, SIZE, BLOCK, 4, setting->mapped);
    takt_model_count(&root->model);
    return (int)used_bytes(root);
}

int edge_roots_fill(const struct edge_setting *setting, struct edge_figures *figures)
{
    int length = fill(&first, setting->split ? "basic" : "whole", setting), more = 0;

    if (length < 0)
        return length;
    if (setting->split)
        more = fill(&second, "extended", setting);
    figures->image = (uint32_t)length + (more > 0 ? (uint32_t)more : 0);
    return more < 0 ? more : 0;
}

static int mount(struct edge_roots *root, const char *path, unsigned flags)
{
    struct takt_fs_attr attr = {.path = path,
                                .flash = &root->model.flash,
                                .memory = root->memory,
                                .size = sizeof(root->memory),
                                .flags = flags};
    int status = takt_fs_mount(&root->fs, &attr);

    root->mounted = status == 0;
    if (status != 0)
        takt_printf("edge: %s is not mounted: error %d: %s\n", path, status, takt_fs_why(&root->fs));
    return status;
}

static uint32_t memory_of(struct edge_roots *root)
{
    struct takt_fs_space space;

    return root->mounted && takt_fs_space(&root->fs, &space) == 0 ? space.memory_used : 0;
}

static int read_all(const char *path)
{
    static uint8_t line[256];
    struct takt_file file;
    long got = takt_fs_open(&file, path, TAKT_O_READ, 0);

    if (got == 0) {
        do
            got = takt_fs_read(&file, line, sizeof(line));
        while (got > 0);
        (void)takt_fs_close(&file);
    }
    if (got < 0)
        takt_printf("edge: %s cannot be read: error %ld\n", path, got);
    return (int)got;
}

int edge_roots_start(const struct edge_setting *setting, struct edge_figures *figures)
{
    unsigned flags = (setting->summary ? 0 : TAKT_FS_SCAN) | (setting->later ? 0 : TAKT_FS_CHECK);
    int64_t began = edge_clock();
    struct takt_model_block sum;
    int status = mount(&first, "/", flags);

    if (status == 0 && setting->split)
        status = mount(&second, "/extended", flags | TAKT_FS_LATER);
    if (status == 0)
        status = read_all("/etc/rc");
    figures->ready = edge_clock() - began;
    sum = takt_model_sum(&first.model);
    figures->ready_bytes = sum.read_bytes;
    figures->ready_reads = sum.reads;
    figures->memory_basic = memory_of(&first) + (setting->split ? memory_of(&second) : 0);
    return status;
}

int edge_roots_extend(struct edge_figures *figures)
{
    int status = read_all("/usr/share/doc/text0");

    figures->memory_all = memory_of(&first) + memory_of(&second);
    return status;
}

static void settle(struct edge_roots *root)
{
    while (root->mounted && takt_fs_background(&root->fs) == 1) {
    }
}

void edge_roots_settle(void)
{
    settle(&first);
    settle(&second);
}

static void end(struct edge_roots *root)
{
    if (root->mounted)
        (void)takt_fs_unmount(&root->fs);
    root->mounted = false;
}

void edge_roots_end(struct edge_figures *figures)
{
    struct takt_model_block sum = takt_model_sum(&first.model);

    end(&second);
    end(&first);
    figures->written = sum.program_bytes;
    figures->erased = sum.erases;
}
