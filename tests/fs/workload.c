/*
 * The workload's operations. Paths are few, so that names meet: most operations find something there, or fail as they
 * should. What is drawn does not depend on what an operation returns, but for sizes, so the same seed does the same.
 */
#include <stdlib.h>
#include <string.h>

#include "workload.h"

static const char *const paths[] = {"/a",
                                    "/b",
                                    "/c",
                                    "/d",
                                    "/d/a",
                                    "/d/b",
                                    "/e",
                                    "/e/a",
                                    "/e/f",
                                    "/e/f/a",
                                    "/d/e",
                                    "/d/e/a",
                                    "/long-name-of-a-file",
                                    "/g",
                                    "/d/g",
                                    "/e/f/g",
                                    "/h",
                                    "/e/h",
                                    "/i",
                                    "/d/i",
                                    "/k",
                                    "/e/k",
                                    "/l",
                                    "/m"};

uint32_t work_chance(struct work *work, uint32_t below)
{
    work->chance = work->chance * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(work->chance >> 33) % below;
}

static const char *any_path(struct work *work)
{
    return paths[work_chance(work, work->names)];
}

/* Bytes that pack well half of the time. */
static void make_data(struct work *work, uint8_t *data, uint32_t size)
{
    uint32_t i, range = work_chance(work, 2) != 0 ? 256 : 4;

    for (i = 0; i < size; i++)
        data[i] = (uint8_t)work_chance(work, range);
}

static int make_file(const char *path)
{
    struct takt_file file;
    int status = takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_CREATE | TAKT_O_EXCL, 0644);

    return status != 0 ? status : takt_fs_close(&file);
}

/* One write; a file that is not there is made instead. */
static int write_some(struct work *work, const char *path)
{
    static uint8_t data[4096];
    struct takt_file file;
    struct takt_fs_stat stat;
    uint32_t at, size;
    int status = takt_fs_open(&file, path, TAKT_O_WRITE | TAKT_O_READ, 0);

    if (status == -ENOENT)
        return make_file(path);
    if (status != 0)
        return status;
    stat.size = 0;
    status = takt_fs_fstat(&file, &stat);
    at = stat.size == 0 ? 0 : work_chance(work, stat.size < work->longest ? stat.size + 1 : work->longest);
    size = 1 + work_chance(work, work->page - at % work->page);
    make_data(work, data, size);
    if (status == 0)
        status = (int)takt_fs_seek(&file, at, TAKT_SEEK_SET);
    if (status >= 0)
        status = (int)takt_fs_write(&file, data, size);
    (void)takt_fs_close(&file);
    return status < 0 ? status : 0;
}

static int some_steps(struct work *work, struct bed *bed)
{
    uint32_t steps = work_chance(work, 40);
    int status = 0;

    while (steps-- > 0 && status >= 0)
        status = takt_fs_background(&bed->fs);
    return status < 0 ? status : 0;
}

int work_step(struct work *work, struct bed *bed)
{
    const char *path = any_path(work);

    switch (work_chance(work, 20)) {
    case 0:
    case 1:
        return takt_fs_mkdir(path, 0755);
    case 2:
    case 3:
    case 4:
        return make_file(path);
    case 5:
        return takt_fs_unlink(path);
    case 6:
        return takt_fs_rmdir(path);
    case 7:
    case 8:
    case 9:
        return takt_fs_rename(path, any_path(work));
    case 10:
        return takt_fs_truncate(path, work_chance(work, work->longest));
    case 11:
        return takt_fs_chmod(path, work_chance(work, 0777));
    case 12:
        return takt_fs_symlink(any_path(work), path);
    case 13:
        return takt_fs_link(path, any_path(work));
    case 14:
        return work->steps ? some_steps(work, bed) : 0;
    default:
        return write_some(work, path);
    }
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * 0x100000001b3u;
}

static uint64_t mix_text(uint64_t sum, const char *text, size_t length)
{
    for (; length > 0; length--)
        sum = mix(sum, (uint8_t)*text++);
    return sum;
}

static uint64_t look_at(const char *path, const struct takt_fs_stat *stat)
{
    uint64_t sum = mix(mix_text(0xcbf29ce484222325u, path, strlen(path)), stat->mode);
    char target[256];
    uint32_t checksum = 0;
    long length;

    switch (stat->mode & TAKT_S_IFMT) {
    case TAKT_S_IFDIR:
        return sum;
    case TAKT_S_IFLNK:
        length = takt_fs_readlink(path, target, sizeof(target));
        return length < 0 ? 0 : mix_text(sum, target, (size_t)length);
    default:
        if (file_checksum(path, &checksum) != 0)
            return 0;
        return mix(mix(mix(sum, stat->links), stat->size), checksum);
    }
}

/* Entries are summed, so that their order does not matter. */
static uint64_t look_into(const char *path)
{
    struct takt_fs_entry entry;
    struct takt_dir dir;
    uint64_t sum = 1, one;
    char child[600];

    if (takt_fs_opendir(&dir, path) != 0)
        return 0;
    while (takt_fs_readdir(&dir, &entry) == 1) {
        (void)snprintf(child, sizeof(child), "%s/%s", path[1] == '\0' ? "" : path, entry.name);
        one = work_look(child);
        if (one == 0)
            sum = 0;
        if (sum != 0)
            sum += one;
    }
    (void)takt_fs_closedir(&dir);
    return sum;
}

uint64_t work_look(const char *path)
{
    struct takt_fs_stat stat;
    uint64_t sum, below;

    if (takt_fs_lstat(path, &stat) != 0)
        return 0;
    sum = path[1] == '\0' ? 1 : look_at(path, &stat);
    if (sum == 0 || (stat.mode & TAKT_S_IFMT) != TAKT_S_IFDIR)
        return sum;
    below = look_into(path);
    return below != 0 ? mix(sum, below) | 1u : 0;
}

int work_remove(const char *path)
{
    struct takt_fs_entry entry;
    struct takt_dir dir;
    char child[600];
    int status;

    for (;;) {
        status = takt_fs_opendir(&dir, path);
        if (status != 0)
            return status;
        status = takt_fs_readdir(&dir, &entry);
        (void)takt_fs_closedir(&dir);
        if (status <= 0)
            return status;
        (void)snprintf(child, sizeof(child), "%s/%s", path[1] == '\0' ? "" : path, entry.name);
        status = takt_fs_unlink(child);
        if (status == -EISDIR)
            status = work_remove(child);
        if (status == 0 && takt_fs_lstat(child, &(struct takt_fs_stat){0}) == 0)
            status = takt_fs_rmdir(child);
        if (status != 0)
            return status;
    }
}
