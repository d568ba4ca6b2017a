/*
 * A thread with a large stack runs the program: the C library of the development machine prints from it.
 */
#include <stdlib.h>
#include <string.h>

#include "fs_test.h"

#define RECORDS (4u << 20)

static struct takt_thread thread;
static _Alignas(16) uint8_t stack[512 * 1024];

static void run(void *arg)
{
    (void)arg;
    takt_exit(fs_test_main());
}

void takt_main(unsigned core)
{
    struct takt_thread_attr attr = {
        .name = "test", .entry = run, .stack = stack, .stack_size = sizeof(stack), .priority = 16};

    if (core != 0)
        return;
    (void)takt_thread_create(&thread, &attr);
    (void)takt_thread_start(&thread);
}

uint32_t number_argument(const char *key, uint32_t otherwise)
{
    const char *text = takt_argument(key, NULL);

    return text != NULL ? (uint32_t)strtoul(text, NULL, 0) : otherwise;
}

static void fill(struct bed *bed, const char *file, uint32_t size)
{
    FILE *from = fopen(file, "rb");

    if (from == NULL || fread(bed->memory, 1, size, from) == 0) {
        fprintf(stderr, "%s cannot be read\n", file);
        takt_exit(1);
    }
    (void)fclose(from);
}

void bed_make(struct bed *bed, const char *file, uint32_t size, uint32_t block_size, bool mapped)
{
    memset(bed, 0, sizeof(*bed));
    bed->memory = malloc(size);
    bed->records = aligned_alloc(16, RECORDS);
    memset(bed->memory, 0xff, size);
    if (file != NULL)
        fill(bed, file, size);
    takt_model_init(&bed->model, bed->memory, calloc(size / block_size, sizeof(struct takt_model_block)),
                    size, block_size, 4, mapped);
    bed->attr = (struct takt_fs_attr){
        .path = "/", .flash = &bed->model.flash, .memory = bed->records, .size = RECORDS};
}

int bed_mount(struct bed *bed, unsigned flags)
{
    (void)takt_fs_unmount(&bed->fs);
    takt_model_power(&bed->model);
    bed->attr.flags = flags;
    return takt_fs_mount(&bed->fs, &bed->attr);
}

void bed_save(const struct bed *bed, const char *file)
{
    FILE *to = fopen(file, "wb");

    if (to == NULL || fwrite(bed->memory, 1, bed->model.flash.size, to) != bed->model.flash.size ||
        fclose(to) != 0) {
        fprintf(stderr, "%s cannot be written\n", file);
        takt_exit(1);
    }
}

void bed_free(struct bed *bed)
{
    free(bed->memory);
    free(bed->records);
    free(bed->model.blocks);
    free(bed->model.weak);
}

long settle_down(struct bed *bed)
{
    long steps = 0;

    while (takt_fs_background(&bed->fs) == 1)
        steps++;
    return steps;
}

/* zlib's crc32, bit by bit: not the code that is tested */
static uint32_t crc(uint32_t sum, const uint8_t *data, size_t size)
{
    size_t i;
    int bit;

    for (i = 0; i < size; i++) {
        sum ^= data[i];
        for (bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (0xEDB88320u & (0u - (sum & 1u)));
    }
    return sum;
}

int file_checksum(const char *path, uint32_t *checksum)
{
    static uint8_t part[10000]; /* no multiple of a node */
    struct takt_file file;
    uint32_t sum = ~0u;
    long got;
    int status = takt_fs_open(&file, path, TAKT_O_READ, 0);

    if (status != 0)
        return status;
    while ((got = takt_fs_read(&file, part, sizeof(part))) > 0)
        sum = crc(sum, part, (size_t)got);
    (void)takt_fs_close(&file);
    *checksum = ~sum;
    return (int)got;
}

static int tell(FILE *to, const char *path, const struct takt_fs_stat *stat)
{
    char target[256];
    uint32_t sum = 0;
    long length = 0;
    int status = 0;

    fprintf(to, "%s %o %u:%u ", path, (unsigned)stat->mode, stat->uid, stat->gid);
    switch (stat->mode & TAKT_S_IFMT) {
    case TAKT_S_IFLNK:
        length = takt_fs_readlink(path, target, sizeof(target));
        fprintf(to, "%u -> %.*s\n", (unsigned)stat->mtime, (int)length, target);
        return length < 0 ? (int)length : 0;
    case TAKT_S_IFREG:
        status = file_checksum(path, &sum);
        fprintf(to, "%u links %u size %u %08x\n", (unsigned)stat->mtime, (unsigned)stat->links,
                (unsigned)stat->size, (unsigned)sum);
        return status;
    default:
        fprintf(to, "\n");
        return 0;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static long names_of(const char *path, char ***names)
{
    struct takt_fs_entry entry;
    struct takt_dir dir;
    long count = 0, status = takt_fs_opendir(&dir, path);

    *names = NULL;
    if (status != 0)
        return status;
    while ((status = takt_fs_readdir(&dir, &entry)) == 1) {
        *names = realloc(*names, (size_t)(count + 1) * sizeof(**names));
        (*names)[count] = malloc(strlen(entry.name) + 1);
        memcpy((*names)[count++], entry.name, strlen(entry.name) + 1);
    }
    (void)takt_fs_closedir(&dir);
    if (count > 0)
        qsort(*names, (size_t)count, sizeof(**names), by_name);
    return status < 0 ? status : count;
}

static long list_dir(FILE *to, const char *path)
{
    char **names, child[1024];
    long count = names_of(path, &names), done = 0, i, status = count < 0 ? count : 0;

    for (i = 0; i < count; i++) {
        if (status >= 0) {
            (void)snprintf(child, sizeof(child), "%s/%s", strcmp(path, "/") == 0 ? "" : path, names[i]);
            status = list_tree(to, child);
            done += status;
        }
        free(names[i]);
    }
    free(names);
    return status < 0 ? status : done;
}

long list_tree(FILE *to, const char *path)
{
    struct takt_fs_stat stat;
    long status = takt_fs_lstat(path, &stat), done = 0;

    if (status == 0 && strcmp(path, "/") != 0)
        status = tell(to, path, &stat);
    if (status == 0 && (stat.mode & TAKT_S_IFMT) == TAKT_S_IFDIR) {
        done = list_dir(to, path);
        status = done < 0 ? done : 0;
    }
    if (status < 0)
        fprintf(stderr, "%s: %ld\n", path, status);
    return status < 0 ? status : done + 1;
}
